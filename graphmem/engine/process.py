"""The engine's process: its command line, its start, the wait for its answer, and its end."""

import os
import re
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from graphmem.domain.errors import EngineUnavailable
from graphmem.engine import ports
from graphmem.engine.config import EngineConfig
from graphmem.engine.discovery import home_argument
from graphmem.engine.home import Home
from graphmem.engine.java import Java
from graphmem.engine.lock import EngineLock

SERVER_CLASS = "org.neo4j.server.Neo4jCommunity"
POLL_S = 0.05
STOP_WITHIN_S = 60.0
KILLED_WITHIN_S = 10.0
# Nothing of the caller's surroundings: a JDK_JAVA_OPTIONS of another program would change our engine.
# Java takes the encoding of file names from the locale, and a home may hold any letter.
ENVIRONMENT = None if os.name == "nt" else {"LC_ALL": "C.UTF-8"}
TELLING = re.compile(r"ERROR|Exception|Caused by:|^Error|^# ", re.MULTILINE)
NOISE = re.compile(r"\[aot|^\s+at |^\s*\.\.\. \d+ more")


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """All that one start of Java is made of."""

    java: Java
    lock: EngineLock
    config: EngineConfig
    home: Home
    flags: Sequence[str] = ()


def spawn(launch: Launch) -> int:
    """Start Java in a session of its own, so that neither Ctrl-C nor the end of its starter reaches it."""
    home = launch.home
    arguments = home.conf / "java.args"
    arguments.write_text("".join(f"{_quoted(word)}\n" for word in _java_words(launch)), encoding="utf-8")
    home.logs.mkdir(exist_ok=True)
    command = [str(launch.java.binary), f"@{arguments}", SERVER_CLASS]
    with home.output.open("wb") as output:
        child = subprocess.Popen(  # noqa: S603
            [*command, home_argument(home), f"--config-dir={home.conf}"],
            cwd=home.root,
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    threading.Thread(target=child.wait, name="reap-engine", daemon=True).start()
    return child.pid


def wait_for_answer(pid: int, home: Home, kept_ports: Sequence[int], *, timeout_s: float) -> None:
    """Return when Bolt answers (and HTTP accepts, when it is on).

    EngineUnavailable, with the telling line of the log, when the process ends first or time runs out.
    """
    deadline = time.monotonic() + timeout_s
    while not _answers(kept_ports):
        if not lives(pid):
            raise _no_start(home, "ended while starting")
        if time.monotonic() > deadline:
            raise _no_start(home, f"did not answer within {timeout_s:g} seconds")
        time.sleep(POLL_S)


def stop(pid: int, *, within_s: float = STOP_WITHIN_S) -> None:
    """Ask the process to end, and kill it when it takes longer; one that is gone already is fine.

    Killing loses nothing that was acknowledged: every commit is in the transaction log (ADR 0003).
    """
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        process.terminate()
        if not _ended(pid, within_s):
            process.kill()
            _ended(pid, KILLED_WITHIN_S)


def lives(pid: int) -> bool:
    """Whether the process runs; a dead one that nobody has reaped does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def telling_line(home: Home) -> str:
    """The last line of this run's logs that says what went wrong, else the last line, else nothing."""
    lines = [line for path in (home.logs / "neo4j.log", home.output) for line in _lines(path)]
    telling = [line for line in lines if TELLING.search(line)] or lines
    return telling[-1].strip() if telling else ""


def _java_words(launch: Launch) -> list[str]:
    config, logs = launch.config, launch.home.logs
    class_path = os.pathsep.join(str(config.jars / jar.path) for jar in launch.lock.jars)
    return [
        *launch.java.flags,
        "-Dlog4j2.disable.jmx=true",
        f"-Xmx{config.heap}",
        "-XX:-UsePerfData",
        "-XX:+ExitOnOutOfMemoryError",
        "-XX:-CreateCoredumpOnCrash",
        f"-XX:ErrorFile={logs / 'crash.log'}",
        *(["-XX:TieredStopAtLevel=1"] if config.fast_start else []),
        *launch.flags,
        "-cp",
        class_path,
    ]


def _quoted(word: str) -> str:
    """One line of a Java argument file: there the whole class path has room, on any system."""
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _answers(kept_ports: Sequence[int]) -> bool:
    bolt, *others = kept_ports
    return ports.speaks_bolt(bolt) and all(ports.is_open(port) for port in others)


def _ended(pid: int, within_s: float) -> bool:
    """Wait for the end; a dead process whose starter has not taken notice yet counts as ended."""
    deadline = time.monotonic() + within_s
    while lives(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_S)
    return True


def _no_start(home: Home, what: str) -> EngineUnavailable:
    line = telling_line(home)
    said = f": {line}" if line else ""
    return EngineUnavailable(f"the engine {what}{said}", hint=f"Its whole log is in {home.logs}.")


def _lines(path: Path) -> list[str]:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return [line for line in text.splitlines() if line.strip() and not NOISE.search(line)]
