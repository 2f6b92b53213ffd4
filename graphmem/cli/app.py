"""The commands by name, and `main`, which turns whatever ends them into an exit code."""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Annotated

import typer

from graphmem.cli import (
    ask,
    bench,
    correct,
    demo,
    doctor,
    engine,
    entities,
    errors,
    extract,
    ingest,
    keeping,
    outbox,
    owed,
    quarantine,
    reads,
    reembed,
    serve,
)
from graphmem.domain.errors import GraphmemError

cli = typer.Typer(
    name="graphmem",
    help="A memory on a graph: conversations and records in, answers to why questions out, each with a quoted path.",
    rich_markup_mode=None,  # drawing help with rich costs 0.25 s of imports
    context_settings={"help_option_names": ["-h", "--help"]},
)
for module in (ingest, extract, ask, reads, owed, correct, keeping, engine, serve, doctor, demo, reembed):
    module.register(cli)
cli.add_typer(bench.app, name="bench")
cli.add_typer(entities.app, name="entities")
cli.add_typer(quarantine.app, name="quarantine")
cli.add_typer(outbox.app, name="outbox")


def _tell_version(value: bool) -> None:
    if value:
        from importlib.metadata import version  # noqa: PLC0415 - only here

        typer.echo(version("graphmem"))
        raise typer.Exit


@cli.callback(invoke_without_command=True)
def _shared(
    context: typer.Context,
    *,
    version: Annotated[  # noqa: ARG001 - acts by its callback
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(errors.USAGE)


def main() -> None:
    """Run the command of this process and leave with its exit code; after Ctrl-C without waiting for any thread."""
    _speak_utf8()
    code = run(sys.argv[1:])
    if code == errors.INTERRUPTED:
        sys.stdout.flush()
        os._exit(code)
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """The exit code of one command: 0, or the one of the error that was told; nothing is raised."""
    as_json = errors.wants_json(arguments)
    try:
        code = cli(list(arguments), prog_name="graphmem", standalone_mode=False)
    except typer.TyperException as error:
        return errors.tell_usage(error, as_json=as_json)
    except GraphmemError as error:
        return errors.tell(error, as_json=as_json)
    except (KeyboardInterrupt, typer.Abort):
        code = errors.INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the outermost edge: a fault of ours is told and traced, not dumped
        return errors.tell_fault(error, as_json=as_json)
    return errors.tell_interrupted() if code == errors.INTERRUPTED else int(code or 0)


def _speak_utf8() -> None:
    """Whatever the console's own encoding is: a name in another script must not end a command (OPS-04)."""
    for stream, errors_are in (
        (sys.stdin, "replace"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors_are)
