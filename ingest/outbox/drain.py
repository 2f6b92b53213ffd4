"""Draining: each job to the memory, in the order of its session; what fails is tried again, then buried."""

import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from graphmem.domain.disks import writing_below
from graphmem.domain.errors import BadInput, ExtractorUnavailable, Unavailable
from ingest.outbox.claims import Claim, Entry
from ingest.outbox.job import NO_SESSION, CorruptJob, Job
from ingest.outbox.spool import Spool
from ingest.report import FileStatus, IngestReport

Deliver = Callable[[Job], Awaitable[IngestReport]]
_ABANDONED = "the process that worked on it ended before it was done"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrainLimits:
    """How often and how long a drain tries.

    attempts  then a job is dead
    retry_s   the first wait, doubled each time up to retry_cap_s
    claim_s   a job that is worked on for longer is taken over
    """

    attempts: int = 8
    retry_s: float = 30.0
    retry_cap_s: float = 3600.0
    claim_s: float = 900.0


@dataclass(slots=True, kw_only=True)
class DrainReport:
    """What came of a drain. postponed: will be tried again; paused: why it ended before everything due was tried."""

    done: int = 0
    postponed: int = 0
    dead: int = 0
    paused: Unavailable | None = None
    reasons: list[str] = field(default_factory=list)


async def drain(
    spool: Spool,
    deliver: Deliver,
    limits: DrainLimits | None = None,
    *,
    now_s: Callable[[], float] = time.time,
    jitter: Callable[[], float] = random.random,
) -> DrainReport:
    """Deliver all that is due; jobs that arrive meanwhile too.

    A job is forgotten only after `deliver` says that it is stored; whatever ends this process before, the job is
    delivered again, which changes nothing. A job waits for the earlier ones of its session, but not for a dead one.
    When the memory itself is not there the drain pauses and no job is blamed; a cancellation puts the job back.
    Raises Unavailable when the spool itself cannot be written.
    """
    run = _Drain(spool, deliver, limits or DrainLimits(), now_s, jitter)
    with writing_below(f"the outbox {spool.folder}"):
        for claim in spool.sweep(claim_s=run.limits.claim_s):
            run.take_over(claim)
        while run.report.paused is None and await run.round():
            pass
    return run.report


class _Drain:
    def __init__(
        self,
        spool: Spool,
        deliver: Deliver,
        limits: DrainLimits,
        now_s: Callable[[], float],
        jitter: Callable[[], float],
    ) -> None:
        self._spool, self._deliver, self.limits = spool, deliver, limits
        self._now_s, self._jitter = now_s, jitter
        self.report = DrainReport()

    async def round(self) -> bool:
        """Everything that is due and whose session is free, once; whether anything was tried."""
        tried = False
        blocked = {claim.entry.session for claim in self._spool.claims()}
        for entry in self._spool.entries():
            claim = self._spool.claim(entry) if entry.session not in blocked and self._is_due(entry) else None
            if claim and self._spool.overtakes(claim):
                self._spool.put_back(claim)
                claim = None
            if claim:
                tried = True
                await self._attempt(claim)
            if entry.session != NO_SESSION and (claim is None or self._waits(entry)):
                blocked.add(entry.session)
            if self.report.paused:
                break
        return tried

    def take_over(self, claim: Claim) -> None:
        """A job whose drain died or sleeps: it waits again, and counts as tried, since it may be what killed it."""
        job = self._read(claim)
        if job:
            self._postpone(claim, job, _ABANDONED, wait=False)

    async def _attempt(self, claim: Claim) -> None:
        job = self._read(claim)
        if job is None:
            return
        try:
            self._judge(claim, job, await self._deliver(job))
        except BadInput as error:
            self._bury(claim, job, str(error))
        except Unavailable as error:
            if isinstance(error, ExtractorUnavailable):
                self._postpone(claim, job, str(error))
            else:
                self._spool.put_back(claim)
                self.report.paused = error
        except Exception as error:  # noqa: BLE001 - one bad job must not stop the others; it is told and kept
            self._postpone(claim, job, str(error) or repr(error))
        except BaseException:
            self._spool.put_back(claim)
            raise

    def _judge(self, claim: Claim, job: Job, report: IngestReport) -> None:
        """Nothing that can be stored is left over; what is in doubt as a whole no second try would mend."""
        told = "; ".join(
            f"{one.uri}: {one.reason}"
            for file in report.files
            for one in file.skipped
            if file.status in {FileStatus.FAILED, FileStatus.PARTIAL}
        )
        statuses = {file.status for file in report.files}
        if FileStatus.FAILED in statuses:
            self._postpone(claim, job, told or "nothing came out of it")
        elif FileStatus.PARTIAL in statuses:
            self._bury(claim, job, f"stored in part: {told}")
        else:
            self._spool.finish(claim)
            self.report.done += 1

    def _postpone(self, claim: Claim, job: Job, reason: str, *, wait: bool = True) -> None:
        tried = replace(job, attempts=job.attempts + 1, last_error=reason)
        if tried.attempts >= self.limits.attempts:
            self._bury(claim, tried, f"{reason} (tried {tried.attempts} times)")
            return
        longest = min(self.limits.retry_cap_s, self.limits.retry_s * 2**job.attempts)
        due_s = self._now_s() + longest * (1 + self._jitter()) / 2
        self._spool.put_back(claim, tried, due_ms=int(due_s * 1000) if wait else 0)
        self.report.postponed += 1
        self.report.reasons.append(reason)

    def _bury(self, claim: Claim, job: Job | None, reason: str) -> None:
        self._spool.bury(claim, job, reason)
        self.report.dead += 1
        self.report.reasons.append(reason)

    def _read(self, claim: Claim) -> Job | None:
        try:
            return self._spool.claimed_job(claim)
        except CorruptJob as error:
            self._bury(claim, None, str(error))
            return None

    def _is_due(self, entry: Entry) -> bool:
        """A wait longer than any that is given means that the clock was set back meanwhile."""
        wait_s = entry.due_ms / 1000 - self._now_s()
        return wait_s <= 0 or wait_s > self.limits.retry_cap_s

    def _waits(self, entry: Entry) -> bool:
        return any((one.seq, one.id) == (entry.seq, entry.id) for one in self._spool.entries())
