"""Parts of a sentence: what follows a cue, up to where its clause ends."""

from collections.abc import Iterator
from enum import Enum

from graphmem.domain.extraction import Span
from graphmem.remember.extract.cues import Hit
from graphmem.remember.extract.lines import Line
from graphmem.remember.extract.table import scale

_MARKS = frozenset({".", ";", "!", "?", "—"})
_NEXT_SUBJECT = frozenset({"we", "i", "wir", "ich", "je", "nous"})
_BREAKS = frozenset({",", ":", "(", ")", "–", "-"})


class Reach(Enum):
    """How far a clause goes: to the end of the sentence, to a comma, or to any word that opens another clause."""

    SENTENCE = "sentence"
    COMMA = "comma"
    CLAUSE = "clause"


def after(line: Line, hit: Hit, reach: Reach) -> Span | None:
    """The words after a cue as far as `reach` and the table's limit allow; None when nothing is left."""
    first = hit[1]
    while first < len(line.words) and not line.words[first][0].isalnum():
        first += 1
    ends = _ends(line, reach)
    most = min(len(line.words), first + scale("argument").whole("words"))
    end = next((at for at in range(first + 1, most) if line.words[at] in ends), most)
    if reach is Reach.COMMA and not (end < most and line.words[end] in _BREAKS):
        end = next((at for at in range(first + 1, end) if line.words[at] in _NEXT_SUBJECT), end)
    return line.part(first, end - 1) if first < end else None


def _ends(line: Line, reach: Reach) -> frozenset[str]:
    match reach:
        case Reach.SENTENCE:
            return _MARKS
        case Reach.COMMA:
            return _MARKS | _BREAKS
        case Reach.CLAUSE:
            return _MARKS | _BREAKS | line.classes["clause_openers"]


def before(line: Line, hit: Hit) -> Span:
    """The words before a cue, back to where their clause begins."""
    start = next((at + 1 for at in range(hit[0] - 1, -1, -1) if line.words[at] in _MARKS | _BREAKS), 0)
    return line.part(min(start, hit[0] - 1), hit[0] - 1)


def hits(line: Line, *flags: str) -> Iterator[Hit]:
    """Where the cues of `flags` stand, in order, without those that lie within an earlier one."""
    end = -1
    for hit in sorted(hit for flag in flags for hit in line.hits.get(flag, ())):
        if hit[0] >= end:
            end = hit[1]
            yield hit


def is_opening(line: Line, hit: Hit) -> bool:
    """Whether the cue stands at the very beginning, but for words like `and`."""
    return hit[0] <= 1 or all(word in line.classes["openers"] for word in line.words[: hit[0]])
