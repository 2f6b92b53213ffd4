"""What a connector hands over: a document in parts, or the reason why there is none."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from graphmem.domain.time import TimeSource


class EpisodeKind(StrEnum):
    """What sort of thing arrived."""

    CONVERSATION = "conversation"
    MEETING = "meeting"
    NOTE = "note"
    DECISION_RECORD = "decision_record"
    DOCUMENT = "document"
    TICKET = "ticket"


WINDOW_MARK = "#window-"
"""Stands between the id of a note that is too long for one episode and the number of its further windows."""

SPOKEN = frozenset({EpisodeKind.CONVERSATION, EpisodeKind.MEETING})


class SpeakerRole(StrEnum):
    """Who speaks: a person among people, the user of an agent, the agent, or nobody (prose)."""

    PERSON = "person"
    USER = "user"
    ASSISTANT = "assistant"
    NONE = "none"


class Touch(StrEnum):
    """What an episode did to an artifact."""

    WROTE = "wrote"
    READ = "read"
    RAN = "ran"


class RecordRelation(StrEnum):
    """What one record says of another."""

    SUPERSEDES = "supersedes"
    SUPERSEDED_BY = "superseded_by"
    AMENDS = "amends"
    AMENDED_BY = "amended_by"
    DEPENDS_ON = "depends_on"
    CITES = "cites"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArtifactTouch:
    """A file, URL or command that a part wrote, read or ran; `kind` is file, url, command or other."""

    uri: str
    kind: str
    how: Touch


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLink:
    """A document names another one.

    target  how it is named, as a key both sides compute alike (`record_key` in domain/text.py)
    quote   the words that name it
    """

    target: str
    relation: RecordRelation
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One turn of a conversation, or one block (paragraph, list, table, code) of a prose document.

    key       natural key inside the session or the document (row uuid, or position and text hash)
    heading   the headings above a block, outermost first; empty for a turn
    text      exactly as it stands in the source: quotes are slices of it
    is_noise  stored and found, but never read for statements (tool output, code, quoted mail)
    is_external     came from outside the conversation (a web page, a tool's output, a mail's quoted text)
    is_quarantined  reads like an instruction to an agent: stored, never shown until a keeper releases it
    """

    key: str
    text: str
    speaker: str = ""
    role: SpeakerRole = SpeakerRole.NONE
    at: datetime | None = None
    heading: tuple[str, ...] = ()
    artifacts: tuple[ArtifactTouch, ...] = ()
    is_noise: bool = False
    is_external: bool = False
    is_quarantined: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A window of a session, a note or a record: what becomes one episode.

    harness      the kind of source, as its connector calls it (`claude-code`, `webvtt`, `adr` …)
    external_id  the session's own id there; windows of one session share it
    project      an injective name of the project (its working folder, remote or the caller's word)
    record_keys  the names other documents may know this one by
    status       a record's own word (accepted, proposed, superseded …), lower case; "" when it has none
    """

    harness: str
    external_id: str
    kind: EpisodeKind
    uri: str
    title: str
    parts: tuple[Part, ...]
    project: str = ""
    cwd: str = ""
    happened_at: datetime | None = None
    happened_at_source: TimeSource = TimeSource.UNKNOWN
    parent_session: str = ""
    record_keys: tuple[str, ...] = ()
    record_links: tuple[RecordLink, ...] = ()
    status: str = ""
    participants: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """Something a connector could not use: said, never swallowed.

    line      1-based, 0 when the whole source is meant
    is_fault  False for what is left out on purpose (an empty file, a replayed row): no reason to worry
    """

    uri: str
    line: int
    reason: str
    is_fault: bool = True
