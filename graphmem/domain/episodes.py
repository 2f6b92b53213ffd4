"""Sessions, episodes and chunks: what was said, verbatim."""

from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.domain.documents import ArtifactTouch, EpisodeKind, RecordLink, SpeakerRole
from graphmem.domain.time import TimeSource


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One conversation, meeting or import run, as its harness knows it."""

    id: str
    harness: str
    external_id: str
    project: str
    cwd: str
    title: str
    parent_session: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A span of one episode: the unit we embed and recall.

    unit_id        the turn or block it is a part of; chunks of one unit share it
    position       0-based place in the episode
    text           an exact slice of the source: quotes point into it
    context        what is put before the text for embedding and search, never quoted
    section        the role of the nearest heading (`decision`, `reason` …), "" for a turn
    starts_unit    True for the first chunk of its unit
    terms          distinct stems of its words, for question coverage
    asks           ends with a question
    """

    id: str
    unit_id: str
    position: int
    speaker: str
    role: SpeakerRole
    heading: tuple[str, ...]
    section: str
    text: str
    context: str
    text_hash: str
    happened_at: datetime | None
    terms: tuple[str, ...]
    asks: bool
    is_noise: bool
    starts_unit: bool
    is_external: bool = False
    is_quarantined: bool = False

    @property
    def embedded_text(self) -> str:
        """What the model reads: a block under its headings, a turn with the name of the person who speaks.

        A turn's date and title stay out: on short turns they drown what is said.
        """
        match self.role:
            case SpeakerRole.NONE:
                return f"{self.context}\n{self.text}" if self.context else self.text
            case SpeakerRole.PERSON if self.speaker:
                return f"{self.speaker}: {self.text}"
            case _:
                return self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """What arrived, verbatim: a window of a session, a note or a record."""

    id: str
    session: Session
    kind: EpisodeKind
    source: str
    uri: str
    title: str
    status: str
    text_hash: str
    happened_at: datetime | None
    happened_at_source: TimeSource
    chunks: tuple[Chunk, ...]
    artifacts: tuple[ArtifactTouch, ...]
    record_keys: tuple[str, ...]
    record_links: tuple[RecordLink, ...]
    participants: tuple[str, ...]

    @property
    def readable(self) -> "Episode":
        """With quarantined chunks emptied: every place stays, and nothing can be read from them."""
        if not any(chunk.is_quarantined for chunk in self.chunks):
            return self
        emptied = (
            replace(c, text="", context="", heading=(), terms=()) if c.is_quarantined else c for c in self.chunks
        )
        return replace(self, chunks=tuple(emptied))

    @property
    def shown(self) -> "Episode":
        """Without its quarantined chunks."""
        return replace(self, chunks=tuple(chunk for chunk in self.chunks if not chunk.is_quarantined))
