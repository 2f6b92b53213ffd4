"""The private engine by hand: up, down; and the status of it and of the memory."""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from graphmem.cli.options import AsJson
from graphmem.domain.errors import BadInput

if TYPE_CHECKING:
    from graphmem.domain.answers import Status
    from graphmem.engine import EngineConfig, EngineStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class UpReport:
    """A running engine; the password itself is told to nobody but the file's owner."""

    uri: str
    http_url: str | None
    user: str
    password_file: str
    pid: int
    version: str
    took_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusReport:
    """engine: None where another server is configured; memory: None while the private engine does not run."""

    engine: "EngineStatus | None"
    memory: "Status | None"
    uri: str


def register(cli: typer.Typer) -> None:
    """Add the commands of this module."""
    cli.command()(up)
    cli.command()(down)
    cli.command()(status)


def up(*, as_json: AsJson = False) -> None:
    """Start the private Neo4j; it goes on when this ends."""
    from graphmem.cli import as_json as json  # noqa: PLC0415 - heavy imports wait until a command runs
    from graphmem.cli import render, show_state  # noqa: PLC0415

    config = _private_engine()
    report = start(config, quiet=as_json)
    if as_json:
        json.write(report)
    else:
        render.show(show_state.upped(report))


def start(config: "EngineConfig", *, quiet: bool) -> UpReport:
    """The engine of `config`, started or adopted."""
    from graphmem import engine  # noqa: PLC0415
    from graphmem.cli.progress import engine_bar  # noqa: PLC0415
    from graphmem.engine.home import home_of  # noqa: PLC0415

    started = time.perf_counter()
    with engine_bar(quiet=quiet) as bar:
        endpoint = engine.up(config, progress=bar)
    return UpReport(
        uri=endpoint.uri,
        http_url=endpoint.http_url,
        user=endpoint.user,
        password_file=str(home_of(config).kept),
        pid=endpoint.pid,
        version=endpoint.version,
        took_s=round(time.perf_counter() - started, 3),
    )


def down(*, as_json: AsJson = False) -> None:
    """Stop the private Neo4j; what it holds stays."""
    from graphmem import engine  # noqa: PLC0415
    from graphmem.cli import as_json as json  # noqa: PLC0415

    was_running = engine.down(_private_engine())
    if as_json:
        json.write({"stopped": was_running})
    else:
        typer.echo("The engine is stopped." if was_running else "No engine was running.")


def status(*, as_json: AsJson = False) -> None:
    """What runs, and what memory holds; starts nothing."""
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import render, session, show_state  # noqa: PLC0415
    from graphmem.compose import engine_config  # noqa: PLC0415
    from graphmem.engine import EngineState  # noqa: PLC0415
    from graphmem.engine import status as engine_status  # noqa: PLC0415
    from graphmem.settings import read_settings  # noqa: PLC0415

    settings = read_settings()
    engine = None if settings.neo4j_uri else engine_status(engine_config(settings))
    is_up = engine is None or engine.state is EngineState.RUNNING
    memory = session.visit(lambda app, reader: app.status(reader), settings, quiet=as_json) if is_up else None
    report = StatusReport(engine=engine, memory=memory, uri=settings.neo4j_uri or (engine and engine.uri) or "")
    if as_json:
        json.write(report)
    else:
        render.show(show_state.stated(report))


def _private_engine() -> "EngineConfig":
    """The private engine's configuration; BadInput when another server is configured instead."""
    from graphmem.compose import engine_config  # noqa: PLC0415
    from graphmem.settings import read_settings  # noqa: PLC0415

    settings = read_settings()
    if settings.neo4j_uri:
        raise BadInput(
            f"GRAPHMEM_NEO4J_URI names {settings.neo4j_uri}, so there is no private engine to start or stop.",
            hint="Unset it to use the private engine.",
        )
    return engine_config(settings)
