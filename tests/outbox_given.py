"""For tests of the outbox: small jobs, a spool of their own, and a delivery that only counts."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from graphmem.domain.documents import Skipped
from ingest.outbox import Job, JobKind, Spool
from ingest.outbox.drain import DrainLimits
from ingest.report import Counts, FileReport, FileStatus, IngestReport

MOMENT = "2026-03-02T12:00:00+00:00"
AT_ONCE = DrainLimits(attempts=3, retry_s=0)


def text_job(said: str, **values: Any) -> Job:
    given = {"principal": "ada", "title": said, "happened_at": MOMENT, "created_at": MOMENT}
    return Job(kind=JobKind.TEXT, payload=said, **given | values)


def path_job(path: Path, **values: Any) -> Job:
    return Job(kind=JobKind.PATH, payload=str(path), **{"principal": "ada", "created_at": MOMENT} | values)


def filled(folder: Path, *jobs: Job) -> Spool:
    spool = Spool(folder)
    for job in jobs:
        spool.append(job)
    return spool


def report(status: FileStatus = FileStatus.OK, reason: str = "") -> IngestReport:
    skipped = (Skipped(uri="file:///a", line=0, reason=reason),) if reason else ()
    return IngestReport(
        files=(FileReport(uri="file:///a", connector="", status=status, counts=Counts(), skipped=skipped),)
    )


class Deliveries:
    """Where jobs end: what came, in order, and what each one is answered with."""

    def __init__(self, **answers: Exception | IngestReport) -> None:
        self.said: list[str] = []
        self._answers = answers

    async def __call__(self, job: Job) -> IngestReport:
        self.said.append(job.payload)
        answer = self._answers.get(job.payload, report())
        if isinstance(answer, Exception):
            raise answer
        return answer

    @property
    def counts(self) -> dict[str, int]:
        return dict(Counter(self.said))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def payloads(spool: Spool) -> list[str]:
    """What waits, in order."""
    jobs: Iterable[Job | None] = (spool.peek(spool.queued / entry.name) for entry in spool.entries())
    return [job.payload for job in jobs if job]
