"""An episode as a row of sentences with speaker, turn, place and flags: what all other rules read."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from graphmem.domain.documents import SpeakerRole
from graphmem.domain.episodes import Episode
from graphmem.domain.extraction import Span
from graphmem.domain.text import STOP_WORDS, stems
from graphmem.remember.extract.cues import Hit
from graphmem.remember.extract.languages import language_of
from graphmem.remember.extract.table import ENGLISH, table

_CLAUSE_MARKS = frozenset({",", ";", ":", "—", "–"})


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
    flags       the cues found, and what is known of the line itself: question, item, todo, colon, code, attending …
    opening     number of the word where the sentence proper begins, after words like `okay, so`
    turn        0-based number of its turn or block
    language    two letters; whose cues and word classes it is read by
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
    opening: int
    turn: int
    section: str
    heading: tuple[str, ...]
    lead: int
    language: str = ENGLISH

    @property
    def classes(self) -> Mapping[str, frozenset[str]]:
        """The word classes of the line's language."""
        return table(self.language).classes

    def is_stop(self, word: str) -> bool:
        """Whether `word` carries no meaning of its own in the line's language."""
        return word in (STOP_WORDS if self.language == ENGLISH else table(self.language).lists["stop"])

    @property
    def span(self) -> Span:
        """The whole sentence."""
        return Span(chunk=self.chunk, start=self.start, end=self.end)

    def part(self, first: int, last: int) -> Span:
        """The characters from word `first` to word `last`, both included; marks at the end are left off."""
        while last > first and not self.words[last][0].isalnum() and self.words[last] not in (")", '"', "”"):
            last -= 1
        return Span(chunk=self.chunk, start=self.spans[first][0], end=self.spans[last][1])

    def flags_by(self, hit: Hit) -> frozenset[str]:
        """The flags of the line itself and of the cues that stand between the same commas as `hit`."""
        start = next((at for at in range(hit[0], 0, -1) if self.words[at - 1] in _CLAUSE_MARKS), 0)
        end = next((at for at in range(hit[1], len(self.words)) if self.words[at] in _CLAUSE_MARKS), len(self.words))
        cues = {flag for flag, hits in self.hits.items() if any(start <= at < end for at, _ in hits)}
        return (self.flags - self.hits.keys()) | cues

    def has(self, *flags: str) -> bool:
        """Whether any of `flags` was raised."""
        return not self.flags.isdisjoint(flags)


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """All sentences of an episode in order.

    frame  sentences before the first turn of a conversation: they name people and things, and state nothing
    """

    episode: Episode
    form: Form
    lines: tuple[Line, ...]
    frame: tuple[Line, ...] = ()

    @property
    def is_minuted(self) -> bool:
        """Prose that tells what a meeting said: it lists who was there."""
        return self.form is Form.PROSE and any(line.has("attending") for line in self.lines)

    @property
    def author(self) -> str:
        """Who writes in the first person where no speaker is told: the only participant; "" when nobody knows."""
        people = self.episode.participants
        return people[0] if self.form is Form.PROSE and len(people) == 1 else ""

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
    language = language_of(text)
    found = frozenset(stems(text))
    return found if language == ENGLISH else found - table(language).lists["stop"]
