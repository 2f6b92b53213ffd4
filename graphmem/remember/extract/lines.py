"""An episode as a row of sentences with speaker, turn, place and flags: what all other rules read."""

import bisect
import functools
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from graphmem.domain.documents import SPOKEN, EpisodeKind, SpeakerRole
from graphmem.domain.episodes import Chunk, Episode
from graphmem.domain.extraction import Span
from graphmem.domain.text import sentences, stems
from graphmem.remember.extract.cues import Hit
from graphmem.remember.extract.plain import Plain, plain
from graphmem.remember.extract.table import scale, table, words_of

_MARKER = re.compile(r"(?:[-*+•–]|\d{1,3}[.)]|\[[ xX]\])\s+")
_NUMBERING = re.compile(r"\d{1,3}[.)]")
_NO_STATEMENT = re.compile(r">|\||#{1,6}\s|\[tool|!\[")
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
_QUESTION_END = re.compile(r"\?[\"'”’)\]*_]*$")
_TAG_END = re.compile(r"you know\s*\?$", re.IGNORECASE)


class Form(StrEnum):
    """How an episode is told; numbers and rules differ by it."""

    MEETING = "meeting"
    CHAT = "chat"
    AGENT = "agent"
    PROSE = "prose"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One sentence or list item.

    start, end  half-open, into the text of chunk number `chunk`, without a list marker
    words       plain words (see plain.py); `spans` say where each stands
    hits        where the phrases of each cue stand among the words
    flags       the cues found, and what is known of the line itself: question, item, colon, code, backchannel
    turn        0-based number of its turn or block
    lead        number of the line ending in a colon that this list item stands under, else -1
    """

    number: int
    chunk: int
    start: int
    end: int
    text: str
    words: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    hits: Mapping[str, list[Hit]]
    flags: frozenset[str]
    speaker: str
    role: SpeakerRole
    turn: int
    section: str
    heading: tuple[str, ...]
    lead: int

    @property
    def span(self) -> Span:
        """The whole sentence."""
        return Span(chunk=self.chunk, start=self.start, end=self.end)

    def part(self, first: int, last: int) -> Span:
        """The characters from word `first` to word `last`, both included; marks at the end are left off."""
        while last > first and not self.words[last][0].isalnum() and self.words[last] not in (")", '"', "”"):
            last -= 1
        return Span(chunk=self.chunk, start=self.spans[first][0], end=self.spans[last][1])

    def has(self, *flags: str) -> bool:
        """Whether any of `flags` was raised."""
        return not self.flags.isdisjoint(flags)


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """All sentences of an episode in order."""

    episode: Episode
    form: Form
    lines: tuple[Line, ...]

    def slice(self, span: Span) -> str:
        """The quote, white space evened out."""
        return " ".join(self.episode.chunks[span.chunk].text[span.start : span.end].split())

    def around(self, line: Line, before: int, after: int) -> tuple[Line, ...]:
        """The lines at most `before` and `after` places away, without the line itself."""
        at = line.number
        return self.lines[max(0, at - before) : at] + self.lines[at + 1 : at + 1 + after]

    def lead_flags(self, line: Line) -> frozenset[str]:
        """The flags of the line that leads in the list this line stands in."""
        return self.lines[line.lead].flags if line.lead >= 0 else frozenset()


@functools.lru_cache(maxsize=16384)
def content(text: str) -> frozenset[str]:
    """The stems that carry what a text is about."""
    return frozenset(stems(text))


def read(episode: Episode) -> Talk:
    """The sentences of `episode`; noise, code, quoted mail, headings and service messages give none."""
    form = _form(episode)
    lines: list[Line] = []
    place = _Place()
    for number, chunk in enumerate(episode.chunks):
        place.enter(chunk)
        if not chunk.is_noise and not _is_bot(chunk.speaker):
            lines.extend(_lines_of(chunk, number, len(lines), place, is_spoken=form is not Form.PROSE))
    return Talk(episode=episode, form=form, lines=tuple(lines))


def _form(episode: Episode) -> Form:
    if any(chunk.role is SpeakerRole.ASSISTANT for chunk in episode.chunks):
        return Form.AGENT
    if not any(chunk.speaker for chunk in episode.chunks):
        return Form.PROSE
    return Form.MEETING if episode.kind is EpisodeKind.MEETING else Form.CHAT


def _is_bot(speaker: str) -> bool:
    return not words_of("bots").isdisjoint(speaker.lower().split())


@dataclass(slots=True)
class _Place:
    """What the reader carries from chunk to chunk."""

    turn: int = -1
    unit: str = ""
    heading: tuple[str, ...] = ()
    lead: int = -1
    is_fenced: bool = False
    open_tag: str = ""

    def enter(self, chunk: Chunk) -> None:
        """Takes note of a new turn or block; a list's lead-in holds on in prose until the heading changes."""
        is_new = chunk.starts_unit or chunk.unit_id != self.unit
        if is_new:
            self.turn += 1
            self.is_fenced, self.open_tag = False, ""
        if chunk.heading != self.heading or (chunk.speaker and is_new):
            self.lead = -1
        self.unit, self.heading = chunk.unit_id, chunk.heading


def _lines_of(chunk: Chunk, number: int, first: int, place: _Place, *, is_spoken: bool) -> Iterator[Line]:
    count, previous, is_item = first, 0, False
    blocked = _merged([*_fenced(chunk.text, place), *_injected(chunk.text, place)])
    for start, end in sentences(chunk.text):
        starts_line = not previous or "\n" in chunk.text[previous:start]
        marker = _MARKER.match(chunk.text, start, end) if starts_line else None
        is_number_alone = starts_line and bool(_NUMBERING.fullmatch(chunk.text, start, end))
        is_item = bool(marker) or is_number_alone or (is_item and not starts_line)
        previous, begin = (start if is_number_alone else end), (marker.end() if marker else start)
        if is_number_alone or _is_within(blocked, start) or _NO_STATEMENT.match(chunk.text, begin):
            continue
        line = _line(chunk, number, count, begin, end, place, is_item=is_item, is_spoken=is_spoken)
        if line is None:
            continue
        if not is_item:
            place.lead = line.number if "colon" in line.flags else -1
        count += 1
        yield line


def _line(
    chunk: Chunk, number: int, count: int, start: int, end: int, place: _Place, *, is_item: bool, is_spoken: bool
) -> Line | None:
    read_as = plain(chunk.text, start, end, is_spoken=is_spoken)
    if not read_as.words:
        return None
    text = chunk.text[start:end]
    hits = _hits(read_as)
    flags = {*hits, *_own_flags(text, read_as)}
    if is_item:
        flags.add("item")
    if "service" in flags:
        return None
    return Line(
        number=count,
        chunk=number,
        start=start,
        end=end,
        text=text,
        words=tuple(read_as.words),
        spans=tuple(read_as.spans),
        hits=hits,
        flags=frozenset(flags),
        speaker=chunk.speaker,
        role=chunk.role,
        turn=place.turn,
        section=chunk.section,
        heading=chunk.heading,
        lead=place.lead if is_item else -1,
    )


def _hits(read_as: Plain) -> dict[str, list[Hit]]:
    """The cues outside quotation marks; a sentence too long to be one has none."""
    words, limits = read_as.words, scale("read")
    if len(words) > limits.whole("longest_sentence_words"):
        return {}
    hits = table().cues.scan(words, opening_of(words))
    quoted = list(_quotations(words, limits.whole("shortest_quotation_words")))
    if not quoted:
        return hits
    outside = {flag: [hit for hit in found if not _is_within(quoted, hit[0])] for flag, found in hits.items()}
    return {flag: found for flag, found in outside.items() if found}


def opening_of(words: list[str] | tuple[str, ...]) -> int:
    """The number of words like `okay, so` that come before the sentence proper."""
    openers = table().classes["openers"]
    most = min(scale("read").whole("opening_words"), len(words) - 1)
    return next((at for at in range(most) if words[at] not in openers), max(most, 0))


def _own_flags(text: str, read_as: Plain) -> Iterator[str]:
    words = read_as.words
    if _QUESTION_END.search(text[-8:]) and not _TAG_END.search(text[-16:]):
        yield "question"
    if words[-1] == ":":
        yield "colon"
    if read_as.symbols > scale("read").numbers["symbol_share"] * (len(words) - read_as.symbols):
        yield "code"
    if len(words) > scale("read").whole("longest_sentence_words"):
        yield "code"
    if all(word in table().classes["backchannel"] for word in words):
        yield "backchannel"


def _quotations(words: list[str], shortest: int) -> Iterator[tuple[int, int]]:
    """Ranges of words between quotation marks, long enough to be somebody's words and not a name."""
    opened = -1
    for at, word in enumerate(words):
        if word not in ('"', "“", "”"):
            continue
        if opened < 0 and word != "”":
            opened = at
        elif opened >= 0:
            if at - opened > shortest:
                yield opened, at
            opened = -1
    if opened >= 0 and words[opened] == "“":
        yield opened, len(words)


def _fenced(text: str, place: _Place) -> Iterator[tuple[int, int]]:
    """Fenced code; an open fence goes on in the next chunk of the same turn."""
    if not place.is_fenced and "```" not in text and "~~~" not in text:
        return
    begin = 0
    for fence in _FENCE.finditer(text):
        if place.is_fenced:
            yield begin, fence.end()
        begin, place.is_fenced = fence.start(), not place.is_fenced
    if place.is_fenced:
        yield begin, len(text)


def _injected(text: str, place: _Place) -> Iterator[tuple[int, int]]:
    """What a harness put into a turn between tags: nobody said it; an open tag goes on in the next chunk."""
    if place.open_tag:
        end = text.find(f"</{place.open_tag}>")
        yield 0, end if end >= 0 else len(text)
        place.open_tag = place.open_tag if end < 0 else ""
    if "<" not in text:
        return
    for tag in scale("read").words["injected"]:
        start = text.find(f"<{tag}>")
        while start >= 0:
            end = text.find(f"</{tag}>", start)
            place.open_tag = tag if end < 0 else place.open_tag
            yield start, end if end >= 0 else len(text)
            start = text.find(f"<{tag}>", end) if end >= 0 else -1


def _merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same places as disjoint ranges in order."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _is_within(ranges: Sequence[tuple[int, int]], at: int) -> bool:
    """Whether one of the disjoint, ordered `ranges` holds `at`."""
    place = bisect.bisect_right(ranges, (at, sys.maxsize)) - 1
    return place >= 0 and at < ranges[place][1]
