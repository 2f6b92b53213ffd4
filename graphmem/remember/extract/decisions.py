"""Decisions of talk and notes, each with what speaks for and against it."""

from graphmem.domain.extraction import ExtractedDecision
from graphmem.domain.statements import Status
from graphmem.remember.extract.arguments import arguments_of
from graphmem.remember.extract.choices import Choice, find_choices
from graphmem.remember.extract.entities import Cast
from graphmem.remember.extract.lines import Line, Talk
from graphmem.remember.extract.table import confidence, scale


def find_decisions(talk: Talk, cast: Cast) -> list[tuple[Line, ExtractedDecision]]:
    """The decisions in order, each with the line where its words stand."""
    return [(choice.line, _decision(talk, cast, choice)) for choice in find_choices(talk)]


def _decision(talk: Talk, cast: Cast, choice: Choice) -> ExtractedDecision:
    found = arguments_of(talk, choice)
    named = cast.named_in(choice.line, choice.span)
    return ExtractedDecision(
        text=talk.slice(choice.span),
        span=choice.span,
        confidence=confidence(choice.points, scale("decision").numbers["accepted"]),
        status=Status.ACCEPTED if choice.is_accepted else Status.PROPOSED,
        by=choice.by or _subjects(cast, choice),
        proposed_by=choice.proposed_by,
        reasons=found.reasons,
        triggers=found.triggers,
        objections=found.objections,
        options=found.options,
        about=tuple(dict.fromkeys((*named, *cast.title_names))),
        reverses=choice.line.has("reverses"),
    )


def _subjects(cast: Cast, choice: Choice) -> tuple[str, ...]:
    """The people named before the verb: `Priya and Tom decided to …`."""
    hit = next(iter(choice.line.hits.get("decided", ())), None)
    return cast.people_in(choice.line, choice.line.part(0, hit[0] - 1)) if hit and hit[0] else ()
