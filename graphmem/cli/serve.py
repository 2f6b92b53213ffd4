"""Serving memory over HTTP, until it is interrupted."""

import gc
import socket
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.options import AsJson
from graphmem.domain.errors import Unavailable

if TYPE_CHECKING:
    from fastapi import FastAPI

    from api.ports import IngestText
    from graphmem.app import App
    from graphmem.domain.scope import Placement, Reader
    from graphmem.settings import Settings
    from ingest.report import IngestReport

BACKLOG = 512


def register(cli: typer.Typer) -> None:
    """Add the commands of this module."""
    cli.command()(serve)


def serve(
    *,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Instead of GRAPHMEM_API_HOST.")] = "",
    port: Annotated[int | None, typer.Option(metavar="N", help="Instead of GRAPHMEM_API_PORT; 0 = a free one.")] = None,
    as_json: AsJson = False,
) -> None:
    """Answer over GraphQL until Ctrl-C."""
    from graphmem.cli.lean import import_driver  # noqa: PLC0415 - heavy imports wait until a command runs

    import_driver()
    from api.auth import check_address  # noqa: PLC0415
    from graphmem.cli import queue, session  # noqa: PLC0415
    from graphmem.settings import read_settings  # noqa: PLC0415

    settings = read_settings()
    address = host or settings.api_host
    check_address(address, token=settings.api_token.get_secret_value())
    with listening(address, settings.api_port if port is None else port) as door:
        url = f"http://{_shown(address)}:{door.getsockname()[1]}/graphql"

        async def work(memory: "App", reader: "Reader") -> None:
            _greet(url, settings, as_json=as_json)
            gc.freeze()  # modules, tables and schema live as long as the process: no collection looks at them again
            async with queue.draining(memory, settings):
                await _run(api_of(memory, reader, settings), door)

        session.visit(work, settings, quiet=as_json)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; Unavailable when the port is taken or the address is not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except (OSError, OverflowError) as error:
        raise Unavailable(
            f"port {port} on {host} cannot be opened: {getattr(error, 'strerror', None) or error}",
            hint="Stop what listens there, or choose another with --port (0 takes a free one).",
        ) from error


def api_of(memory: "App", reader: "Reader", settings: "Settings") -> "FastAPI":
    """The HTTP face over one memory."""
    from api.graphql.limits import ApiLimits  # noqa: PLC0415
    from api.http import create_api  # noqa: PLC0415
    from graphmem.cli.queue import spool_of  # noqa: PLC0415

    limits = ApiLimits(
        depth=settings.api_depth_limit,
        cost=settings.api_cost_limit,
        tokens=settings.api_token_limit,
        aliases=settings.api_alias_limit,
        body_bytes=settings.api_body_bytes,
        timeout_s=settings.api_timeout_s,
    )
    return create_api(
        memory,
        limits=limits,
        reader=reader,
        ingest_text=text_reader(memory, reader),
        token=settings.api_token.get_secret_value(),
        development=settings.api_development,
        outbox=spool_of(settings).state,
    )


def text_reader(memory: "App", reader: "Reader") -> "IngestText":
    """Reading a text into this memory, for a face that may not import the package of the connectors."""
    from graphmem.cli.session import Desk  # noqa: PLC0415
    from ingest.run import ingest_text  # noqa: PLC0415

    async def read(
        text: str,
        *,
        title: str,
        source: str,
        project: str,
        happened_at: datetime | None,
        placement: "Placement",
        is_interactive: bool = False,
    ) -> "IngestReport":
        desk = Desk(memory=memory, reader=reader, placement=placement, is_interactive=is_interactive)
        return await ingest_text(desk, text, title=title, source=source, project=project, happened_at=happened_at)

    return read


async def _run(api: "FastAPI", door: socket.socket) -> None:
    import uvicorn  # noqa: PLC0415

    config = uvicorn.Config(api, log_level="warning", access_log=False, lifespan="off", server_header=False)
    await uvicorn.Server(config).serve(sockets=[door])


def _greet(url: str, settings: "Settings", *, as_json: bool) -> None:
    if as_json:
        from graphmem.cli import as_json as json  # noqa: PLC0415

        json.write({"url": url, "development": settings.api_development})
        return
    with_token = "  (with the header Authorization: Bearer …)" if settings.api_token.get_secret_value() else ""
    typer.echo(f"graphmem answers at {url}{with_token}")
    if settings.api_development:
        typer.echo("GraphiQL: open the same address in a browser.")
    typer.echo("Ctrl-C ends it.", err=True)


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
