"""How an error is told: one sentence and a hint on stderr, or one JSON object on stdout; and its exit code."""

import sys
import traceback
from collections.abc import Sequence
from itertools import takewhile

import typer

from graphmem.domain.errors import GraphmemError

USAGE = 64
FAULT = 1
INTERRUPTED = 130


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether the caller asked for JSON, told before the arguments are known to be good."""
    return "--json" in takewhile(lambda argument: argument != "--", arguments)


def tell(error: GraphmemError, *, as_json: bool) -> int:
    """Tell an expected error and return its exit code."""
    _tell(error.code, str(error), error.hint, as_json=as_json)
    return error.exit_code


def tell_usage(error: typer.TyperException, *, as_json: bool) -> int:
    """Tell a wrong command line."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "graphmem"
    message = error.format_message()
    if message.startswith("Usage:"):
        typer.echo(message, err=True)
        message = f"`{command}` needs a command"
    _tell("usage", message, f"`{command} --help` lists what it takes.", as_json=as_json)
    return USAGE


def tell_fault(error: Exception, *, as_json: bool) -> int:
    """Tell a fault of our own; its trace goes to stderr, since somebody has to mend it."""
    from graphmem.remember.guard import masked  # noqa: PLC0415 - only when something went wrong

    sys.stderr.write(masked("".join(traceback.format_exception(error))))
    _tell(
        "fault",
        masked(f"this should not have happened: {error!r}"),
        "This is a fault of graphmem: please report the trace.",
        as_json=as_json,
    )
    return FAULT


def tell_interrupted() -> int:
    """Tell that the user broke it off: always on stderr, since what stdout owes may be out already."""
    typer.echo("Interrupted; what was finished is kept.", err=True)
    return INTERRUPTED


def sentence(text: str) -> str:
    """`text` with a capital letter and a full stop."""
    bare = text.strip()
    return f"{bare[:1].upper()}{bare[1:]}{'' if bare.endswith(('.', '!', '?')) else '.'}"


def _tell(code: str, message: str, hint: str, *, as_json: bool) -> None:
    if as_json:
        from graphmem.cli.as_json import write  # noqa: PLC0415 - only when something went wrong

        write({"error": {"code": code, "message": sentence(message), "hint": hint}})
        return
    is_terminal = sys.stderr.isatty()
    label = typer.style("Error:", fg="red", bold=True) if is_terminal else "Error:"
    typer.echo(f"{label} {sentence(message)}", err=True)
    if hint:
        typer.echo(f"  {typer.style(hint, dim=True) if is_terminal else hint}", err=True)
