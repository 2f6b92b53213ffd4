"""An agent's command as an engine, played by a script that prints what the test recorded."""

import json
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from engines_given import GOOD, said

from graphmem.domain.engines import Prompt, Reply
from graphmem.domain.errors import ExtractorUnavailable
from graphmem.inference.engines import EngineChoices, load_engine
from graphmem.inference.headless import Headless, words_of
from graphmem.remember.extract import RuleExtractor
from graphmem.settings import passed_environment

PROMPT = Prompt(instructions='<graphmem-extraction version="1"/>', text="Ada: we use Kafka. ✓")
READ = "import sys, os, json, time, subprocess\nsaid = sys.stdin.buffer.read().decode()\n"

Command = Callable[..., Headless]


@pytest.fixture
def command(tmp_path: Path) -> Command:
    """A command that runs these lines of Python after it has read its standard input as `said`."""

    def make(body: str, *, reads: bool = True, **values: object) -> Headless:
        script = tmp_path / "agent with blanks.py"
        script.write_text((READ if reads else READ.splitlines()[0] + "\n") + body)
        environment = {"PATH": os.environ["PATH"], "MARK": "given"}
        limits = {"timeout_s": 20.0} | values
        return Headless(command=(sys.executable, str(script)), environment=environment, **limits)  # type: ignore[arg-type]

    return make


async def test_a_command_reads_the_prompt_and_prints_the_answer(command: Command) -> None:
    engine = command("print('```json'); print(json.dumps({'heard': said})); print('```')")
    reply = await engine.ask(PROMPT)
    assert reply.trouble == ""
    heard = json.loads(reply.text.strip("`json \n"))["heard"]
    assert heard.startswith("<graphmem-extraction")
    assert "Ada: we use Kafka. ✓" in heard


async def test_a_command_gets_an_empty_folder_and_only_the_variables_it_is_given(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHMEM_NEO4J_PASSWORD", "hush")
    monkeypatch.setenv("SOME_TOKEN", "hush")
    reply = await command("print(json.dumps([os.listdir('.'), dict(os.environ)]))").ask(PROMPT)
    files, environment = json.loads(reply.text)
    assert files == []
    assert environment["MARK"] == "given"
    assert "hush" not in environment.values()
    monkeypatch.setenv("HOME", "/home/ada")
    assert passed_environment("HOME GRAPHMEM_NEO4J_PASSWORD NOT_SET") == {"HOME": "/home/ada"}


async def test_a_command_that_hangs_is_ended_with_its_children(command: Command, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    body = f"""child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])
open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')
time.sleep(600)"""
    reply = await command(body, timeout_s=3.0).ask(PROMPT)
    assert (reply.text, reply.passes) == ("", True)
    assert "no answer in 3 s" in reply.trouble
    for pid in map(int, pids.read_text().split()):
        assert not _runs(pid)


def _runs(pid: int) -> bool:
    """Alive after a moment to die in, and not merely waiting to be collected by its parent."""
    import psutil

    try:
        process = psutil.Process(pid)
        if process.status() != psutil.STATUS_ZOMBIE:
            process.wait(timeout=5)
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
    except psutil.TimeoutExpired:
        return bool(process.status() != psutil.STATUS_ZOMBIE)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("sys.stderr.write('secret of the user'); print('half'); sys.exit(1)", "left with code 1"),
        ("print('x' * 50_000)", "longer than 10,000 bytes"),
        ("while True: print('y' * 1000)", "longer than 10,000 bytes"),
    ],
)
async def test_what_goes_wrong_is_told_and_stderr_is_not(command: Command, body: str, expected: str) -> None:
    reply = await command(body, output_bytes=10_000).ask(PROMPT)
    assert expected in reply.trouble
    assert "secret" not in repr(reply)


async def test_a_command_that_does_not_read_its_input_may_still_answer(command: Command) -> None:
    big = Prompt(instructions="x", text="y" * 3_000_000)
    assert (await command(f"print({said(GOOD)!r})", reads=False).ask(big)).text.strip() == said(GOOD)


async def test_bytes_that_are_no_text_do_not_raise(command: Command) -> None:
    assert await command("sys.stdout.buffer.write(b'\\xff\\xfe{')").ask(PROMPT) == Reply(text="\ufffd\ufffd{")


async def test_a_command_that_is_not_there_is_told_once_for_all(tmp_path: Path) -> None:
    with pytest.raises(ExtractorUnavailable, match="cannot be started"):
        await Headless(command=(str(tmp_path / "none"),), environment={}).ask(PROMPT)


async def test_no_shell_reads_the_command_line(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    echo = tmp_path / "echo me"
    echo.write_text('#!/bin/sh\nprintf "%s" "$*"\n')
    echo.chmod(echo.stat().st_mode | stat.S_IEXEC)
    engine = Headless(
        command=words_of(f"'{echo}' '; touch {proof}' $(id) -p"), environment={"PATH": os.environ["PATH"]}
    )
    assert (await engine.ask(PROMPT)).text == f"; touch {proof} $(id) -p"
    assert not proof.exists()
    assert engine.name == "agent:echo_me@1"


@pytest.mark.parametrize("line", ["", "  ", "claude 'oops"])
def test_a_command_line_that_is_none_is_told_with_a_hint(line: str) -> None:
    with pytest.raises(ExtractorUnavailable) as told:
        load_engine("agent", EngineChoices(command=line), RuleExtractor())
    assert told.value.hint
