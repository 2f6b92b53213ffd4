"""Corrections: supersede, unsupersede, outcome."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.options import AsJson
from graphmem.domain.corrections import Verdict
from graphmem.domain.errors import InvalidQuery
from graphmem.domain.time import parse_iso

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from graphmem.app import App
    from graphmem.domain.scope import Reader

Old = Annotated[str, typer.Argument(metavar="OLD", help="The statement that no longer holds, by handle or id.")]


def register(cli: typer.Typer) -> None:
    """Add the commands of this module."""
    cli.command()(supersede)
    cli.command()(unsupersede)
    cli.command()(outcome)


def supersede(
    old: Old,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What holds instead, in your own words.")] = "",
    *,
    by: Annotated[
        str, typer.Option("--by", metavar="ID", help="A statement that holds instead, by handle or id.")
    ] = "",
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why.")] = "",
    at: Annotated[str, typer.Option(metavar="DATE", help="Since when; left out: now.")] = "",
    as_json: AsJson = False,
) -> None:
    """Put a new text, or a statement that stands already, in the place of an old one, which stays as history."""
    moment = _moment(at)

    def work(memory: "App", reader: "Reader") -> "Awaitable[object]":
        return memory.supersede(old, reader, new_text=text, new_id=by, reason=reason, at=moment)

    _do(work, as_json=as_json)


def unsupersede(old: Old, *, as_json: AsJson = False) -> None:
    """Take back what superseded a statement: it holds again."""
    _do(lambda memory, reader: memory.unsupersede(old, reader), as_json=as_json)


def outcome(
    verdict: Annotated[Verdict, typer.Argument(help="Whether they were of use.")],
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Statements by handle or id.")],
    *,
    note: Annotated[str, typer.Option(metavar="TEXT", help="What about them.")] = "",
    as_json: AsJson = False,
) -> None:
    """Note that statements were of use, or led astray."""
    _do(lambda memory, reader: memory.outcome(ids, verdict, reader, note=note), as_json=as_json)


def _moment(text: str) -> datetime | None:
    moment = parse_iso(text) if text else None
    if text and moment is None:
        raise InvalidQuery(f"{text!r} is no date.", hint="Write it as 2026-05-31 or 2026-05-31T14:00Z.")
    return moment


def _do(work: "Callable[[App, Reader], Awaitable[object]]", *, as_json: bool) -> None:
    from graphmem.cli import as_json as json  # noqa: PLC0415 - heavy imports wait until a command runs
    from graphmem.cli import session  # noqa: PLC0415
    from graphmem.domain.corrections import Corrected, Standing  # noqa: PLC0415

    done = session.visit(work, quiet=as_json)
    if as_json:
        json.write(done if not isinstance(done, list) else {"ids": done})
        return
    match done:
        case Corrected():
            stale = f"; {done.stale} statements that rest on the old one are stale" if done.stale else ""
            typer.echo(f"{done.new_handle} holds now: {done.text}{stale}")
        case Standing():
            typer.echo(f"{done.handle} holds again: {done.text}")
        case _:
            typer.echo(f"{len(done) if isinstance(done, list) else 0} noted")
