"""Places in a text where nobody speaks: fenced code, and what a harness put in between tags."""

import bisect
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphmem.remember.extract.table import scale

_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)

Range = tuple[int, int]


@dataclass(slots=True)
class Open:
    """What a chunk left open for the next one of the same turn."""

    is_fenced: bool = False
    tag: str = ""


def blocked(text: str, left: Open) -> list[Range]:
    """The disjoint half-open ranges of `text` that say nothing, in order; `left` is brought up to date."""
    return _merged([*_fenced(text, left), *_injected(text, left)])


def is_within(ranges: Sequence[Range], at: int) -> bool:
    """Whether one of the disjoint, ordered `ranges` holds `at`."""
    place = bisect.bisect_right(ranges, (at, sys.maxsize)) - 1
    return place >= 0 and at < ranges[place][1]


def _fenced(text: str, left: Open) -> Iterator[Range]:
    """Fenced code; an open fence goes on in the next chunk of the same turn."""
    if not left.is_fenced and "```" not in text and "~~~" not in text:
        return
    begin = 0
    for fence in _FENCE.finditer(text):
        if left.is_fenced:
            yield begin, fence.end()
        begin, left.is_fenced = fence.start(), not left.is_fenced
    if left.is_fenced:
        yield begin, len(text)


def _injected(text: str, left: Open) -> Iterator[Range]:
    """What a harness put into a turn between tags: nobody said it; an open tag goes on in the next chunk."""
    if left.tag:
        end = _close(text, left.tag, 0)
        yield 0, end if end >= 0 else len(text)
        left.tag = left.tag if end < 0 else ""
    if "<" not in text:
        return
    for tag in scale("read").words["injected"]:
        start = text.find(f"<{tag}>")
        while start >= 0:
            end = _close(text, tag, start)
            left.tag = tag if end < 0 else left.tag
            yield start, end if end >= 0 else len(text)
            start = text.find(f"<{tag}>", end) if end >= 0 else -1


def _close(text: str, tag: str, start: int) -> int:
    """The place after the closing tag; -1 when there is none."""
    at = text.find(f"</{tag}>", start)
    return at + len(f"</{tag}>") if at >= 0 else -1


def _merged(ranges: Iterable[Range]) -> list[Range]:
    """The same places as disjoint ranges in order."""
    merged: list[Range] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
