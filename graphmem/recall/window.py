"""The window a question's words of time open: tried first, and given up when nothing in it is about the question."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from graphmem.domain.answers import Quote
from graphmem.domain.candidates import Candidate, Reach
from graphmem.domain.text import flat, shortened
from graphmem.recall.question import Question, read_question
from graphmem.recall.when import When

LONGEST_QUOTE = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """How the time in a question was taken: the question and reach that follow from it, and the words that tell it."""

    question: Question
    reach: Reach
    told: str = ""
    is_strict: bool = False


def window_of(when: When | None, question: Question, reach: Reach) -> Window:
    """The window that these words of time open; a preferred month is left to the ranking."""
    if when is None or (when.since is None and when.until is None):
        return Window(question=question, reach=reach)
    if not when.is_strict:
        month, year = when.month
        preferring = replace(question, month=question.month or month, year=question.year or year)
        return Window(question=preferring, reach=reach, told=when.told)
    within = replace(reach, since=when.since, until=when.until)
    if when.since is None and when.until is not None:
        within = replace(within, valid=when.until - timedelta(microseconds=1), with_history=True)
    return Window(question=question, reach=within, told=when.told, is_strict=True)


async def anchored(when: When, find: Callable[[Question], Awaitable[Quote | None]]) -> tuple[When | None, str]:
    """The words of time with the moment of what bounds them, and the words it was found by.

    None when nothing dated is about it: then the words stay words.
    """
    quote = await find(read_question(when.anchor))
    if quote is None or quote.happened_at is None:
        return None, ""
    short = shortened(flat(quote.text), LONGEST_QUOTE)
    return when.bounded(quote.happened_at.astimezone(UTC)), f", by “{short}”"


def is_inside(candidate: Candidate, since: datetime | None, until: datetime | None) -> bool:
    """Whether it was said in the window; what has no date was not."""
    if since is None and until is None:
        return True
    at = candidate.happened_at
    return at is not None and (since is None or at >= since) and (until is None or at < until)
