"""Commitments: what somebody promised, was asked to do, or is down for."""

from collections.abc import Container, Iterator
from itertools import islice

from graphmem.domain.documents import SpeakerRole
from graphmem.domain.extraction import ExtractedCommitment, Span
from graphmem.domain.text import fold
from graphmem.remember.extract.discourse import reply_to
from graphmem.remember.extract.entities import Cast
from graphmem.remember.extract.lines import Form, Line, Talk
from graphmem.remember.extract.table import ENGLISH, confidence, scale

_KINDS = {"action": "follow_up", "findout": "follow_up", "blocker": "blocker", "open_question": "question"}


def find_commitments(talk: Talk, cast: Cast, taken: Container[int]) -> Iterator[tuple[Line, ExtractedCommitment]]:
    """Commitments in order; an assistant's promises are none, nor is a line whose number is in `taken`."""
    numbers = scale("commitment")
    for line in talk.lines:
        if line.number in taken or line.role is SpeakerRole.ASSISTANT or line.has("backchannel", "code"):
            continue
        owner, kind = _owner(talk, cast, line)
        if not kind:
            continue
        due = _due(line)
        flags = line.flags - ({"question"} if kind == "agreed_to_do" else set()) - (set() if due else {"due"})
        points = numbers.total(flags | {kind})
        if points >= numbers.numbers["threshold"]:
            yield (
                line,
                ExtractedCommitment(
                    text=talk.slice(line.span),
                    span=line.span,
                    confidence=confidence(points, numbers.numbers["threshold"]),
                    owed_by=owner,
                    owed_to=line.speaker if kind in ("please_due", "agreed_to_do") else "",
                    kind=_KINDS.get(kind, "promise"),
                    due=talk.slice(due) if due else "",
                ),
            )


def _owner(talk: Talk, cast: Cast, line: Line) -> tuple[str, str]:
    """Who owes it and by which rule; ("", "") when the line is no commitment."""
    return _waited_for(cast, line) or _promised(talk, cast, line)


def _waited_for(cast: Cast, line: Line) -> tuple[str, str] | None:
    """An open question or a blocker: whoever is named owes it."""
    is_question = line.has("open_question") or _is_under(line, "question_headings")
    if (is_question and not line.has("colon")) or line.has("blocker"):
        return next(iter(cast.people_in(line, line.span)), ""), "open_question" if is_question else "blocker"
    return None


def _promised(talk: Talk, cast: Cast, line: Line) -> tuple[str, str]:
    if line.has("action") or "action" in talk.lead_flags(line) or _is_under(line, "action_headings"):
        return next(iter(cast.people_in(line, line.span)), line.speaker), "action" if not line.has("colon") else ""
    if line.speaker and (line.has("promise") or (line.has("present_promise") and _due(line))):
        return line.speaker, "promise_spoken" if talk.form is Form.MEETING else "promise_written"
    named = _named_will(cast, line)
    if named:
        return named, "named_will"
    if talk.form is Form.MEETING and line.has("findout"):
        return "", "findout"
    return _asked(talk, cast, line) if line.has("please") and line.role is not SpeakerRole.USER else ("", "")


def _is_under(line: Line, headings: str) -> bool:
    """An item of a list under one of these headings."""
    heading = fold(line.heading[-1]) if line.heading else ""
    return line.has("item") and any(words in heading for words in scale("commitment").lists[headings])


def _named_will(cast: Cast, line: Line) -> str:
    """`Ada will send it`: a known person stands right before `will`."""
    for at in range(1, len(line.words) - 1):
        if (
            line.language == ENGLISH
            and line.words[at] in ("will", "shall", "'ll")
            and line.words[at + 1] not in line.classes["undone"]
        ):
            named = cast.people_in(line, line.part(at - 1, at - 1))
            if named:
                return named[-1]
    return ""


def _asked(talk: Talk, cast: Cast, line: Line) -> tuple[str, str]:
    """A request: the addressee owes it when there is a date, or whoever said yes."""
    if line.has("question"):
        reply = reply_to(talk, line)
        said_yes = (*reply.strong, *reply.weak)
        return (said_yes[0], "agreed_to_do") if said_yes and not reply.is_disputed else ("", "")
    if not _due(line):
        return "", ""
    others = [name for name in talk.episode.participants if name != line.speaker]
    addressed = cast.people_in(line, line.span)
    return (addressed or tuple(others) or ("",))[0], "please_due"


def _due(line: Line) -> Span | None:
    """When it is due, as it was said; the longest of the phrases that touch each other."""
    hits = sorted(line.hits.get("due", ()))
    if not hits:
        return None
    first, last = hits[0]
    for start, end in islice(hits, 1, None):
        if start <= last:
            last = max(last, end)
    if line.words[first] in ("before", "until", "by"):
        last = next(
            (at for at in range(first + 1, len(line.words)) if not line.words[at][0].isalnum()), len(line.words)
        )
    return line.part(first, last - 1)
