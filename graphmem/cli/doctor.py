"""Doctor: is everything in order, and if not, what to do."""

from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.options import AsJson

if TYPE_CHECKING:
    from graphmem.domain.answers import Check
    from graphmem.settings import Settings

RED = 2


def register(cli: typer.Typer) -> None:
    """Add the commands of this module."""
    cli.command()(doctor)


def doctor(
    *,
    fix: Annotated[
        bool, typer.Option("--fix", help="Also mend what can be mended: fetch damaged files again.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check everything; says how to mend what is red."""
    from graphmem.cli import as_json as json  # noqa: PLC0415 - heavy imports wait until a command runs
    from graphmem.cli import render, show_state  # noqa: PLC0415
    from graphmem.settings import read_settings  # noqa: PLC0415

    checks = examine(read_settings(), fix=fix, quiet=as_json)
    red = sum(check.state == "red" for check in checks)
    if as_json:
        json.write({"red": red, "checks": checks})
    else:
        render.show(show_state.checked(checks))
    if red:
        raise typer.Exit(RED)


def examine(settings: "Settings", *, fix: bool, quiet: bool) -> list["Check"]:
    """All checks in order; those of the database only when an engine answers."""
    from graphmem.cli import session  # noqa: PLC0415
    from graphmem.cli.checks import machine_checks, memory_checks  # noqa: PLC0415
    from graphmem.cli.progress import engine_bar  # noqa: PLC0415
    from graphmem.compose import connect_to  # noqa: PLC0415

    with engine_bar(quiet=quiet) as bar:
        checks = list(machine_checks(settings, fix=fix, progress=bar))

    async def ask() -> list["Check"]:
        return [check async for check in memory_checks(await connect_to(settings), settings)]

    is_up = all(check.state != "red" for check in checks if check.name == "engine")
    return [*checks, *(session.run(ask()) if is_up else ())]
