"""Whatever ends a command: an exit code, one sentence and a hint, or one JSON object."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from graphmem.cli import session
from graphmem.cli.app import run
from graphmem.domain import errors
from graphmem.domain.errors import GraphmemError


def all_errors(root: type[GraphmemError]) -> Iterator[type[GraphmemError]]:
    yield root
    for child in root.__subclasses__():
        yield from all_errors(child)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    def fail_with(error: BaseException) -> None:
        def visit(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr(session, "visit", visit)

    return fail_with


@pytest.mark.parametrize("kind", list(all_errors(GraphmemError)))
def test_an_expected_error_is_a_sentence_and_a_hint_and_its_own_exit_code(
    kind: type[GraphmemError], failing: Callable[[BaseException], None], capsys: pytest.CaptureFixture[str]
) -> None:
    failing(kind("the lamp is out", hint="Light it."))
    assert run(["recall", "light"]) == kind.exit_code
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "Error: The lamp is out.\n  Light it.\n"


def test_the_exit_codes_are_the_ones_scripts_were_promised() -> None:
    assert (errors.BadInput.exit_code, errors.Unavailable.exit_code, errors.Conflict.exit_code) == (65, 69, 1)


def test_with_json_an_error_is_one_object_on_stdout_and_nothing_else(
    failing: Callable[[BaseException], None], capsys: pytest.CaptureFixture[str]
) -> None:
    failing(errors.WrongCredentials("Neo4j refuses it.", hint="Check it."))
    assert run(["why", "why?", "--json"]) == 69
    told = capsys.readouterr()
    assert json.loads(told.out) == {
        "error": {"code": "wrong_credentials", "message": "Neo4j refuses it.", "hint": "Check it."}
    }
    assert told.err == ""


def test_a_fault_of_our_own_leaves_its_trace_on_stderr_and_json_on_stdout(
    failing: Callable[[BaseException], None], capsys: pytest.CaptureFixture[str]
) -> None:
    failing(ZeroDivisionError("one over nothing"))
    assert run(["recall", "light", "--json"]) == 1
    told = capsys.readouterr()
    assert json.loads(told.out)["error"]["code"] == "fault"
    assert "Traceback" in told.err
    assert "Traceback" not in told.out


def test_an_interrupt_is_one_line_and_130(
    failing: Callable[[BaseException], None], capsys: pytest.CaptureFixture[str]
) -> None:
    failing(KeyboardInterrupt())
    assert run(["recall", "light"]) == 130
    assert capsys.readouterr().err == "Interrupted; what was finished is kept.\n"


@pytest.mark.parametrize(
    "arguments",
    [["recall"], ["recal", "x"], ["recall", "x", "--top-k", "many"], ["why", "--nonsense"], ["ingest"], ["bench"]],
)
def test_a_wrong_command_line_is_64(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 64
    told = capsys.readouterr()
    assert "--help` lists what it takes." in told.err
    assert told.out == ""


def test_a_wrong_command_line_with_json_is_json_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["recall", "--json"]) == 64
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "usage"


def test_json_after_the_end_of_options_is_a_word_like_any_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["remember", "--project", "--", "--json"]) == 64
    assert capsys.readouterr().out == ""


def test_no_command_prints_the_help_and_is_64(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 64
    assert "recall" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["recall", "x", "--kind", "poem"], "poem"),
        (["recall", "x", "--as-of", "yesterday"], "yesterday"),
        (["why", "x", "--as-of", "31.5."], "31.5."),
        (["remember", "  "], "nothing to remember"),
    ],
)
def test_a_value_that_cannot_be_used_is_65_before_anything_starts(
    arguments: list[str], wrong: str, failing: Callable[[BaseException], None], capsys: pytest.CaptureFixture[str]
) -> None:
    failing(AssertionError("nothing may be started"))
    assert run(arguments) == 65
    assert wrong in capsys.readouterr().err


def test_help_loads_nothing_heavy() -> None:
    """A clock would measure the machine; what `--help` imports decides how long it takes."""
    heavy = ("rich.console", "pydantic", "neo4j", "numpy", "onnxruntime", "fastapi", "strawberry", "graphmem.compose")
    script = (
        "import sys; from graphmem.cli.app import run; code = run(['--help']); "
        f"print([name for name in {heavy!r} if name in sys.modules], code, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[] 0"
    assert "connect" in done.stdout


@pytest.mark.parametrize(
    "command", ["up", "down", "status", "doctor", "serve", "demo", "ingest", "remember", "recall", "why", "connect"]
)
def test_every_command_offers_json(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    assert "--json" in capsys.readouterr().out
