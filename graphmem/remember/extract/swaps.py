"""A figure, day or month put in the place of another: `opens at 10 instead of 8`, `at 7, not 7:30`."""

from collections.abc import Iterator, Mapping

from graphmem.remember.extract.lines import Line

_REACH = 2


def is_swapped(line: Line) -> bool:
    """Whether the line puts one value in the place of another, and does not tell what once was so."""
    classes = line.classes
    if line.has("bare_past", "fault") or not classes["was"].isdisjoint(line.words):
        return False
    return any(
        _has_value(line.words[max(0, first - _REACH) : first], classes)
        and _has_value(line.words[last : last + _REACH], classes)
        for first, last in (*line.hits.get("instead_of", ()), *_nots(line))
    )


def _nots(line: Line) -> Iterator[tuple[int, int]]:
    return ((at, at + 1) for at, word in enumerate(line.words) if word in line.classes["negating"])


def _has_value(words: tuple[str, ...], classes: Mapping[str, frozenset[str]]) -> bool:
    kinds = ("weekday", "month", "numerals")
    return any(word[0].isdigit() or any(word in classes[kind] for kind in kinds) for word in words)
