"""Reasons and options as they are read: the words, the place, and how sure the table makes it."""

from graphmem.domain.extraction import ExtractedOption, ExtractedReason, Span
from graphmem.domain.statements import Outcome, Stance
from graphmem.remember.extract.lines import Line, Talk
from graphmem.remember.extract.table import scale


def reason(
    talk: Talk, line: Line, span: Span, sure: str, stance: Stance = Stance.FOR, *, by: str | None = None
) -> ExtractedReason:
    """A reason in the words of `span`, given by the speaker of `line` unless `by` says who gave it.

    `sure` names its confidence in the table.
    """
    return ExtractedReason(
        text=talk.slice(span),
        span=span,
        confidence=scale("argument").numbers[sure],
        stance=stance,
        by=line.speaker if by is None else by,
    )


def option(
    talk: Talk,
    line: Line,
    span: Span,
    outcome: Outcome,
    why_not: tuple[ExtractedReason, ...] = (),
    *,
    text: str = "",
    by: str | None = None,
) -> ExtractedOption:
    """An option in the words of `span`, or called `text` by a heading, brought up by `line`'s speaker or `by`."""
    return ExtractedOption(
        text=text or talk.slice(span),
        span=span,
        confidence=scale("argument").numbers["confidence"],
        outcome=outcome,
        by=line.speaker if by is None else by,
        why_not=why_not,
    )
