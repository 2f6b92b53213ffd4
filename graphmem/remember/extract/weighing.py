"""How sure it is that a sentence says a decision: the points of its cues and of the answers to it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from graphmem.domain.extraction import Span
from graphmem.remember.extract.discourse import Reply
from graphmem.remember.extract.lines import Form, Line, Talk
from graphmem.remember.extract.table import scale

NO_REPLY = Reply(strong=(), weak=(), is_disputed=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A sentence that says a decision.

    line     where its words stand; `said` is the sentence that made it one (the same, or `okay, let's do that`)
    flags    the cues and circumstances that gave the points
    by       who decided, so far as speakers tell
    asked    the question or offer whose words its own words need to be understood
    """

    line: Line
    said: Line
    span: Span
    flags: frozenset[str]
    points: float
    by: tuple[str, ...]
    proposed_by: tuple[str, ...] = ()
    asked: Line | None = None

    @property
    def is_accepted(self) -> bool:
        """Enough points to hold; below, it is only a proposal."""
        return self.points >= scale("decision").numbers["accepted"]


def weighed(talk: Talk, line: Line, said: Line, flags: Iterable[str], reply: Reply) -> Choice | None:
    """The choice that `line` words and `said` makes; None when its points are too few.

    What only suggests is no more than proposed until somebody agrees.
    """
    numbers = scale("decision")
    flags = {*flags, *_of_reply(reply)}
    points = numbers.total(flags)
    is_soft = (flags & numbers.words["core"]) <= numbers.words["soft"]
    if is_soft and not reply.strong and talk.form is not Form.AGENT:
        points = min(points, (numbers.numbers["accepted"] + numbers.numbers["proposed"]) / 2)
    if points < numbers.numbers["proposed"]:
        return None
    by = tuple(dict.fromkeys(filter(None, (said.speaker, *reply.strong))))
    proposed = (line.speaker,) if line.speaker not in ("", *by) else ()
    return Choice(
        line=line, said=said, span=_span(line), flags=frozenset(flags), points=points, by=by, proposed_by=proposed
    )


def _of_reply(reply: Reply) -> Iterator[str]:
    if reply.strong:
        yield "assented"
    if len(reply.weak) > 1:
        yield "weakly_by_two"
    elif reply.weak:
        yield "weakly_by_one"
    if reply.is_disputed:
        yield "dissented"


def _span(line: Line) -> Span:
    """The sentence; of a long one the comma parts around the first core cue, as far as the table's limits."""
    numbers = scale("decision")
    core = [hit for flag, hits in line.hits.items() if flag in numbers.words["core"] for hit in hits]
    if len(line.words) <= numbers.whole("longest_span") or not core or line.has("recap"):
        return line.span
    first, last = min(core)[0], max(min(core)[1], min(core)[0] + numbers.whole("shortest_span"))
    commas = [at for at, word in enumerate(line.words) if word in (",", ";", ":", "—")]
    start = max((at + 1 for at in commas if at < first), default=0)
    end = min((at for at in commas if at >= last), default=len(line.words))
    return line.part(start, min(end, len(line.words)) - 1)
