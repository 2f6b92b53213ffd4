"""What all windows of one session share, as a document without parts."""

from datetime import datetime

from graphmem.domain.documents import Document, EpisodeKind
from graphmem.domain.time import TimeSource
from ingest.connector import Source
from ingest.source import dated


def frame(
    source: Source,
    *,
    harness: str,
    kind: EpisodeKind,
    external_id: str = "",
    title: str = "",
    at: datetime | None = None,
) -> Document:
    """A frame for `source`.

    external_id  the session's own id; "" = the source is the session
    title        what the content says; the caller's title goes first, the file's name is the last resort
    at           when it happened by what the content says of the whole; None = what surrounds it says
    """
    happened_at, told_by = (at, TimeSource.META) if at else dated(source)
    return Document(
        harness=harness,
        external_id=external_id or source.uri,
        kind=kind,
        uri=source.uri,
        title=source.title or title or source.stem,
        parts=(),
        project=source.project,
        happened_at=happened_at,
        happened_at_source=told_by,
    )
