"""Better engines: what an agent hands over, and stored episodes read again by an agent's command, a model or spaCy."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from graphmem.cli.options import AsJson, InProject, Project
from graphmem.domain.errors import InvalidQuery, Unavailable, UnreadableSource

if TYPE_CHECKING:
    from graphmem.app import App
    from graphmem.domain.engines import CaptureReport, ExtractReport
    from graphmem.domain.scope import Reader
    from graphmem.inference.engines import EngineKind


def register(cli: typer.Typer) -> None:
    """Add the commands of this module."""
    cli.command()(capture)
    cli.command()(extract)


def capture(
    file: Annotated[str, typer.Argument(help="JSON with decisions, facts … and quotes; - reads standard input.")],
    *,
    agent: Annotated[str, typer.Option(metavar="NAME", help="Who learnt it.")],
    episode: Annotated[str, typer.Option(metavar="ID", help="The episode it was learnt from.")] = "",
    session_id: Annotated[str, typer.Option("--session", metavar="ID", help="The session it was learnt from.")] = "",
    harness: Annotated[str, typer.Option(metavar="KIND", help="The session's kind, when two share an id.")] = "",
    text: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The transcript itself: ingested first when it is not stored.")
    ] = None,
    project: InProject = "",
    as_json: AsJson = False,
) -> None:
    """Take over what an agent learnt from a conversation, each item checked against the stored words."""
    from graphmem.cli import as_json as json  # noqa: PLC0415 - heavy imports wait until a command runs
    from graphmem.cli import render, session, show_extract  # noqa: PLC0415
    from graphmem.remember.capture import Capture  # noqa: PLC0415

    extraction, transcript = _read(file), _read(str(text)) if text else ""

    async def work(memory: "App", reader: "Reader") -> "CaptureReport":
        uri = await _stored(memory, reader, transcript, project) if transcript else ""
        wanted = Capture(
            extraction=extraction, agent=agent, episode=episode, session=session_id, harness=harness, uri=uri
        )
        return await memory.capture(wanted, reader)

    report = session.visit(work, quiet=as_json)
    if as_json:
        json.write(report)
    else:
        render.show(show_extract.captured(report))


def extract(
    *,
    engine: Annotated[str, typer.Option(metavar="KIND", help="agent, llm, nlp or rules.")],
    episode: Annotated[str, typer.Option(metavar="ID", help="This one, even when it was read already.")] = "",
    project: Project = "",
    limit: Annotated[int, typer.Option(metavar="N", min=1, max=10_000, help="How many episodes at most.")] = 100,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what it would cost at most.")] = False,
    as_json: AsJson = False,
) -> None:
    """Read stored episodes again with a better engine; goes on where it ended the last time."""
    started = time.perf_counter()
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import render, session, show_extract  # noqa: PLC0415
    from graphmem.cli.progress import file_bar  # noqa: PLC0415
    from graphmem.compose import engine_choices  # noqa: PLC0415
    from graphmem.inference.engines import load_engine  # noqa: PLC0415
    from graphmem.settings import read_settings  # noqa: PLC0415

    kind, settings = _kind(engine), read_settings()

    async def work(memory: "App", reader: "Reader") -> "ExtractReport":
        chosen = load_engine(kind, engine_choices(settings), memory.rereading.rules)
        with file_bar(quiet=as_json) as bar:

            def advance(done: int, total: int) -> None:
                if bar:
                    bar.start(total)
                    bar.advance(f"episode {done} of {total}")

            return await memory.rereading.extract(
                chosen, reader, episode=episode, project=project, limit=limit, dry_run=dry_run, progress=advance
            )

    report = session.visit(work, settings, quiet=as_json)
    if as_json:
        json.write(report)
    else:
        render.show(show_extract.extracted(report, time.perf_counter() - started))
    if code := Unavailable.exit_code if report.paused else int(bool(report.failed)):
        raise typer.Exit(code)


async def _stored(memory: "App", reader: "Reader", transcript: str, project: str) -> str:
    """Ingest the transcript and give the uri under which its episodes are found; again, it changes nothing."""
    from graphmem.cli.session import Desk  # noqa: PLC0415
    from ingest.run import ingest_text  # noqa: PLC0415

    report = await ingest_text(Desk(memory=memory, reader=reader), transcript, title="", project=project)
    return report.files[0].uri if report.files else ""


def _kind(engine: str) -> "EngineKind":
    from graphmem.inference.engines import EngineKind  # noqa: PLC0415

    if engine not in get_args(EngineKind):
        raise InvalidQuery(f"There is no engine {engine!r}.", hint=f"One of {', '.join(get_args(EngineKind))}.")
    return cast("EngineKind", engine)


def _read(file: str) -> str:
    if file == "-":
        return sys.stdin.read()
    try:
        return Path(file).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UnreadableSource(f"{file} cannot be read: {error.strerror}.", hint="Check the path.") from error
