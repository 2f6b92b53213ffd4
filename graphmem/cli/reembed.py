"""The command that moves a memory to another embedding model."""

from typing import TYPE_CHECKING

import typer

from graphmem.cli.options import AsJson

if TYPE_CHECKING:
    from graphmem.domain.reembedding import Reembedded
    from graphmem.settings import Settings


def register(cli: typer.Typer) -> None:
    """Add the command of this module."""
    cli.command()(reembed)


def reembed(*, as_json: AsJson = False) -> None:
    """Move all vectors to the configured embedding model.

    The new ones are made beside the old ones; reads switch when all are there. Stopped anywhere, it goes on when it is
    run again. Other graphmem processes are to be started again afterwards, with the same setting.
    """
    from graphmem.cli import as_json as json  # noqa: PLC0415 - heavy imports wait until a command runs
    from graphmem.cli import session  # noqa: PLC0415
    from graphmem.settings import read_settings  # noqa: PLC0415

    settings = read_settings()
    session.start_engine(settings, quiet=as_json)
    done = session.run(_moved(settings))
    if as_json:
        json.write(done)
    else:
        typer.echo(told(done))


def told(done: "Reembedded") -> str:
    """What was done, for a person."""
    if not done.has_switched:
        return f"All vectors are those of {done.model} already."
    made = f"{done.chunks:,} chunks, {done.statements:,} statements and {done.entities:,} names"
    return f"Reads use {done.model} now; vectors made: {made}."


async def _moved(settings: "Settings") -> "Reembedded":
    from graphmem.compose import open_reembed  # noqa: PLC0415

    async with open_reembed(settings) as work:
        return await work.run(watch=_watch)


def _watch(done: "Reembedded") -> None:
    import sys  # noqa: PLC0415

    if sys.stderr.isatty():
        made = done.chunks + done.statements + done.entities
        typer.echo(f"\r{made:,} vectors made", err=True, nl=False)
