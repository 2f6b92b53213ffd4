"""The spool: folders of one-job files that are appended, claimed, put back and buried by renaming."""

import contextlib
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from graphmem.domain.disks import writing_below
from graphmem.domain.reports import OutboxState
from ingest.outbox.claims import PLACE, SUFFIX, Claim, Entry
from ingest.outbox.files import move, sync, write_whole
from ingest.outbox.job import NO_SESSION, CorruptJob, Job, read_job

_FOLDERS = ("queued", "claimed", "dead", "half")
_LEFT_BEHIND_S = 3600.0
REASON = ".reason"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dead:
    """A file that nobody will try again. job: None when it holds none; id: the job's, or the file's name."""

    id: str
    path: Path
    job: Job | None
    reason: str


class Spool:
    """The outbox of one folder; any number of processes may append and drain at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.queued, self.claimed, self.dead, self.half = (folder / name for name in _FOLDERS)

    def append(self, job: Job) -> str:
        """Accept a job: when this returns, a kill or a power cut loses it no more. Returns its id.

        The same work that waits already is not accepted twice: a file is read when its job is done, not before.
        Raises Unavailable when the disk is full or the folder cannot be written; then nothing was accepted.
        """
        with writing_below(f"the outbox {self.folder}"):
            self._prepare()
            waiting = _names(self.queued)
            if not any(name.endswith(f"-{job.id}{SUFFIX}") for name in waiting):
                last = _latest(waiting + _names(self.claimed))
                entry = Entry(seq=max(time.time_ns(), last + 1), due_ms=0, session=job.session_key, id=job.id)
                write_whole(self.queued / entry.name, job.as_json(), beside=self.half)
        return job.id

    def entries(self) -> list[Entry]:
        """What waits, in order."""
        return sorted(entry for name in _names(self.queued) if (entry := Entry.read(name)))

    def claims(self) -> list[Claim]:
        """What is being worked on."""
        return [claim for name in _names(self.claimed) if (claim := Claim.read(name))]

    def claim(self, entry: Entry) -> Claim | None:
        """Take a job; None when another drain was first."""
        claim = Claim.mine(entry)
        return claim if move(self.queued / entry.name, self.claimed / claim.name) else None

    def peek(self, path: Path) -> Job | None:
        """The job in a file of the spool; None when it is gone or cannot be read."""
        try:
            return read_job(path.read_bytes())
        except (OSError, CorruptJob):
            return None

    def claimed_job(self, claim: Claim) -> Job:
        """The job of a claim. Raises CorruptJob, also when the file cannot be read."""
        try:
            job = read_job((self.claimed / claim.name).read_bytes())
        except OSError as error:
            raise CorruptJob(f"cannot be read: {error.strerror}") from error
        if job.id != claim.entry.id:
            raise CorruptJob("its name belongs to another job")
        return job

    def finish(self, claim: Claim) -> None:
        """The work is done and stored: forget the job."""
        with contextlib.suppress(FileNotFoundError):  # another drain has taken it over; its second delivery is harmless
            (self.claimed / claim.name).unlink()
            sync(self.claimed)

    def put_back(self, claim: Claim, job: Job | None = None, *, due_ms: int = 0) -> None:
        """Let it wait again, in its place, as `job` tells what happened; on a full disk without telling."""
        self._note(claim, job)
        move(self.claimed / claim.name, self.queued / replace(claim.entry, due_ms=due_ms).name)

    def bury(self, claim: Claim, job: Job | None, reason: str) -> None:
        """Nobody will try it again until a person says so; the file stays as it is when it holds no job."""
        if job:
            self._note(claim, replace(job, last_error=reason))
        else:
            self._say_why(claim.entry.name, reason)
        move(self.claimed / claim.name, self.dead / claim.entry.name)

    def sweep(self, *, claim_s: float) -> list[Claim]:
        """Take over every stale claim; files that are none of ours are buried, torsos of killed appends removed."""
        self._prepare()
        for folder, read in ((self.queued, Entry.read), (self.claimed, Claim.read)):
            for name in _names(folder):
                if read(name) is None:
                    self._say_why(name, "its name is none that a job has")
                    move(folder / name, self.dead / name)
        for name in _names(self.half):
            with contextlib.suppress(OSError):
                if abs(time.time() - (self.half / name).stat().st_mtime) > _LEFT_BEHIND_S:
                    (self.half / name).unlink()
        taken = ((claim, Claim.mine(claim.entry)) for claim in self.claims() if claim.is_stale(claim_s))
        return [mine for stale, mine in taken if move(self.claimed / stale.name, self.claimed / mine.name)]

    def overtakes(self, claim: Claim) -> bool:
        """Whether an earlier job of its session is not done yet."""
        if claim.entry.session == NO_SESSION:
            return False
        others = (*self.entries(), *(one.entry for one in self.claims()), *self.entries())
        return any(one.session == claim.entry.session and one.seq < claim.entry.seq for one in others)

    def buried(self) -> Iterator[Dead]:
        """All that nobody will try again, oldest first."""
        for name in sorted(_names(self.dead)):
            if not name.endswith(REASON):
                yield self._dead(self.dead / name)

    def revive(self, dead: Dead) -> None:
        """Try a dead job again, from the start and in its old place in the order."""
        entry = Entry.read(dead.path.name)
        with writing_below(f"the outbox {self.folder}"):
            if dead.job and entry:
                fresh = replace(dead.job, attempts=0, last_error="")
                write_whole(dead.path, fresh.as_json(), beside=self.half)
                move(dead.path, self.queued / replace(entry, due_ms=0).name)
            else:
                move(dead.path, self.queued / dead.path.name)
                (self.dead / f"{dead.path.name}{REASON}").unlink(missing_ok=True)

    def hasten(self, entry: Entry) -> None:
        """Let a waiting job be due at once."""
        move(self.queued / entry.name, self.queued / replace(entry, due_ms=0).name)

    def drop(self, path: Path) -> None:
        """Forget a waiting or dead job for good."""
        with writing_below(f"the outbox {self.folder}"):
            path.unlink(missing_ok=True)
            (self.dead / f"{path.name}{REASON}").unlink(missing_ok=True)
            sync(path.parent)

    def state(self) -> OutboxState:
        """How much waits, and since when; all zero where there is no spool."""
        entries, claims = self.entries(), self.claims()
        reasons = [dead.reason for dead in self.buried()]
        seqs = [entry.seq for entry in (*entries, *(claim.entry for claim in claims))]
        oldest_s = max(0.0, time.time() - min(seqs) / 1e9) if seqs else 0.0
        return OutboxState(
            queued=len(entries),
            claimed=len(claims),
            dead=len(reasons),
            oldest_s=oldest_s,
            last_error=reasons[-1] if reasons else "",
        )

    def _dead(self, path: Path) -> Dead:
        noted = path.with_name(f"{path.name}{REASON}")
        if noted.is_file():
            return Dead(id=path.name, path=path, job=None, reason=noted.read_text(encoding="utf-8"))
        try:
            job = read_job(path.read_bytes())
        except (OSError, CorruptJob) as error:
            return Dead(id=path.name, path=path, job=None, reason=str(error))
        return Dead(id=job.id, path=path, job=job, reason=job.last_error)

    def _note(self, claim: Claim, job: Job | None) -> None:
        """Write what happened into the claimed file; a full disk costs the note, not the job."""
        path = self.claimed / claim.name
        with contextlib.suppress(OSError):
            if job and path.exists():
                write_whole(path, job.as_json(), beside=self.half)

    def _say_why(self, name: str, reason: str) -> None:
        with contextlib.suppress(OSError):
            write_whole(self.dead / f"{name}{REASON}", reason.encode(), beside=self.half)

    def _prepare(self) -> None:
        if not self.half.is_dir():
            for folder in (self.folder, self.queued, self.claimed, self.dead, self.half):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.folder.chmod(0o700)
            sync(self.folder)


def _names(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)  # noqa: PTH208 - a path a file is what makes an append to a long queue slow
    except FileNotFoundError:
        return []


def _latest(names: list[str]) -> int:
    """The place of the last one accepted, 0 when nothing waits."""
    return int(max((place for name in names if (place := name[:PLACE]).isdecimal()), default="0"))
