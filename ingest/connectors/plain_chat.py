"""Chats as text: whatever way each message is opened, the one that most lines use is the file's."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from itertools import takewhile

from graphmem.domain.documents import Document, EpisodeKind, Part, Skipped, SpeakerRole
from ingest.agent_blocks import ASSISTANT
from ingest.chat_forms import Form, choose_form, likeliest_form, name_in, opening_of
from ingest.connector import Source
from ingest.connectors.markdown import note_frame
from ingest.json_rows import looks_like_json
from ingest.lines import Line, lines, lines_of, sniffed
from ingest.moments import DAY, DayOrder, day_order, read_day, read_moment
from ingest.prose import blocks
from ingest.speakers import is_source, role_of
from ingest.tally import Tally
from ingest.windows import content_key, windows

MIDNIGHT_STEP = timedelta(hours=6)
MEETING_WORDS_WITHIN = 600

_TOOL = "[tool]"
_MEETING = re.compile(r"\b(?:meeting|transcript|minutes|attendees|stand-?up|retrospective)\b", re.IGNORECASE)
_ASIDE = re.compile(
    r"\s*(?:#{1,6}\s+)?\d{1,2}:\d{2}:\d{2}\s*$|(?:Meeting|Transcription|Recording) ended after [\d:]+.*$"
    r"|[^:]{1,60} (?:started|stopped) transcription\.?\s*$|This editable transcript was computer generated"
)
_DAY_LINE = re.compile(
    rf"[\s#*_=–—-]*(?:day changed\s+)?(?:[A-Za-z]{{3,9}},?\s+)?(?P<day>{DAY})[\s*_=–—-]*$", re.IGNORECASE
)


class PlainChat:
    """Messages may have several lines; what stands before the first one is kept, but states nothing."""

    name = "plain-chat"

    def recognises(self, source: Source) -> float:
        """By lines of which enough open a message in one and the same form."""
        if looks_like_json(source):
            return 0.0
        return 0.8 if choose_form(sniffed(source.head).split("\n")) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The chat's windows."""
        tally = Tally(source.uri)
        head = sniffed(source.head)
        form = choose_form(head.split("\n")) or likeliest_form(head.split("\n"))
        if form is None:
            yield Skipped(uri=source.uri, line=0, reason="no line begins a message")
            return
        calendar = _calendar(source, form, tally)
        messages = _messages(lines(source, tally), form, calendar, tally)
        yield from windows(_frame(source, head, form), ([part] for part in _parts(messages)), tally)
        yield from tally.report()


@dataclass(slots=True, kw_only=True)
class _Message:
    """A message while its lines come in; `speaker` None marks what stands before the first one."""

    speaker: str | None
    at: datetime | None
    lines: list[str]

    @property
    def text(self) -> str:
        return "\n".join(self.lines).strip()


class _Calendar:
    """Gives bare times their day: the one last named, or the one around the source; past midnight it is the next."""

    def __init__(self, order: DayOrder, day: date | None, zone: tzinfo) -> None:
        self._order, self._day, self._zone = order, day, zone
        self._last: datetime | None = None

    def turn_to(self, line: str) -> bool:
        """Whether `line` names a day and nothing else; if so, times that follow belong to it."""
        found = _DAY_LINE.match(line)
        day = read_day(found["day"], self._order) if found else None
        self._day, self._last = (day, None) if day else (self._day, self._last)
        return day is not None

    def moment(self, when: str) -> datetime | None:
        """The moment that a message's stamp means."""
        at = read_moment(when, order=self._order, day=self._day, zone=self._zone)
        is_bare = read_day(when, self._order) is None
        if at and is_bare and self._day and self._last and self._last - at > MIDNIGHT_STEP:
            self._day += timedelta(days=1)
            at += timedelta(days=1)
        self._last = at or self._last
        return at


def _calendar(source: Source, form: Form, tally: Tally) -> _Calendar:
    order, is_decided = day_order(_stamps(lines_of(sniffed(source.head)), form))
    if not is_decided:
        order, is_decided = day_order(_stamps(lines(source, Tally(source.uri)), form))
    if not is_decided:
        tally.leave_out(f"choice of {order} for its dates: nothing in the source decides it", 0)
    around = source.happened_at
    return _Calendar(order, around.date() if around else None, (around and around.tzinfo) or UTC)


def _stamps(found: Iterable[Line], form: Form) -> Iterator[str]:
    openings = (opening_of(form, line.text) for line in found)
    return (opening.groupdict().get("when") or "" for opening in openings if opening)


def _messages(found: Iterable[Line], form: Form, calendar: _Calendar, tally: Tally) -> Iterator[_Message]:
    current = _Message(speaker=None, at=None, lines=[])
    for line in found:
        tally.read += 1
        opening = opening_of(form, line.text)
        if opening:
            yield current
            when = opening.groupdict().get("when")
            name = name_in(opening)
            said = line.text if name.lower() == _TOOL else opening["text"]
            current = _Message(speaker=name, at=calendar.moment(when) if when else None, lines=[said])
        elif _ASIDE.match(line.text) or (form.service and form.service.match(line.text)):
            tally.leave_out("line of the chat program itself", line.number)
        elif not calendar.turn_to(line.text):
            current.lines.append(line.text)
    yield current


def _parts(messages: Iterable[_Message]) -> Iterator[Part]:
    """Keys are positions in a chat without times; with times they stay when the beginning is cut off."""
    last: datetime | None = None
    same: dict[str, int] = {}
    for position, message in enumerate(messages):
        text = message.text
        if not text:
            continue
        if message.at != last:
            last, same = message.at, {}
        said = content_key(message.speaker or "", text)
        same[said] = same.get(said, 0) + 1
        number = f"~{same[said]}" if same[said] > 1 else ""
        key = f"{message.at:%Y%m%dT%H%M%S}-{said}{number}" if message.at else f"{position}-{said}"
        yield _part(message, key, text)


def _part(message: _Message, key: str, text: str) -> Part:
    speaker = message.speaker
    if speaker is None:
        return Part(key=key, text=text, is_noise=True)
    if speaker.lower() == _TOOL:
        return Part(key=key, text=text, speaker=ASSISTANT, role=SpeakerRole.ASSISTANT, at=message.at, is_noise=True)
    return Part(
        key=key,
        text=text,
        speaker=speaker,
        role=role_of(speaker),
        at=message.at,
        is_noise=not is_source(speaker),
    )


def _frame(source: Source, head: str, form: Form) -> Document:
    """Title, date and people by what stands before the first message."""
    before = takewhile(lambda line: not opening_of(form, line), head.split("\n"))
    preamble = "\n".join(line for line in before if not _DAY_LINE.match(line))
    is_meeting = bool(_MEETING.search(f"{source.stem} {preamble}"[:MEETING_WORDS_WITHIN]))
    kind = EpisodeKind.MEETING if is_meeting else EpisodeKind.CONVERSATION
    return note_frame(source, blocks(lines_of(preamble)), harness=PlainChat.name, kind=kind)
