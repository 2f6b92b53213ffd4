"""What a writing command does when the memory is not there, and with what waits when it is there again."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import typer

from graphmem.cli import as_json as json
from graphmem.cli import errors, session
from graphmem.domain.errors import GraphmemError, Unavailable, WrongCredentials
from graphmem.domain.ids import text_hash
from graphmem.domain.scope import Placement
from ingest.outbox import Job, Spool

if TYPE_CHECKING:
    from graphmem.app import App
    from graphmem.domain.scope import Reader
    from graphmem.settings import Settings
    from ingest.outbox.drain import Deliver, DrainLimits, DrainReport
    from ingest.report import IngestReport

QUEUED = 75
T = TypeVar("T")


def folder_of(settings: "Settings") -> Path:
    """Where this memory's jobs wait: each database has a folder of its own, so that no job ends in another one."""
    root = settings.outbox or settings.home / "outbox"
    if not settings.neo4j_uri:
        return root
    return root / f"at-{text_hash(settings.neo4j_uri, settings.neo4j_database)[:12]}"


def spool_of(settings: "Settings") -> Spool:
    """The outbox of these settings."""
    return Spool(folder_of(settings))


def limits_of(settings: "Settings") -> "DrainLimits":
    """How often and how long a drain tries."""
    from ingest.outbox.drain import DrainLimits  # noqa: PLC0415 - heavy imports wait until a command runs

    return DrainLimits(
        attempts=settings.outbox_attempts,
        retry_s=settings.outbox_retry_s,
        retry_cap_s=settings.outbox_retry_cap_s,
        claim_s=settings.outbox_claim_s,
    )


def visit_or_queue(
    work: Callable[["App", "Reader"], Awaitable[T]],
    jobs: Callable[["Settings"], Sequence[Job]],
    *,
    quiet: bool,
    is_queueing: bool,
) -> T:
    """What `work` makes of the memory, after what waits is stored; when the memory is not there, `jobs` wait too.

    Then the command ends with 75. Raises what `session.visit` raises when it may not queue, WrongCredentials always,
    and Unavailable when the outbox cannot be written.
    """
    from graphmem.settings import read_settings  # noqa: PLC0415

    settings = read_settings()

    async def whole(memory: "App", reader: "Reader") -> T:
        await drain_first(memory, settings)
        return await work(memory, reader)

    try:
        return session.visit(whole, settings, quiet=quiet)
    except WrongCredentials:
        raise
    except Unavailable as error:
        if not is_queueing:
            raise
        spool = spool_of(settings)
        _tell_queued([spool.append(job) for job in jobs(settings)], error, as_json=quiet)
        raise typer.Exit(QUEUED) from error


async def drain_first(memory: "App", settings: "Settings") -> None:
    """Store what waits, before what is said now: in the order it was said. Trouble is told and stops nothing."""
    spool = spool_of(settings)
    if not spool.entries() and not spool.claims():
        return
    try:
        report = await drain(memory, settings)
    except Unavailable as error:
        typer.echo(f"The outbox waits: {errors.sentence(str(error))}", err=True)
        return
    if report.done or report.dead:
        dead = f", {report.dead} failed for good: see `graphmem outbox list`" if report.dead else ""
        typer.echo(f"From the outbox: {report.done} stored{dead}.", err=True)


async def drain(memory: "App", settings: "Settings") -> "DrainReport":
    """Everything that is due into this memory."""
    from ingest.outbox.drain import drain as drain_spool  # noqa: PLC0415

    return await drain_spool(spool_of(settings), delivery(memory), limits_of(settings))


def delivery(memory: "App") -> "Deliver":
    """Into this memory, as the one who said it."""
    from graphmem.govern.audience import reader_of  # noqa: PLC0415
    from ingest.outbox.deliver import deliver  # noqa: PLC0415

    async def into(job: Job) -> "IngestReport":
        desk = session.Desk(
            memory=memory,
            reader=reader_of(job.tenant, job.principal),
            placement=Placement(scope=job.scope, visibility=job.visibility),
        )
        return await deliver(job, desk, desk)

    return into


@asynccontextmanager
async def draining(memory: "App", settings: "Settings") -> AsyncIterator[None]:
    """Drains every `outbox_drain_s` seconds while the body runs; a job in hand at the end waits again."""
    task = asyncio.create_task(_for_ever(memory, settings)) if settings.outbox_drain_s else None
    try:
        yield
    finally:
        if task:
            task.cancel()
            await asyncio.wait([task])  # awaiting the task itself would swallow a Ctrl-C that arrives meanwhile


async def _for_ever(memory: "App", settings: "Settings") -> None:
    told = ""
    while True:
        try:
            report = await drain(memory, settings)
            trouble = str(report.paused or ("; ".join(report.reasons) if report.dead else ""))
        except GraphmemError as error:
            trouble = str(error)
        if trouble and trouble != told:
            sys.stderr.write(f"The outbox waits: {errors.sentence(trouble)}\n")
        told = trouble
        await asyncio.sleep(settings.outbox_drain_s)


def _tell_queued(ids: Sequence[str], error: Unavailable, *, as_json: bool) -> None:
    if as_json:
        because = {"code": error.code, "message": errors.sentence(str(error)), "hint": error.hint}
        json.write({"queued": list(ids), "because": because})
        return
    typer.echo(f"Queued ({', '.join(ids)}): {errors.sentence(str(error))}")
    typer.echo(f"  {error.hint} The next command that writes stores it, or `graphmem outbox drain`.", err=True)
