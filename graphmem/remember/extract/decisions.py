"""Decisions of talk and notes, each with what speaks for and against it."""

from collections.abc import Iterator
from itertools import pairwise, starmap

from graphmem.domain.extraction import ExtractedDecision
from graphmem.domain.statements import Status
from graphmem.remember.extract.arguments import arguments_of
from graphmem.remember.extract.choices import find_choices
from graphmem.remember.extract.entities import Cast
from graphmem.remember.extract.lines import Line, Talk
from graphmem.remember.extract.table import confidence, scale
from graphmem.remember.extract.weighing import Choice


def find_decisions(talk: Talk, cast: Cast) -> list[tuple[Line, ExtractedDecision]]:
    """The decisions in order, each with the line where its words stand."""
    choices = find_choices(talk)
    territories = _territories([choice.line.number for choice in choices], len(talk.lines))
    return [
        (choice.line, _decision(talk, cast, choice, territory))
        for choice, territory in zip(choices, territories, strict=False)
    ]


def _territories(places: list[int], end: int) -> Iterator[range]:
    """For each of the ordered `places` the numbers from 0 to `end` that are nearer to it than to its neighbours."""
    borders = [(left + right + 1) // 2 for left, right in pairwise(places)]
    return starmap(range, zip([0, *borders], [*borders, end], strict=True))


def _decision(talk: Talk, cast: Cast, choice: Choice, territory: range) -> ExtractedDecision:
    found = arguments_of(talk, cast, choice, territory)
    return ExtractedDecision(
        text=_told(talk, choice),
        span=choice.span,
        confidence=confidence(choice.points, scale("decision").numbers["accepted"]),
        status=Status.ACCEPTED if choice.is_accepted else Status.PROPOSED,
        by=choice.by or _subjects(cast, choice),
        proposed_by=choice.proposed_by,
        reasons=found.reasons,
        triggers=found.triggers,
        objections=found.objections,
        options=found.options,
        about=tuple(dict.fromkeys((*cast.named_in(choice.line, choice.span), *cast.title_names))),
        reverses=choice.line.has("reverses"),
        support=tuple(each.span for each in (choice.said, choice.asked) if each and each.number != choice.line.number),
    )


def _told(talk: Talk, choice: Choice) -> str:
    """Its words; those of an answer follow what it answers."""
    words = talk.slice(choice.span)
    return f"{talk.slice(choice.asked.span)} {words}" if choice.asked else words


def _subjects(cast: Cast, choice: Choice) -> tuple[str, ...]:
    """The people named before the verb: `Priya and Tom decided to …`."""
    hit = next(iter(choice.line.hits.get("decided", ())), None)
    return cast.people_in(choice.line, choice.line.part(0, hit[0] - 1)) if hit and hit[0] else ()
