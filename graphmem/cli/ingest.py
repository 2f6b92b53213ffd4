"""Writing: whole files, or one sentence."""

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graphmem.cli.options import AsJson, InProject
from graphmem.domain.errors import InvalidQuery
from graphmem.domain.scope import PERSONAL_SCOPE, Placement

if TYPE_CHECKING:
    from graphmem.app import App
    from graphmem.domain.scope import Reader
    from graphmem.settings import Settings
    from ingest.outbox import Job
    from ingest.report import IngestReport

TITLE_LENGTH = 60
Queue = Annotated[
    bool,
    typer.Option("--queue/--no-queue", help="When the memory is not there: queue the work (75), or fail (69)."),
]


def register(cli: typer.Typer) -> None:
    """Add the commands of this module."""
    cli.command("ingest")(ingest)
    cli.command()(remember)


def ingest(
    paths: Annotated[
        list[Path], typer.Argument(help="Files and folders: transcripts, chats, meetings, notes, records.")
    ],
    *,
    source: Annotated[str, typer.Option(metavar="KIND", help="Read all as this kind; otherwise each is sniffed.")] = "",
    project: InProject = "",
    again: Annotated[bool, typer.Option("--again", help="Read files that have not changed, too.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Go on reading what changes, until Ctrl-C.")] = False,
    queue: Queue = True,
    as_json: AsJson = False,
) -> None:
    """Read files and folders into memory; what has not changed since is passed over."""
    if watch:
        _watch(paths, source=source, project=project, as_json=as_json)
        return
    started = time.perf_counter()
    from graphmem.cli import session  # noqa: PLC0415 - heavy imports wait until a command runs
    from graphmem.cli.progress import file_bar  # noqa: PLC0415
    from graphmem.cli.queue import visit_or_queue  # noqa: PLC0415
    from ingest import run  # noqa: PLC0415
    from ingest.outbox import Job, JobKind  # noqa: PLC0415

    async def work(memory: "App", reader: "Reader") -> "IngestReport":
        desk = session.Desk(memory=memory, reader=reader)
        with file_bar(quiet=as_json) as bar:
            return await run.ingest(
                desk, paths, source=source, project=project, progress=bar, cursors=desk, is_again=again
            )

    def jobs(settings: "Settings") -> list["Job"]:
        values = _values(settings) | {"source": source, "project": project, "is_again": again}
        return [Job(kind=JobKind.PATH, payload=os.path.abspath(path), **values) for path in paths]  # noqa: PTH100

    _tell(visit_or_queue(work, jobs, quiet=as_json, is_queueing=queue), started, as_json=as_json)


def _watch(paths: list[Path], *, source: str, project: str, as_json: bool) -> None:
    from graphmem.cli import session  # noqa: PLC0415
    from graphmem.cli.watch import watching  # noqa: PLC0415
    from graphmem.settings import read_settings  # noqa: PLC0415

    settings = read_settings()
    session.visit(watching(paths, settings, source=source, project=project, as_json=as_json), settings, quiet=as_json)


def _values(settings: "Settings") -> dict[str, Any]:
    """What every job says of who accepted it and when."""
    from graphmem.domain.time import now  # noqa: PLC0415

    return {"tenant": settings.tenant, "principal": settings.principal, "created_at": now().isoformat()}


def remember(
    text: Annotated[str, typer.Argument(help="What to remember; - reads it from standard input.", metavar="TEXT")],
    *,
    project: InProject = "",
    scope: Annotated[str, typer.Option(help="Whose knowledge it is: personal, company or team:NAME.")] = PERSONAL_SCOPE,
    queue: Queue = True,
    as_json: AsJson = False,
) -> None:
    """Remember a sentence or a text."""
    started = time.perf_counter()
    from graphmem.domain.text import clean  # noqa: PLC0415
    from graphmem.remember.guard import admitted  # noqa: PLC0415

    said = admitted(clean(sys.stdin.read() if text == "-" else text).strip())
    if not said:
        raise InvalidQuery("There is nothing to remember.", hint='graphmem remember "We chose Postgres because …"')
    from graphmem.cli import session  # noqa: PLC0415
    from graphmem.cli.queue import visit_or_queue  # noqa: PLC0415
    from graphmem.cli.render import clipped  # noqa: PLC0415
    from graphmem.domain.time import now  # noqa: PLC0415
    from ingest.outbox import Job, JobKind  # noqa: PLC0415
    from ingest.run import ingest_text  # noqa: PLC0415

    title, at, placement = clipped(said, TITLE_LENGTH), now(), Placement.usual(scope)

    async def work(memory: "App", reader: "Reader") -> "IngestReport":
        desk = session.Desk(memory=memory, reader=reader, placement=placement, is_interactive=True)
        return await ingest_text(desk, said, title=title, project=project, happened_at=at)

    def jobs(settings: "Settings") -> list["Job"]:
        values = _values(settings) | {"title": title, "project": project, "happened_at": at.isoformat()}
        values |= {"scope": placement.scope, "visibility": placement.visibility}
        return [Job(kind=JobKind.TEXT, payload=said, **values)]

    _tell(visit_or_queue(work, jobs, quiet=as_json, is_queueing=queue), started, as_json=as_json)


def _tell(report: "IngestReport", started: float, *, as_json: bool) -> None:
    """Show the report and leave with its exit code."""
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import render, show_state  # noqa: PLC0415

    if as_json:
        json.write({"totals": report.totals, "findings": report.findings, "files": report.files})
    else:
        render.show(show_state.ingested(report, time.perf_counter() - started))
    if report.exit_code:
        raise typer.Exit(report.exit_code)
