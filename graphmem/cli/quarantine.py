"""What reads like orders to an agent: listed for a keeper, and released."""

from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.options import AsJson

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphmem.cli.render import Branch
    from graphmem.domain.nodes import Node

app = typer.Typer(
    help="Text from outside that reads like orders to an agent: stored, and shown to nobody until it is released.",
    rich_markup_mode=None,
    no_args_is_help=False,
    invoke_without_command=True,
)
SHOWN = 50
LONGEST = 200


@app.callback()
def waiting(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Without a command: list."""
    if context.invoked_subcommand is None:
        _list(SHOWN, as_json=as_json)


@app.command("list")
def listed(
    *,
    first: Annotated[int, typer.Option(metavar="N", min=1, max=1000, help="How many at most.")] = SHOWN,
    as_json: AsJson = False,
) -> None:
    """What waits, newest first."""
    _list(first, as_json=as_json)


@app.command()
def release(
    chunk: Annotated[str, typer.Argument(help="The id that the list shows.", metavar="ID")], *, as_json: AsJson = False
) -> None:
    """Let it be found and read like any other text; nothing is ever concluded from it."""
    from graphmem.cli import as_json as json  # noqa: PLC0415 - heavy imports wait until a command runs
    from graphmem.cli import session  # noqa: PLC0415

    session.visit(lambda memory, reader: memory.release(chunk, reader), quiet=as_json)
    if as_json:
        json.write({"released": chunk})
    else:
        typer.echo("Released.")


def _list(first: int, *, as_json: bool) -> None:
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import render, session  # noqa: PLC0415

    found = session.visit(lambda memory, reader: memory.quarantined(reader, first=first), quiet=as_json)
    if as_json:
        json.write({"quarantine": [one.values for one in found]})
    else:
        render.show(_shown(found))


def _shown(found: "list[Node]") -> "Iterator[Branch]":
    from rich.text import Text  # noqa: PLC0415

    from graphmem.cli.render import DATE, NOTE, branch, clipped, joined  # noqa: PLC0415

    for one in found:
        moment = one.values.get("happened_at")
        date = Text(f"{moment:%Y-%m-%d}", style=DATE) if moment else ""
        yield branch(
            joined(Text(one.id), date, clipped(str(one.values.get("context") or ""))), clipped(one.text, LONGEST)
        )
    if not found:
        yield branch(Text("Nothing waits.", style=NOTE))
