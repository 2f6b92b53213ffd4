"""What is owed, and what to do about it: owed, close, snooze."""

from typing import Annotated

import typer

from graphmem.cli.options import AsJson, Project
from graphmem.domain.commitments import OwedQuery
from graphmem.domain.errors import InvalidQuery
from graphmem.domain.time import parse_iso

Which = Annotated[str, typer.Argument(metavar="ID", help="A commitment, by id or handle.")]


def register(cli: typer.Typer) -> None:
    """Add the commands of this module."""
    cli.command()(owed)
    cli.command()(close)
    cli.command()(snooze)


def owed(
    *,
    who: Annotated[str, typer.Option(metavar="NAME", help="Only what this person owes.")] = "",
    project: Project = "",
    everything: Annotated[bool, typer.Option("--all", help="Also what is closed or snoozed.")] = False,
    first: Annotated[int, typer.Option(metavar="N", help="How many at most (1 to 100).")] = 50,
    as_json: AsJson = False,
) -> None:
    """What was promised and is not done: overdue first, then by date, then the undated."""
    query = OwedQuery(who=who, project=project, include_closed=everything, first=first)
    from graphmem.cli import as_json as json  # noqa: PLC0415 - heavy imports wait until a command runs
    from graphmem.cli import render, session, show_owed  # noqa: PLC0415

    found = session.visit(lambda memory, reader: memory.owed(query, reader), quiet=as_json)
    if as_json:
        json.write({"owed": [show_owed.as_plain(one) for one in found]})
    else:
        render.show(show_owed.listed(found), spaced=True)


def close(
    which: Which,
    *,
    note: Annotated[str, typer.Option(metavar="TEXT", help="Why, or what came of it.")] = "",
    as_json: AsJson = False,
) -> None:
    """A commitment is done, or no longer wanted."""
    from graphmem.cli import session  # noqa: PLC0415

    closed = session.visit(lambda memory, reader: memory.close_commitment(which, reader, note), quiet=as_json)
    _tell(closed, "closed", as_json=as_json)


def snooze(
    which: Which,
    *,
    until: Annotated[str, typer.Option(metavar="DATE", help="As 2026-05-31.")],
    as_json: AsJson = False,
) -> None:
    """Leave a commitment off the list until a date."""
    moment = parse_iso(until)
    if moment is None:
        raise InvalidQuery(f"{until!r} is no date.", hint="Write it as 2026-05-31 or 2026-05-31T14:00Z.")
    from graphmem.cli import session  # noqa: PLC0415

    snoozed = session.visit(lambda memory, reader: memory.snooze(which, moment, reader), quiet=as_json)
    _tell(snoozed, "snoozed", as_json=as_json)


def _tell(identifier: str, done: str, *, as_json: bool) -> None:
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import render  # noqa: PLC0415

    if as_json:
        json.write({"id": identifier, "status": done})
    else:
        render.show([render.branch(f"{done}: {identifier}")])
