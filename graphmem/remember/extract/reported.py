"""What minutes and letters report of others: who proposed what, who was against it and why, and what came of it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphmem.domain.extraction import ExtractedOption, ExtractedReason, Span
from graphmem.domain.statements import Outcome, Stance
from graphmem.remember.extract import clauses
from graphmem.remember.extract.clauses import Reach
from graphmem.remember.extract.cues import Hit
from graphmem.remember.extract.entities import Cast
from graphmem.remember.extract.grounds import option, reason
from graphmem.remember.extract.lines import Line, Talk, content

_LEADS = frozenset({"to", "that", "we", "us", "going", "moving", "switching", "using", "should", "go", "for", "with"})
_OPENS_REASON = frozenset({":", "because", "since", "as"})


def reported_objection(talk: Talk, cast: Cast, line: Line) -> ExtractedReason | None:
    """`Noor was against it: nobody could maintain it`: her reason, or the sentence where she gives none."""
    for hit in line.hits.get("reported_against", ()):
        who = _who(cast, line, hit[0])
        if who:
            span = _ground(line, hit[1]) or line.span
            return reason(talk, line, span, "nearby_confidence", Stance.AGAINST, by=who[0])
    return None


def objected_to(talk: Talk, line: Line) -> frozenset[str]:
    """The stems of what an objection speaks of: its own, and those of the sentence before it, which `it` points at."""
    earlier = talk.lines[line.number - 1] if line.number else None
    is_near = earlier is not None and earlier.heading == line.heading
    return content(line.text) | (content(earlier.text) if earlier and is_near else frozenset())


def reported_options(talk: Talk, cast: Cast, lines: Sequence[Line]) -> Iterator[ExtractedOption]:
    """`Tomasz suggested Nix`, with what became of it when the next sentence says so: `Dropped, since …`."""
    for line in lines:
        for hit in line.hits.get("reported_proposal", ()):
            who, named = _who(cast, line, hit[0]), clauses.after(line, _led(line, hit), Reach.CLAUSE)
            if who and named:
                yield _with_outcome(talk, option(talk, line, named, Outcome.OPEN, by=who[0]), line)
                break


def is_of_the_one_before(line: Line) -> bool:
    """`Dropped, since nobody can maintain it`: it says of the sentence before what became of it."""
    return any(hit[0] == 0 for hit in line.hits.get("dropped", ()))


def _led(line: Line, hit: Hit) -> Hit:
    """The cue with the words that only lead to what was proposed: `to`, `that we`, `going to`."""
    end = hit[1]
    while end + 1 < len(line.words) and line.words[end] in _LEADS:
        end += 1
    return hit[0], end


def _with_outcome(talk: Talk, proposed: ExtractedOption, line: Line) -> ExtractedOption:
    after = talk.lines[line.number + 1] if line.number + 1 < len(talk.lines) else None
    verdict = next((each for each in (line, after) if each and is_of_the_one_before(each)), None)
    if verdict is None or verdict.heading != line.heading:
        return proposed
    why = _ground(verdict, 1)
    if why is None:
        return replace(proposed, outcome=Outcome.REJECTED)
    against = reason(talk, verdict, why, "nearby_confidence", Stance.AGAINST, by="")
    return replace(proposed, outcome=Outcome.REJECTED, why_not=(against,))


def _who(cast: Cast, line: Line, verb: int) -> tuple[str, ...]:
    """The people named before the verb."""
    return cast.people_in(line, line.part(0, verb - 1)) if verb else ()


def _ground(line: Line, first: int) -> Span | None:
    """What is given as the reason from word `first` on: after `because` and its like, or after a colon."""
    at = next((at for at in range(first, len(line.words)) if line.words[at] in _OPENS_REASON), -1)
    return clauses.after(line, (at, at + 1), Reach.SENTENCE) if at > 0 else None
