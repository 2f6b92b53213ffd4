"""The discovery file without an engine: what is believed and what is stale."""

import json
import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from graphmem.engine import EngineConfig, EngineState, discovery, down, process, status
from graphmem.engine.discovery import Running, home_argument
from graphmem.engine.home import Home, home_of

IGNORES_TERM = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); signal.pause()"


@pytest.fixture
def config(tmp_path: Path) -> EngineConfig:
    (tmp_path / "home").mkdir()
    return EngineConfig(home=tmp_path / "home", cache=tmp_path / "cache")


@pytest.fixture
def home(config: EngineConfig) -> Home:
    return home_of(config)


def test_what_is_written_is_read_again_and_private(home: Home) -> None:
    discovery.write(home, running())
    assert discovery.read(home) == running()
    assert stat.S_IMODE(home.discovery.stat().st_mode) == 0o600
    assert [path.name for path in home.root.iterdir()] == ["engine.json"]


def test_an_engine_is_known_by_its_home(config: EngineConfig, home: Home) -> None:
    with pretender(home) as child:
        discovery.write(home, replace(running(), pid=child.pid))
        assert discovery.living(home) == replace(running(), pid=child.pid)
        assert discovery.find(home) == child.pid
        assert status(config).state is EngineState.STARTING
        process.stop(child.pid)
    assert discovery.living(home) is None
    assert status(config).state is EngineState.STALE


def test_a_reused_process_number_is_stale_and_left_alone(config: EngineConfig, home: Home) -> None:
    with pretender(Home(root=home.root / "another")) as stranger:
        discovery.write(home, replace(running(), pid=stranger.pid))
        assert status(config).state is EngineState.STALE
        assert down(config) is False
        assert stranger.poll() is None
        process.stop(stranger.pid)
    assert status(config).state is EngineState.STOPPED


def test_a_dead_process_that_nobody_reaped_is_not_an_engine(home: Home) -> None:
    with pretender(home) as child:
        os.kill(child.pid, 9)
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert not process.lives(child.pid)
        assert not discovery.is_engine(child.pid, home)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"pid": 1}', "\x00\x00"])
def test_a_damaged_discovery_file_is_stale_and_taken_away(config: EngineConfig, home: Home, text: str) -> None:
    home.discovery.write_text(text)
    assert status(config).state is EngineState.STALE
    assert down(config) is False
    assert status(config).state is EngineState.STOPPED


@pytest.mark.parametrize("pid", [-1, 0, 2**40, "one", None])
def test_a_process_number_that_cannot_be_is_stale(config: EngineConfig, home: Home, pid: object) -> None:
    discovery.write(home, running())
    home.discovery.write_text(json.dumps(json.loads(home.discovery.read_text()) | {"pid": pid}))
    assert status(config).state is EngineState.STALE


def test_status_of_a_home_that_is_not_there(tmp_path: Path) -> None:
    config = EngineConfig(home=tmp_path / "none", cache=tmp_path / "none")
    found = status(config)
    assert (found.state, found.pid, found.store_bytes) == (EngineState.STOPPED, None, 0)
    assert down(config) is False
    assert not config.home.exists()


def test_a_process_that_will_not_end_is_killed(home: Home) -> None:
    with pretender(home, IGNORES_TERM) as child:
        process.stop(child.pid, within_s=0.1)
        assert child.wait() == -9


def test_the_root_cause_is_the_telling_line(home: Home) -> None:
    logged(
        home.user_log,
        "2026-11-30 INFO  Starting...\n2026-11-30 ERROR Failed to start Neo4j.\njava.lang.RuntimeException: Error\n"
        "\tat a.B.c(B.java:1)\nCaused by: a.LifecycleException\n\t... 6 more\n"
        "Caused by: java.net.BindException: taken\n",
    )
    assert process.telling_line(home) == "java.net.BindException: taken"


def test_without_a_cause_the_words_of_java_are_the_telling_line(home: Home) -> None:
    logged(home.user_log, "2026-11-30 INFO  Starting...\n")
    logged(home.output, "[0.1s][warning][aot] noise\nInvalid maximum heap size: -Xmxjunk\nError: Could not create\n")
    assert process.telling_line(home) == "Invalid maximum heap size: -Xmxjunk; Error: Could not create"


def test_without_logs_there_is_no_telling_line(home: Home) -> None:
    assert process.telling_line(home) == ""


def running() -> Running:
    return Running(pid=1, started=0.0, bolt_port=9, http_port=0, password="secret", lock="digest", version="2026.08.1")


def pretender(home: Home, code: str = "print(1, flush=True); input()") -> "subprocess.Popen[bytes]":
    """A process whose command line is that of an engine of this home; it runs when this returns."""
    child = subprocess.Popen(
        [sys.executable, "-c", code, home_argument(home)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdout
    child.stdout.readline()
    return child


def logged(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
