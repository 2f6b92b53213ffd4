"""From a job to the memory: the same reading that a command does."""

from pathlib import Path

from graphmem.domain.time import parse_iso
from ingest.cursors import Cursors
from ingest.outbox.job import Job, JobKind
from ingest.report import IngestReport
from ingest.run import Memory, ingest, ingest_text


async def deliver(job: Job, memory: Memory, cursors: Cursors | None = None) -> IngestReport:
    """Read what the job names, or the text that it holds, into the memory; a second time changes nothing.

    Raises what `ingest` and `ingest_text` raise.
    """
    match job.kind:
        case JobKind.PATH:
            return await ingest(
                memory,
                [Path(job.payload)],
                source=job.source,
                project=job.project,
                cursors=cursors,
                is_again=job.is_again,
            )
        case JobKind.TEXT:
            at = parse_iso(job.happened_at) if job.happened_at else None
            return await ingest_text(
                memory, job.payload, title=job.title, source=job.source, project=job.project, happened_at=at
            )
