"""Which language a sentence is in: a vote of the small words that only one language has."""

import functools
import re
from collections import Counter
from collections.abc import Iterable

from graphmem.domain.text import STOP_WORDS, fold
from graphmem.remember.extract.table import ENGLISH, LANGUAGES, table

_WORD = re.compile(r"[^\W\d_]+")
_LATIN = re.compile(r"[A-Za-zÀ-ɏḀ-ỿ]")
_LETTER = re.compile(r"[^\W\d_]")
_LEAST_WORDS = 3
"""A language counts in an episode that has this many different small words of it."""
_LEAST_SHARE = 0.02
_STRONG = 3
"""Votes of a word that only one language has; a small word of several has one."""
_LEAST_OF_TURN = 4
_LONGEST = 4_000
"""Characters of a turn that are read to tell its language."""
_AMBIGUOUS = frozenset(
    """die war hat man also bin mal son sin fin sur ton mes par pour plus tout vers comment real dos las los de para
    como pro sim sem com um tem era mais ele nos na da os ao por le les et ou est on si ne pas ce ca car ni or
    et al dir den des mit von an am was fast gut kind rat art tag el la il un en du au mi lo se me te su tu sus
    es y e o do das per via peu hier fait once sale real vale pub pot dame tot sage dans rue ici note""".split()
)
"""Small words that are English words or parts of names too: they never speak for another language."""


class Languages:
    """The languages of one episode, told from the texts that somebody says in it."""

    def __init__(self, texts: Iterable[str]) -> None:
        words = Counter(word for text in texts for word in _words(text))
        total = sum(words.values())
        self._spoken = tuple(
            language
            for language in LANGUAGES
            if len(found := _markers(language) & words.keys()) >= _LEAST_WORDS
            and sum(words[word] for word in found) >= _LEAST_SHARE * total
        )
        self._main = self._winner(words, 1) or ENGLISH if self._spoken else ENGLISH
        self._of_turn = functools.lru_cache(maxsize=256)(self._told_by_turn)

    def of(self, sentence: str, turn: str) -> str:
        """The language of a sentence: its own small words decide, else those of its turn, else the episode's."""
        if not self._spoken:
            return ENGLISH
        return self._winner(Counter(_words(sentence)), 2) or self._of_turn(turn)

    def _told_by_turn(self, turn: str) -> str:
        return self._winner(Counter(_words(turn)), _LEAST_OF_TURN) or self._main

    def _winner(self, words: Counter[str], least: int) -> str:
        """The one language with most votes, at least `least`; "" when there is none or a tie."""
        votes = {each: _votes(each, words) for each in (ENGLISH, *self._spoken)}
        first, second = (*sorted(votes.values(), reverse=True), 0)[:2]
        return next(each for each, vote in votes.items() if vote == first) if first >= least and first > second else ""


def language_of(text: str) -> str:
    """The language that most small words of a text speak for; English when none does."""
    words = Counter(_words(text))
    votes = {each: _votes(each, words) for each in (ENGLISH, *LANGUAGES)}
    best = max(votes, key=lambda each: (votes[each], each == ENGLISH))
    return best if votes[best] >= _STRONG else ENGLISH


def is_unread(text: str) -> bool:
    """Whether most letters are of a script that no cue table reads: such a text names things, but states nothing."""
    letters = len(_LETTER.findall(text))
    return letters > 1 and 2 * len(_LATIN.findall(text)) < letters


def _words(text: str) -> list[str]:
    return [fold(word) for word in _WORD.findall(text[:_LONGEST])]


def _votes(language: str, words: Counter[str]) -> int:
    strong, known = _markers(language), _small_words(language) & words.keys()
    return sum(words[word] * (_STRONG if word in strong else 1) for word in known)


@functools.cache
def _small_words(language: str) -> frozenset[str]:
    return STOP_WORDS if language == ENGLISH else table(language).lists["stop"]


@functools.cache
def _markers(language: str) -> frozenset[str]:
    """The small words that speak for a language: for English those that are no small word of another one."""
    if language == ENGLISH:
        return STOP_WORDS - frozenset().union(*(table(each).lists["stop"] for each in LANGUAGES))
    return frozenset(word for word in table(language).lists["stop"] if len(word) > 1) - STOP_WORDS - _AMBIGUOUS
