"""Spans of words as name keys: where in a text a known name may stand."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphmem.domain.text import name_key

LONGEST = 8
"""No name has more words."""
_OUTER = ".,;:!?\"'“”‘’()[]{}<>*_`~"
_BREAKS = frozenset(';:!?()[]{}<>"“”')


class Word(NamedTuple):
    """A word without its outer marks: its key, its half-open place, and whether a break stands behind it."""

    key: str
    start: int
    end: int
    is_capital: bool
    is_last: bool


def words_in(text: str, start: int, end: int) -> list[Word]:
    """The words of `text[start:end]`; places count from the start of `text`."""
    found, at = list[Word](), start
    for token in text[start:end].split():
        left = text.index(token, at)
        at = left + len(token)
        bare = token.strip(_OUTER)
        key = name_key(bare)
        if key:
            first = left + token.index(bare)
            after = text[first + len(bare) : at]
            found.append(Word(key, first, first + len(bare), not bare[0].islower(), not _BREAKS.isdisjoint(after)))
    return found


def spans(words: Sequence[Word]) -> Iterator[tuple[str, int, int]]:
    """Key, first word and end word (half-open) of each run that a name may be, the longest first at each place.

    A run has 8 words at most, no break inside, and a capital or a digit at its first or last word.
    """
    for first in range(len(words)):
        reach = next((n for n in range(first, len(words)) if words[n].is_last), len(words) - 1)
        for end in range(min(first + LONGEST, reach + 1), first, -1):
            if words[first].is_capital or words[end - 1].is_capital:
                yield " ".join(word.key for word in words[first:end]), first, end
