"""Subtitles and meeting recordings: WebVTT, SRT and SBV cues, put together by speaker."""

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from graphmem.domain.documents import Document, EpisodeKind, Part, Skipped, SpeakerRole
from ingest.chat_forms import is_name
from ingest.connector import Source
from ingest.frames import frame
from ingest.lines import Line, lines, lines_of, sniffed
from ingest.tally import Tally
from ingest.windows import content_key, windows

MERGED_LENGTH = 800
MERGED_PAUSE = timedelta(seconds=10)

_STAMP = r"(?:\d{1,3}:\d{1,2}:\d{1,2}|\d{1,2}:\d{2})[.,]\d{1,3}"
_TIMING = re.compile(rf"\s*(?P<start>{_STAMP})(?:\s*-->\s*|,(?=\d))(?P<end>{_STAMP})(?:\s+\S+:\S+)*\s*$")
_NEARLY_TIMING = re.compile(r".*-->|\s*\d{1,2}:\d{2}:\S+,\d{1,2}:\d{2}:")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+(?P<who>[^>]+)>")
_LABEL = re.compile(r"(?P<who>[^\W\d_][\w .'’-]{0,40}?):\s+(?=\S)")
_TAG = re.compile(r"</?(?!private\b|PRIVATE\b|Private\b)[a-zA-Z][^>]*>|<\d[\d:.]*>|</?>")
_BLOCK = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s|$)")
_NAME = re.compile(r"[^\W\d_][^:.?!<>]{0,60}")
_REPEATS = 1.4
_BULLET = re.compile(r"[-–—]\s*\S")


class TranscriptCues:
    """Tags are rendered away, words stay; cues of one speaker are one part as long as the pause between is short."""

    name = "webvtt"

    def recognises(self, source: Source) -> float:
        """By the WebVTT mark, or by lines that are a cue's times."""
        text = sniffed(source.head)
        if text.lstrip().startswith("WEBVTT"):
            return 0.98
        return 0.95 if any(map(_TIMING.match, text.split("\n"))) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The recording's windows."""
        tally = Tally(source.uri)
        cues = _cues(lines(source, tally), tally)
        shared = frame(source, harness=_harness(source), kind=EpisodeKind.MEETING)
        is_placed = source.happened_at is not None
        if _names_stand_first(source):
            cues = map(_named, cues)
        parts = _parts(cues, shared.happened_at if is_placed else None)
        is_empty = True
        for window in windows(shared, ([part] for part in parts), tally):
            is_empty = False
            yield window
        if is_empty and not tally.unknown:
            tally.leave_out("no cue in it", 0)
        yield from tally.report()


@dataclass(slots=True, kw_only=True)
class _Cue:
    """A cue while its lines come in."""

    line: int
    start: timedelta
    end: timedelta
    lines: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class _Speech:
    """What one speaker says over cues that follow each other."""

    speaker: str
    start: timedelta
    end: timedelta
    text: str

    def goes_on(self, speaker: str, start: timedelta) -> bool:
        is_short = len(self.text) < MERGED_LENGTH and start - self.end <= MERGED_PAUSE
        return is_short and self.speaker == speaker


def _harness(source: Source) -> str:
    text = sniffed(source.head)
    if text.lstrip().startswith("WEBVTT"):
        return "webvtt"
    timing = next((line for line in text.split("\n") if _TIMING.match(line)), "")
    return "srt" if "-->" in timing else "sbv"


def _names_stand_first(source: Source) -> bool:
    """Whether the first line of the cues is who speaks (as Teams writes them): names, few of them, again and again."""
    cues = [cue.lines for cue in _cues(lines_of(sniffed(source.head)), Tally(source.uri))]
    firsts = [lines[0] for lines in cues if len(lines) > 1]
    is_always = len(firsts) == len(cues) > 2  # noqa: PLR2004 - fewer cues repeat no name
    return is_always and len(set(firsts)) <= len(firsts) / _REPEATS and all(map(_NAME.fullmatch, firsts))


def _named(cue: _Cue) -> _Cue:
    """A cue whose first line is its speaker, as one with a voice."""
    if len(cue.lines) > 1:
        cue.lines[:2] = [f"<v {cue.lines[0]}>{cue.lines[1]}"]
    return cue


def _cues(found: Iterable[Line], tally: Tally) -> Iterator[_Cue]:
    """The cues with a text; what is neither a cue, its number or name, nor a note of the format, is a fault."""
    cue: _Cue | None = None
    stray: list[Line] = []
    is_aside = True
    for line in found:
        timing = _TIMING.match(line.text)
        if timing:
            yield from _closed(cue, tally)
            _report(stray[:-1], tally)
            stray, is_aside = [], False
            cue = _Cue(line=line.number, start=_offset(timing["start"]), end=_offset(timing["end"]))
        elif not line.text.strip():
            yield from _closed(cue, tally)
            _report(stray, tally)
            cue, stray, is_aside = None, [], False
        elif cue is not None:
            cue.lines.append(line.text.strip())
        elif not is_aside:
            is_aside = bool(_BLOCK.match(line.text)) and not stray
            stray = [] if is_aside else [*stray, line]
        elif _NEARLY_TIMING.match(line.text):
            is_aside, stray = False, [line]
    yield from _closed(cue, tally)
    _report(stray, tally)


def _closed(cue: _Cue | None, tally: Tally) -> Iterator[_Cue]:
    if cue is None:
        return
    tally.read += 1
    if any(line for line in cue.lines):
        yield cue
    else:
        tally.leave_out("cue without text", cue.line)


def _report(stray: list[Line], tally: Tally) -> None:
    """Lines outside of any cue are one malformed cue, unless they only number one."""
    told = [line for line in stray if not line.text.strip().isdigit()]
    if told:
        tally.read += 1
        tally.fault(f"malformed cue: {told[0].text.strip()[:80]!r}", told[0].number)


def _parts(cues: Iterable[_Cue], base: datetime | None) -> Iterator[Part]:
    for position, speech in enumerate(_speeches(cues)):
        yield Part(
            key=f"{position}-{content_key(speech.speaker, speech.text)}",
            text=speech.text,
            speaker=speech.speaker,
            role=SpeakerRole.PERSON if speech.speaker else SpeakerRole.NONE,
            at=base + speech.start if base else None,
        )


def _speeches(cues: Iterable[_Cue]) -> Iterator[_Speech]:
    current: _Speech | None = None
    shown: list[str] = []
    for cue in cues:
        last, shown = shown, []
        for number, line in enumerate(cue.lines):
            speaker, text = _rendered(line)
            shown.append(text)
            if not text or text in last:
                continue  # captions that roll show a line again below the next
            speaker = speaker or (current.speaker if current and number else "")
            if current and current.goes_on(speaker, cue.start):
                current.text += ("\n" if _BULLET.match(text) else " ") + text
                current.end = cue.end
            else:
                if current:
                    yield current
                current = _Speech(speaker=speaker, start=cue.start, end=cue.end, text=text)
    if current:
        yield current


def _rendered(line: str) -> tuple[str, str]:
    """The speaker whom a line names, and its words as a player shows them."""
    voice = _VOICE.search(line)
    text = " ".join(html.unescape(_TAG.sub("", line)).split())
    label = None if voice else _LABEL.match(text)
    if label and is_name(label["who"]):
        return label["who"].strip(), text[label.end() :]
    return (voice["who"].strip() if voice else ""), text


def _offset(stamp: str) -> timedelta:
    whole, _, fraction = stamp.replace(",", ".").partition(".")
    seconds = 0
    for part in whole.split(":"):
        seconds = seconds * 60 + int(part)
    return timedelta(seconds=seconds, milliseconds=int(fraction.ljust(3, "0")))
