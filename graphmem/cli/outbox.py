"""The outbox by hand: what waits or died, trying it again, forgetting it, and doctor's look at it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.options import AsJson
from graphmem.domain.answers import Check
from graphmem.domain.errors import InvalidQuery, NotFound

if TYPE_CHECKING:
    from graphmem.app import App
    from graphmem.domain.scope import Reader
    from graphmem.settings import Settings
    from ingest.outbox import Job, Spool
    from ingest.outbox.drain import DrainReport

FEWEST = 4
RED = 2
app = typer.Typer(help="What was accepted and is not stored yet.", rich_markup_mode=None, no_args_is_help=True)
WhichJob = Annotated[str, typer.Argument(help="A job's id or its beginning, as `list` shows it.", metavar="ID")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A job that is not done. state: queued, claimed or dead; due_at: ISO 8601, "" = at once."""

    id: str
    state: str
    kind: str
    what: str
    attempts: int
    created_at: str
    due_at: str
    last_error: str
    path: Path


@app.command("list")
def list_jobs(*, as_json: AsJson = False) -> None:
    """What waits, and what died with its reason."""
    from graphmem.cli import as_json as json  # noqa: PLC0415 - heavy imports wait until a command runs

    spool = _spool()
    jobs = list(waiting(spool))
    if as_json:
        json.write({"folder": spool.folder, "state": spool.state(), "jobs": jobs})
        return
    for job in jobs:
        tried = f", tried {job.attempts} times" if job.attempts else ""
        typer.echo(f"{job.id}  {job.state}  {job.kind}  {job.what}{tried}")
        if job.last_error:
            typer.echo(f"    {job.last_error}")
    typer.echo("" if jobs else "The outbox is empty.", nl=not jobs)


@app.command()
def retry(
    wanted: WhichJob = "",
    *,
    all_jobs: Annotated[bool, typer.Option("--all", help="Every one that waits or died.")] = False,
    as_json: AsJson = False,
) -> None:
    """Make jobs due now, dead ones too; the next drain tries them from the start."""
    if bool(wanted) == all_jobs:
        raise InvalidQuery("Say which: an ID, or --all.", hint="`graphmem outbox list` shows the ids.")
    spool = _spool()
    identifier = "" if all_jobs else _known(spool, wanted)
    dead = [one for one in spool.buried() if all_jobs or one.id == identifier]
    entries = [entry for entry in spool.entries() if all_jobs or entry.id == identifier]
    for one in dead:
        spool.revive(one)
    for entry in entries:
        spool.hasten(entry)
    _say({"due": [*(one.id for one in dead), *(entry.id for entry in entries)]}, as_json=as_json)


@app.command()
def drop(wanted: WhichJob, *, as_json: AsJson = False) -> None:
    """Forget a job for good: what it holds is not stored."""
    spool = _spool()
    identifier = _known(spool, wanted)
    dropped = [job for job in waiting(spool) if job.id == identifier and job.state != "claimed"]
    for job in dropped:
        spool.drop(job.path)
    _say({"dropped": [job.id for job in dropped]}, as_json=as_json)


@app.command()
def drain(*, as_json: AsJson = False) -> None:
    """Store everything that is due now."""
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import queue, session  # noqa: PLC0415
    from graphmem.settings import read_settings  # noqa: PLC0415

    settings = read_settings()

    async def work(memory: "App", _: "Reader") -> "DrainReport":
        return await queue.drain(memory, settings)

    report = session.visit(work, settings, quiet=as_json)
    if report.paused:
        raise report.paused
    if as_json:
        json.write({"done": report.done, "postponed": report.postponed, "dead": report.dead, "reasons": report.reasons})
    else:
        typer.echo(f"{report.done} stored, {report.postponed} to be tried again, {report.dead} dead.")
        for reason in report.reasons:
            typer.echo(f"  {reason}", err=True)
    if report.dead:
        raise typer.Exit(RED)


def waiting(spool: "Spool") -> Iterator[Waiting]:
    """Everything that is not done, in order, dead ones last."""
    for entry in spool.entries():
        path = spool.queued / entry.name
        yield _waiting(entry.id, "queued", spool.peek(path), path, due_ms=entry.due_ms)
    for claim in spool.claims():
        path = spool.claimed / claim.name
        yield _waiting(claim.entry.id, "claimed", spool.peek(path), path)
    for dead in spool.buried():
        yield _waiting(dead.id, "dead", dead.job, dead.path, reason=dead.reason)


def outbox_check(settings: "Settings") -> Check:
    """Green while nothing waits for long; red when something died or waits for longer than the setting."""
    from graphmem.cli.queue import spool_of  # noqa: PLC0415
    from graphmem.cli.render import duration  # noqa: PLC0415

    state = spool_of(settings).state()
    counts = f"{state.queued} queued, {state.claimed} being stored, {state.dead} dead"
    told = f"{counts}, the oldest for {duration(state.oldest_s)}" if state.oldest_s else counts
    if state.dead:
        hint = "`graphmem outbox list` tells why; mend it, then `graphmem outbox retry --all`, or drop it."
        return Check(name="outbox", state="red", detail=f"{told}: {state.last_error}", hint=hint)
    if state.oldest_s > settings.outbox_alert_s:
        return Check(name="outbox", state="red", detail=told, hint="Run `graphmem outbox drain`.")
    return Check(name="outbox", state="green", detail=told if state.queued + state.claimed else "empty")


def _waiting(
    identifier: str, state: str, job: "Job | None", path: Path, *, due_ms: int = 0, reason: str = ""
) -> Waiting:
    from datetime import UTC, datetime  # noqa: PLC0415

    from graphmem.cli.render import clipped  # noqa: PLC0415

    return Waiting(
        id=identifier,
        state=state,
        kind=job.kind.value if job else "unreadable",
        what=clipped(job.title or job.payload) if job else path.name,
        attempts=job.attempts if job else 0,
        created_at=job.created_at if job else "",
        due_at=datetime.fromtimestamp(due_ms / 1000, UTC).isoformat() if due_ms else "",
        last_error=reason or (job.last_error if job else ""),
        path=path,
    )


def _spool() -> "Spool":
    from graphmem.cli.queue import spool_of  # noqa: PLC0415
    from graphmem.settings import read_settings  # noqa: PLC0415

    return spool_of(read_settings())


def _known(spool: "Spool", wanted: str) -> str:
    """The one id that begins so. Raises NotFound for none, InvalidQuery for several."""
    found = {
        job.id for job in waiting(spool) if job.id == wanted or (len(wanted) >= FEWEST and job.id.startswith(wanted))
    }
    if not found:
        raise NotFound(f"No job {wanted!r} waits or died.", hint="`graphmem outbox list` shows the ids.")
    if len(found) > 1:
        raise InvalidQuery(f"{len(found)} jobs begin with {wanted!r}.", hint="Give more of the id.")
    return found.pop()


def _say(told: dict[str, list[str]], *, as_json: bool) -> None:
    from graphmem.cli import as_json as json  # noqa: PLC0415

    if as_json:
        json.write(told)
        return
    for what, ids in told.items():
        typer.echo(f"{what.capitalize()}: {', '.join(ids) or 'nothing'}.")
