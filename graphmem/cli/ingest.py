"""Writing: whole files, or one sentence."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.options import AsJson, InProject
from graphmem.domain.errors import InvalidQuery
from graphmem.domain.scope import PERSONAL_SCOPE, Placement

if TYPE_CHECKING:
    from graphmem.app import App
    from graphmem.domain.scope import Reader
    from ingest.report import IngestReport

TITLE_LENGTH = 60


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
    as_json: AsJson = False,
) -> None:
    """Read files and folders into memory."""
    started = time.perf_counter()
    from graphmem.cli import session  # noqa: PLC0415 - heavy imports wait until a command runs
    from graphmem.cli.progress import file_bar  # noqa: PLC0415
    from ingest import run  # noqa: PLC0415

    async def work(memory: "App", reader: "Reader") -> "IngestReport":
        desk = session.Desk(memory=memory, reader=reader)
        with file_bar(quiet=as_json) as bar:
            return await run.ingest(desk, paths, source=source, project=project, progress=bar)

    _tell(session.visit(work, quiet=as_json), started, as_json=as_json)


def remember(
    text: Annotated[str, typer.Argument(help="What to remember; - reads it from standard input.", metavar="TEXT")],
    *,
    project: InProject = "",
    scope: Annotated[str, typer.Option(help="Whose knowledge it is: personal, company or team:NAME.")] = PERSONAL_SCOPE,
    as_json: AsJson = False,
) -> None:
    """Remember a sentence or a text."""
    started = time.perf_counter()
    from graphmem.domain.text import clean  # noqa: PLC0415

    said = clean(sys.stdin.read() if text == "-" else text).strip()
    if not said:
        raise InvalidQuery("There is nothing to remember.", hint='graphmem remember "We chose Postgres because …"')
    from graphmem.cli import session  # noqa: PLC0415
    from graphmem.cli.render import clipped  # noqa: PLC0415
    from graphmem.domain.time import now  # noqa: PLC0415
    from ingest.run import ingest_text  # noqa: PLC0415

    async def work(memory: "App", reader: "Reader") -> "IngestReport":
        desk = session.Desk(memory=memory, reader=reader, placement=Placement.usual(scope), is_interactive=True)
        title = clipped(said, TITLE_LENGTH)
        return await ingest_text(desk, said, title=title, project=project, happened_at=now())

    _tell(session.visit(work, quiet=as_json), started, as_json=as_json)


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
