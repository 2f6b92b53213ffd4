"""The engine's process: its command line, its start, the wait for its answer, and its end."""

import os
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from textwrap import shorten

import psutil

from graphmem.domain.errors import EngineUnavailable
from graphmem.engine import ports
from graphmem.engine.config import EngineConfig
from graphmem.engine.detach import detached
from graphmem.engine.discovery import home_argument
from graphmem.engine.home import Home
from graphmem.engine.java import Java
from graphmem.engine.lock import EngineLock

SERVER_CLASS = "org.neo4j.server.Neo4jCommunity"
POLL_S = 0.05
STOP_WITHIN_S = 60.0
BREAK_OFF_WITHIN_S = 5.0
KILLED_WITHIN_S = 10.0
LINE_WIDTH = 300
# Nothing of the caller's surroundings: a JDK_JAVA_OPTIONS of another program would change our engine.
# Java takes the encoding of file names from the locale, and a home may hold any letter.
ENVIRONMENT = None if os.name == "nt" else {"LC_ALL": "C.UTF-8"}
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
    """Start the engine as a process of its own and return its number; it does not answer yet."""
    home = launch.home
    arguments = home.conf / "java.args"
    arguments.write_text("".join(f"{_quoted(word)}\n" for word in _java_words(launch)), encoding="utf-8")
    home.logs.mkdir(exist_ok=True)
    for of_last_run in (home.user_log, home.failed_databases):
        of_last_run.unlink(missing_ok=True)
    command = [str(launch.java.binary), f"@{arguments}", SERVER_CLASS]
    command += [home_argument(home), f"--config-dir={home.conf}"]
    return detached(command, output=home.output, folder=home.root, environment=ENVIRONMENT)


def wait_for_answer(pid: int, home: Home, listening: Sequence[int], *, timeout_s: float) -> None:
    """Return when the engine is ready on the ports of `listening`, Bolt's first.

    EngineUnavailable, with the telling line of the log, when the store cannot be opened, when the process
    ends first, or when time runs out; the process is gone then.
    """
    deadline = time.monotonic() + timeout_s
    while not is_ready(home, listening):
        # Neo4j serves on without a database that it could not open, or tries for two minutes.
        if _lines(home.failed_databases):
            raise _given_up(pid, home, "cannot open its store")
        if not lives(pid):
            raise _given_up(pid, home, "ended while starting")
        if time.monotonic() > deadline:
            raise _given_up(pid, home, f"did not answer within {timeout_s:g} seconds")
        time.sleep(POLL_S)


def is_ready(home: Home, listening: Sequence[int]) -> bool:
    """Whether Bolt answers, all other ports are open, and the store is served."""
    bolt, *others = listening
    answers = ports.speaks_bolt(bolt) and all(ports.is_open(port) for port in others)
    return answers and not _lines(home.failed_databases)


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
    """What this run's logs say went wrong: the root cause Neo4j names, else what Java said; may be empty."""
    neo4j, java = [*_lines(home.failed_databases), *_lines(home.user_log)], _lines(home.output)
    causes = [line for line in neo4j if line.startswith("Caused by:")]
    errors = [line for line in neo4j if " ERROR " in line]
    line = next((lines[-1] for lines in (causes, errors, ["; ".join(java[:2])], neo4j) if any(lines)), "")
    return shorten(line.removeprefix("Caused by: "), width=LINE_WIDTH, placeholder=" …")


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


def _ended(pid: int, within_s: float) -> bool:
    """Wait for the end; a dead process whose starter has not taken notice yet counts as ended."""
    deadline = time.monotonic() + within_s
    while lives(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_S)
    return True


def _given_up(pid: int, home: Home, what: str) -> EngineUnavailable:
    """End it first: then its log is whole."""
    stop(pid, within_s=BREAK_OFF_WITHIN_S)
    line = telling_line(home)
    said = f": {line}" if line else ""
    return EngineUnavailable(f"the engine {what}{said}", hint=f"Its whole log is in {home.logs}.")


def _lines(path: Path) -> list[str]:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return [line.strip() for line in text.splitlines() if line.strip() and not NOISE.search(line)]
