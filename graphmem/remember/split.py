"""A document becomes an episode: parts are cut into chunks, each an exact slice of its part."""

from collections.abc import Iterator
from dataclasses import dataclass

from graphmem.domain.documents import SPOKEN, Document, Part
from graphmem.domain.episodes import Chunk, Episode, Session
from graphmem.domain.ids import identity, text_hash
from graphmem.domain.text import clean, sentences, stems
from graphmem.domain.time import TimeSource
from graphmem.remember.sections import section_role

_SAID = frozenset({TimeSource.ROW, TimeSource.META})
CONTEXT_CHARS = 200
"""A name or a title longer than this would drown the text it stands before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitLimits:
    """chunk_chars: a turn or block longer than this is cut at sentence ends, or hard at this length."""

    chunk_chars: int = 450


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where a chunk stands: piece `number` of its unit, chunk `position` of its episode."""

    unit_id: str
    number: int
    position: int


def split(document: Document, *, tenant: str, audience: str, limits: SplitLimits) -> Episode:
    """The episode of `document`; parts without any text give no chunk.

    Ids depend on tenant, audience, session and part keys only, so the same document gives the same episode, and
    a grown window the same one with more chunks.
    """
    session = _session(document, tenant, audience)
    chunks = tuple(_chunks(document, session, tenant, limits))
    return Episode(
        id=identity(tenant, "Episode", session.id, _first_key(document)),
        session=session,
        kind=document.kind,
        source=document.harness,
        uri=document.uri,
        title=clean(document.title),
        status=document.status,
        text_hash=text_hash(document.title, document.status, *(chunk.text_hash for chunk in chunks)),
        happened_at=document.happened_at,
        happened_at_source=document.happened_at_source,
        chunks=chunks,
        artifacts=tuple(
            dict.fromkeys(touch for part in document.parts if not part.is_quarantined for touch in part.artifacts)
        ),
        record_keys=document.record_keys,
        record_links=document.record_links,
        participants=document.participants,
    )


def _first_key(document: Document) -> str:
    """What tells the windows of one session apart; a note or record is one episode however it is edited."""
    return document.parts[0].key if document.kind in SPOKEN and document.parts else ""


def _session(document: Document, tenant: str, audience: str) -> Session:
    return Session(
        id=identity(tenant, "Session", audience, document.harness, document.external_id),
        harness=document.harness,
        external_id=document.external_id,
        project=document.project,
        cwd=document.cwd,
        title=clean(document.title),
        parent_session=document.parent_session,
    )


def _chunks(document: Document, session: Session, tenant: str, limits: SplitLimits) -> Iterator[Chunk]:
    position = 0
    for part in document.parts:
        unit_id = identity(tenant, "Unit", session.id, part.key)
        for number, (start, end) in enumerate(pieces(part.text, limits.chunk_chars)):
            place = _Place(unit_id=unit_id, number=number, position=position)
            yield _chunk(document, part, place, part.text[start:end], tenant)
            position += 1


def _chunk(document: Document, part: Part, place: "_Place", text: str, tenant: str) -> Chunk:
    context = _context(document, part)
    return Chunk(
        id=identity(tenant, "Chunk", place.unit_id, str(place.number)),
        unit_id=place.unit_id,
        position=place.position,
        speaker=part.speaker,
        role=part.role,
        heading=part.heading,
        section=section_role(part.heading),
        text=text,
        context=context,
        text_hash=text_hash(context, text),
        happened_at=part.at or document.happened_at,
        terms=tuple(dict.fromkeys(stems(f"{part.speaker} {text}"))),
        asks=text.rstrip().endswith("?"),
        is_noise=part.is_noise or part.is_quarantined,
        starts_unit=place.number == 0,
        is_external=part.is_external,
        is_quarantined=part.is_quarantined,
    )


def _context(document: Document, part: Part) -> str:
    """Date, speaker, title and headings in one line: read by the model and the index, never quoted.

    A file's own date stays out: touching a file must change nothing.
    """
    moment = part.at or (document.happened_at if document.happened_at_source in _SAID else None)
    place = " › ".join(dict.fromkeys(filter(None, (document.title, *part.heading))))
    date = moment.date().isoformat() if moment else ""
    return " · ".join(filter(None, (date, part.speaker[:CONTEXT_CHARS], place[:CONTEXT_CHARS])))


def pieces(text: str, size: int) -> Iterator[tuple[int, int]]:
    """Half-open spans of at most `size` characters that end where sentences end; no word is lost.

    A sentence longer than `size` is cut at white space where there is some, else hard.
    """
    start = end = -1
    for left, right in _short_sentences(text, size):
        if start >= 0 and right - start > size:
            yield start, end
            start = -1
        start = left if start < 0 else start
        end = right
    if start >= 0:
        yield start, end


def _short_sentences(text: str, size: int) -> Iterator[tuple[int, int]]:
    for left, right in sentences(text):
        start = left
        while right - start > size:
            cut = text.rfind(" ", start + 1, start + size)
            cut = cut if cut > start else start + size
            yield start, cut
            start = cut + (text[cut] == " ")
        yield start, right
