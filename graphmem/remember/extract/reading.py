"""Reading an episode: its chunks become sentences with speaker, turn, place and flags."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from graphmem.domain.documents import EpisodeKind, SpeakerRole
from graphmem.domain.episodes import Chunk, Episode
from graphmem.domain.extraction import Span
from graphmem.domain.text import sentences
from graphmem.remember.extract.blocked import Open, blocked, is_within
from graphmem.remember.extract.cues import Hit
from graphmem.remember.extract.languages import Languages, is_unread
from graphmem.remember.extract.lines import Form, Line, Talk
from graphmem.remember.extract.plain import Plain, plain
from graphmem.remember.extract.quotations import quotations
from graphmem.remember.extract.rolls import roll
from graphmem.remember.extract.table import scale, table, words_of

_MARKER = re.compile(r"(?:[-*+•–]|(?:\d{1,3}|[a-z])[.)]|\[[ xX]\])\s+")
_NUMBERING = re.compile(r"(?:\d{1,3}|[a-z])[.)]")
_NO_STATEMENT = re.compile(r">|\||#{1,6}\s|\[tool|!\[")
_LOWER_STOP = re.compile(r"([a-z]{2,20})\.\s+(?=[a-z])")
_QUESTION_END = re.compile(r"\?[\"'”’)\]*_]*$")
_HEADER = re.compile(r">|(?:From|To|Cc|Date|Subject|Sent|Reply-To):", re.IGNORECASE)
_HESITATION = re.compile(r"\b(?:uh|um|uhm|erm|mm|hmm|mm-hmm|uh-huh)\b", re.IGNORECASE)
_TAG_END = re.compile(r"you know\s*\?$", re.IGNORECASE)


def read(episode: Episode) -> Talk:
    """The sentences of `episode`; noise, code, quoted mail, headings and service messages give none."""
    form = _form(episode)
    spoken = [chunk.text for chunk in episode.chunks if not chunk.is_noise]
    languages = Languages(spoken)
    reader = _Reader(is_spoken=form is not Form.PROSE, languages=languages)
    for number, chunk in enumerate(episode.chunks):
        reader.enter(chunk)
        if not chunk.is_noise and not is_bot(chunk.speaker):
            reader.read(chunk, number)
    frame = _frame(episode, form, languages, len(reader.lines))
    return Talk(episode=episode, form=form, lines=tuple(reader.lines), frame=frame)


def _frame(episode: Episode, form: Form, languages: Languages, numbered: int) -> tuple[Line, ...]:
    """What stands before the first turn, when a connector kept it; its lines are numbered after all others."""
    reader = _Reader(is_spoken=False, languages=languages, first=numbered)
    if form in (Form.CHAT, Form.MEETING):
        for number, chunk in enumerate(episode.chunks):
            if chunk.speaker or not chunk.is_noise or _HEADER.match(chunk.text):
                break
            reader.enter(chunk)
            reader.read(chunk, number)
    return tuple(reader.lines)


def is_bot(speaker: str) -> bool:
    """A program that speaks in a channel."""
    return not words_of("bots").isdisjoint(speaker.lower().split())


def _form(episode: Episode) -> Form:
    if any(chunk.role is SpeakerRole.ASSISTANT for chunk in episode.chunks):
        return Form.AGENT
    if not any(chunk.speaker for chunk in episode.chunks):
        return Form.PROSE
    return Form.MEETING if episode.kind is EpisodeKind.MEETING or _is_spoken(episode) else Form.CHAT


def _is_spoken(episode: Episode) -> bool:
    """Whether so many turns have an `uh` or `mm` that somebody must have written down what was said aloud."""
    turns = [chunk.text for chunk in episode.chunks if chunk.speaker and chunk.starts_unit]
    hesitant = sum(bool(_HESITATION.search(text)) for text in turns)
    numbers = scale("read")
    return hesitant >= max(numbers.whole("spoken_turns"), numbers.numbers["spoken_share"] * len(turns))


@dataclass(slots=True, kw_only=True)
class _Reader:
    """The lines so far, and what is carried from chunk to chunk."""

    is_spoken: bool
    languages: Languages
    first: int = 0
    lines: list[Line] = field(default_factory=list)
    turn: int = -1
    unit: str = ""
    heading: tuple[str, ...] = ()
    lead: int = -1
    open: Open = field(default_factory=Open)

    def enter(self, chunk: Chunk) -> None:
        """Takes note of a new turn or block; a list's lead-in holds on in prose until the heading changes."""
        is_new = chunk.starts_unit or chunk.unit_id != self.unit
        if is_new:
            self.turn += 1
            self.open = Open()
        if chunk.heading != self.heading or (chunk.speaker and is_new):
            self.lead = -1
        self.unit, self.heading = chunk.unit_id, chunk.heading

    def read(self, chunk: Chunk, number: int) -> None:
        """Adds the sentences of a chunk that somebody says."""
        silent = blocked(chunk.text, self.open)
        cut_lower = self.is_spoken and chunk.role is not SpeakerRole.NONE
        for start, end, place in _units(chunk.text, cut_lower=cut_lower):
            if not is_within(silent, start) and not _NO_STATEMENT.match(chunk.text, start):
                self._add(chunk, Span(chunk=number, start=start, end=end), place)

    def _add(self, chunk: Chunk, span: Span, place: tuple[str, ...]) -> None:
        language = self.languages.of(chunk.text[span.start : span.end], chunk.text)
        read_as = plain(chunk.text, span.start, span.end, is_spoken=self.is_spoken, language=language)
        if not read_as.words:
            return
        line = self._line(chunk, span, read_as, place, language)
        if line.has("service"):
            return
        self.lines.append(line)
        if not place:
            self.lead = line.number if line.has("colon") else -1

    def _line(self, chunk: Chunk, span: Span, read_as: Plain, place: tuple[str, ...], language: str) -> Line:
        text, opening = chunk.text[span.start : span.end], _opening_of(read_as.words, language)
        hits = _hits(read_as, opening, language)
        return Line(
            number=self.first + len(self.lines),
            chunk=span.chunk,
            start=span.start,
            end=span.end,
            text=text,
            words=tuple(read_as.words),
            spans=tuple(read_as.spans),
            hits=hits,
            flags=frozenset((*hits, *_own_flags(text, read_as, language), *self._place_flags(text), *place)),
            speaker=chunk.speaker,
            role=chunk.role,
            opening=opening,
            turn=self.turn,
            section=chunk.section,
            heading=chunk.heading,
            lead=self.lead if place else -1,
            language=language,
        )

    def _place_flags(self, text: str) -> Iterator[str]:
        if roll(text, is_frame=len(self.lines) < scale("read").whole("frame_lines"))[1]:
            yield "attending"


def _units(text: str, *, cut_lower: bool) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Sentences without list markers, and the flags of their place in a list: item, starts_item.

    With `cut_lower`, sentences of somebody who writes all in lower case are told apart too.
    """
    previous, is_item, is_numbered = 0, False, False
    for start, end in sentences(text):
        starts_line = not previous or "\n" in text[previous:start]
        previous = end
        if starts_line and _NUMBERING.fullmatch(text, start, end):
            is_numbered = True
            continue
        marker = _MARKER.match(text, start, end) if starts_line else None
        begins = bool(marker) or is_numbered
        is_item, is_numbered = begins or (is_item and not starts_line), False
        place = ("item", "starts_item") if begins else ("item",) if is_item else ()
        if marker and marker.group().startswith("["):
            place = (*place, "done" if "x" in marker.group().lower() else "todo")
        begin = marker.end() if marker else start
        pieces = _lower_case(text, begin, end) if cut_lower and text[begin].islower() else ((begin, end),)
        for left, right in pieces:
            yield left, right, place
            place = place[:1]


def _lower_case(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence that begins in lower case, cut at full stops before lower-case words."""
    for stop in _LOWER_STOP.finditer(text, start, end):
        if stop.group(1) not in words_of("abbreviations"):
            yield start, stop.end(1) + 1
            start = stop.end()
    yield start, end


def _hits(read_as: Plain, opening: int, language: str) -> dict[str, list[Hit]]:
    """The cues outside quotation marks; a sentence too long to be one has none."""
    words, limits = read_as.words, scale("read")
    if len(words) > limits.whole("longest_sentence_words"):
        return {}
    hits = table(language).cues.scan(words, opening)
    quoted = list(quotations(words))
    if not quoted:
        return hits
    outside = {flag: [hit for hit in found if not is_within(quoted, hit[0])] for flag, found in hits.items()}
    return {flag: found for flag, found in outside.items() if found}


def _opening_of(words: list[str], language: str) -> int:
    """The number of words like `okay, so` that come before the sentence proper."""
    openers = table(language).classes["openers"]
    most = min(scale("read").whole("opening_words"), len(words) - 1)
    return next((at for at in range(most) if words[at] not in openers), max(most, 0))


def _own_flags(text: str, read_as: Plain, language: str) -> Iterator[str]:
    words = read_as.words
    if _QUESTION_END.search(text[-8:]) and not _TAG_END.search(text[-16:]):
        yield "question"
    if words[-1] == ":":
        yield "colon"
    elif (
        len(words) <= scale("read").whole("heading_words")
        and " ".join(words) in scale("commitment").lists["action_headings"]
    ):
        yield from ("colon", "action")
    if read_as.symbols > scale("read").numbers["symbol_share"] * (len(words) - read_as.symbols):
        yield "code"
    if len(words) > scale("read").whole("longest_sentence_words"):
        yield "code"
    if is_unread(text):  # nothing is read out of what no cue table knows, as nothing is out of code
        yield "code"
    if all(word in table(language).classes["backchannel"] for word in words):
        yield "backchannel"
