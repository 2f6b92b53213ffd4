"""Commitments: what somebody promised, was asked to do, or is down for."""

from collections.abc import Container, Iterator
from itertools import islice

from graphmem.domain.documents import SpeakerRole
from graphmem.domain.entities import EntityKind
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
        points = numbers.total(_weighty(talk, line, kind, has_date=bool(due)) | {kind})
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


def _weighty(talk: Talk, line: Line, kind: str, *, has_date: bool) -> frozenset[str]:
    """The flags that count: who writes `I'll put it there`, or says when, means it."""
    flags = line.flags if has_date else line.flags - {"due"}
    if has_date or talk.form is not Form.MEETING:
        flags -= {"not_promise_yet"}
    return flags - {"question"} if kind == "agreed_to_do" else flags


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
    if line.has("action", "todo") or "action" in talk.lead_flags(line) or _is_under(line, "action_headings"):
        return _doer(cast, line) or line.speaker or talk.author, "action" if not line.has("colon", "done") else ""
    spoken = _promise(talk, line) if line.speaker else ""
    if spoken:
        return line.speaker, spoken
    named, kind = _of_somebody_named(cast, line)
    if named:
        return named, kind
    if talk.form is Form.MEETING and line.has("findout"):
        return "", "findout"
    if talk.form is Form.PROSE and line.has("duty") and line.has("item"):
        return talk.author, "duty"
    return _asked(talk, cast, line) if line.has("please") and line.role is not SpeakerRole.USER else ("", "")


def _doer(cast: Cast, line: Line) -> str:
    """Who is down for a task: the name it begins with, or one set apart by a mark; the others are what it is about.

    Other languages than English put the name elsewhere too: there it is the first one.
    """
    if line.language != ENGLISH:
        return next(iter(cast.people_in(line, line.span)), "")
    classes = line.classes
    for place in cast.places.get(line.number, ()):
        before, after = line.words[: place.first], line.words[place.last + 1 : place.last + 2]
        is_apart = not before or not before[-1][0].isalnum() or before[-1] in classes["before_doer"]
        is_followed = not after or not after[0][0].isalnum() or after[0] in classes["after_doer"] or place.first <= 1
        if place.kind is EntityKind.PERSON and is_apart and is_followed:
            return place.name
    return ""


def _promise(talk: Talk, line: Line) -> str:
    """The rule by which the speaker owes it: a promise, or words that are one beside a date or a thing to hand over."""
    if line.has("promise_sure"):
        return "promise_sure"
    if line.has("promise") or (line.has("present_promise") and _due(line)):
        return "promise_spoken" if talk.form is Form.MEETING else "promise_written"
    return "promise_soft" if line.has("promise_soft") and talk.form is not Form.AGENT else ""


def _of_somebody_named(cast: Cast, line: Line) -> tuple[str, str]:
    """`Ada will send it`, `Ben volunteered to check it`, `Cy to draft the letter`."""
    named = _named_will(cast, line)
    if named:
        return named, "named_will"
    tasks = ((at, at + 1) for at, word in enumerate(line.words) if word == "to" and _begins(cast, line, at))
    for start, _ in (*line.hits.get("undertook", ()), *tasks):
        people = cast.people_in(line, line.part(start - 1, start - 1)) if start else ()
        if people and (line.words[start] != "to" or _begins(cast, line, start)):
            return people[-1], "undertook"
    return "", ""


def _begins(cast: Cast, line: Line, end: int) -> bool:
    """Whether names alone stand between word `end` and the last mark before it: `Ana and Ben to …`."""
    named = cast.words_named_in(line)
    at = end - 1
    while at >= 0 and (at in named or line.words[at] == "and"):
        at -= 1
    return at < 0 or not line.words[at][0].isalnum()


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
    addressed = cast.people_in(line, line.span) or tuple(_others(talk, line))
    return (addressed[0], "please_due") if addressed and talk.form is not Form.MEETING else ("", "")


def _others(talk: Talk, line: Line) -> Iterator[str]:
    """To whom the line is said: the participants, else the speakers, when there is only one other."""
    known = talk.episode.participants or tuple(dict.fromkeys(chunk.speaker for chunk in talk.episode.chunks))
    others = [name for name in known if name not in ("", line.speaker)]
    yield from others if len(others) == 1 or talk.episode.participants else ()


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
