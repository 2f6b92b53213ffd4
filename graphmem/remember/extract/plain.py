"""A sentence as plain words for matching: lower case, contractions split, fillers and stammers gone, offsets kept."""

import functools
import re
import string
from dataclasses import dataclass, field

from graphmem.domain.text import fold
from graphmem.remember.extract.table import ENGLISH, table

_TOKEN = re.compile(
    r"['’](?:cause|kay)\b|\d{1,2}(?::\d{2}){1,2}\b|\d{1,3}(?:,\d{3})+\b|\w+(?:['’.-]\w+)*|[^\w\s]", re.IGNORECASE
)
_CONTRACTION = re.compile(r"n't$|'(?:s|ll|ve|re|d|m)$")
_ELISION = re.compile(r"(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)'(?=[^\W\d_])")
_PROSE_MARKS = frozenset(".,;:?!()-–—…\"“”/+[]'’")
_MARKUP = frozenset("*`#~")
_PAIR_FILLERS = frozenset({("you", "know"), ("i", "mean"), ("sort", "of"), ("kind", "of")})
_SYMBOLS = frozenset(string.punctuation) - _PROSE_MARKS - _MARKUP - {"_"}
_REPEATS = (1, 2, 3)
_CACHED_LENGTH = 64

Part = tuple[str, int, int]
"""A word and the half-open place of its characters in the token."""


@dataclass(slots=True)
class Plain:
    """Words of a sentence and where each stands (half-open, into the chunk's text); `symbols` counts code marks."""

    words: list[str] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    symbols: int = 0


def plain(text: str, start: int, end: int, *, is_spoken: bool, language: str = ENGLISH) -> Plain:
    """The words of `text[start:end]`; fillers and stammers are removed from speech only."""
    result = Plain()
    words, spans = result.words, result.spans
    for match in _TOKEN.finditer(text, start, end):
        raw, at = match.group(), match.start()
        result.symbols += raw in _SYMBOLS
        parts = _parts(raw, language) if len(raw) < _CACHED_LENGTH else ((raw, 0, len(raw)),)
        for word, left, right in parts:
            words.append(word)
            spans.append((at + left, at + right))
            if is_spoken:
                _smooth(words, spans, language)
    return result


@functools.lru_cache(maxsize=65536)
def _parts(raw: str, language: str = ENGLISH) -> tuple[Part, ...]:
    """The words of one token: `we'll` is `we` and `'ll`; markup and lone accents are none."""
    if raw in _MARKUP:
        return ()
    word = (raw.lower() if raw.isascii() else fold(raw)).replace("’", "'")
    if not word:
        return ()
    spelled = table(language).spelling.get(word)
    if spelled:
        return tuple((each, 0, len(raw)) for each in spelled)
    elided = _ELISION.match(word) if language == "fr" and len(word) == len(raw) else None
    if elided and not (raw[0].isupper() and raw[elided.end()].isupper()):
        rest = _parts(raw[elided.end() :], language)
        return (elided.group(), 0, elided.end()), *((w, a + elided.end(), b + elided.end()) for w, a, b in rest)
    cut = _CONTRACTION.search(word) if "'" in word and len(word) == len(raw) else None
    if cut and cut.start():
        return (word[: cut.start()], 0, cut.start()), (word[cut.start() :], cut.start(), len(raw))
    return ((word, 0, len(raw)),)


def _smooth(words: list[str], spans: list[tuple[int, int]], language: str) -> None:
    """Takes back a filler, a stammer (`b buttons`) or a repeat (`I hate I hate`) that the last word completes."""
    last = words[-1]
    before = words[-2] if len(words) > 1 else ""
    if last in table(language).classes["fillers"] or (last == "," and before in ("", ",")):
        _drop(words, spans, 1)
    elif (before, last) in _PAIR_FILLERS:
        _drop(words, spans, 2)
    else:
        if (
            language == ENGLISH
            and len(before) == 1
            and before not in "ai"
            and len(last) > 1
            and last.startswith(before)
        ):
            del words[-2], spans[-2]
        for length in _REPEATS:
            if words[-length:] == words[-2 * length : -length] and last.isalnum():
                _drop(words, spans, length)
                break


def _drop(words: list[str], spans: list[tuple[int, int]], count: int) -> None:
    del words[-count:], spans[-count:]
