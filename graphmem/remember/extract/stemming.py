"""Stems of a text in its own language, to tell whether two sentences are about the same thing."""

import functools
import re

import Stemmer

from graphmem.domain.text import fold, words
from graphmem.domain.text import stems as english_stems
from graphmem.remember.extract.table import ENGLISH, table

_CONTRACTION = re.compile(r"['’](?:s|ll|ve|re|d|m|t)\b", re.IGNORECASE)
_ELISION = re.compile(r"\b\w{1,2}['’]")
_NAMES = {"de": "german", "es": "spanish", "fr": "french", "pt": "portuguese"}


def stems_in(text: str, language: str) -> frozenset[str]:
    """The stems of the words that carry meaning in `language`, accents folded."""
    if language == ENGLISH:
        return frozenset(english_stems(_CONTRACTION.sub("", text)))
    stop = table(language).lists["stop"]
    kept = [word for word in words(_ELISION.sub(" ", text)) if word not in stop]
    return frozenset(fold(stem) for stem in _stemmer(language).stemWords(kept))


@functools.cache
def _stemmer(language: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(_NAMES[language])
