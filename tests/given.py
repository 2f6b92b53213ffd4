"""Small values for tests: what a test does not name does not matter to it."""

from datetime import UTC, datetime

from graphmem.domain.candidates import Candidate
from graphmem.domain.documents import Document, EpisodeKind, Part, RecordLink, RecordRelation, SpeakerRole
from graphmem.domain.text import record_key


def chunk(key: str, *, spoken: bool = False, speaker: str = "", **values: object) -> Candidate:
    defaults: dict[str, object] = {
        "unit_id": key,
        "episode_id": "e",
        "position": 0,
        "role": SpeakerRole.PERSON if speaker else SpeakerRole.NONE,
        "happened_at": None,
        "asks": False,
        "is_noise": False,
        "terms": frozenset(),
        "before": None,
        "after": None,
        "scores": {},
    }
    return Candidate(id=key, is_spoken=spoken, speaker=speaker, **(defaults | values))  # type: ignore[arg-type]


def day(number: int) -> datetime:
    """A day in March 2026, at noon."""
    return datetime(2026, 3, number, 12, tzinfo=UTC)


def talk(*turns: tuple[str, str], session: str = "s1", at: datetime | None = None, project: str = "") -> Document:
    """A conversation: (speaker, text) pairs."""
    parts = tuple(
        Part(key=f"r{n}", text=text, speaker=speaker, role=SpeakerRole.PERSON, at=at)
        for n, (speaker, text) in enumerate(turns)
    )
    return Document(
        harness="chat",
        external_id=session,
        kind=EpisodeKind.CONVERSATION,
        uri=f"file:///{session}.txt",
        title="",
        parts=parts,
        project=project,
        happened_at=at,
        participants=tuple(dict.fromkeys(speaker for speaker, _ in turns)),
    )


def record(
    number: int, title: str, *, at: datetime, status: str = "accepted", supersedes: int | None = None, **sections: str
) -> Document:
    """A decision record: its sections by heading (`context=`, `decision=` …)."""
    uri = f"file:///{number:04d}.md"
    parts = tuple(
        Part(key=heading, text=text, heading=(title, heading.capitalize())) for heading, text in sections.items()
    )
    links = ()
    if supersedes is not None:
        target = record_key(str(supersedes))
        links = (RecordLink(target=target, relation=RecordRelation.SUPERSEDES, quote=f"Supersedes {supersedes}"),)
    return Document(
        harness="adr",
        external_id=uri,
        kind=EpisodeKind.DECISION_RECORD,
        uri=uri,
        title=title,
        parts=parts,
        happened_at=at,
        record_keys=(record_key(str(number)),),
        record_links=links,
        status=status,
    )
