"""Starting, adopting, stopping and looking at the engine of one home."""

import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import psutil

from graphmem.domain.errors import EngineConflict, EngineUnavailable
from graphmem.engine import aot, discovery, process
from graphmem.engine import home as homes
from graphmem.engine.config import EngineConfig, Progress, Silent
from graphmem.engine.discovery import Running
from graphmem.engine.fetch import fetch
from graphmem.engine.files import size_of, writing_below
from graphmem.engine.home import Home, Kept
from graphmem.engine.java import find
from graphmem.engine.lock import EngineLock, read
from graphmem.engine.ports import LOOPBACK, speaks_bolt

BREAK_OFF_WITHIN_S = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where the engine answers and how to log in; `version` is Neo4j's own."""

    uri: str
    http_url: str | None
    user: str
    password: str
    pid: int
    version: str


class EngineState(StrEnum):
    """`stale`: the discovery file names a process that is no engine of this home (any more)."""

    RUNNING = "running"
    STARTING = "starting"
    STOPPED = "stopped"
    STALE = "stale"


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineStatus:
    """What can be seen of an engine from outside; process facts are None when none runs. Sizes in bytes."""

    state: EngineState
    home: Path
    log: Path
    pid: int | None
    uri: str | None
    http_url: str | None
    version: str | None
    memory_bytes: int | None
    up_seconds: float | None
    store_bytes: int
    logs_bytes: int
    cache_bytes: int


def up(config: EngineConfig, *, progress: Progress | None = None) -> Endpoint:
    """Start the engine of this home, or adopt the one that runs; returns when it answers.

    Any number of threads and processes may call this at once: one starts, the others adopt. The engine
    survives its starter. EngineUnavailable when it cannot be fetched or started (nothing is left behind),
    EngineConflict when one of another lock file runs, or when the store was written by a newer Neo4j.
    """
    home, lock, progress = homes.home_of(config), read(config.lock_file), progress or Silent()
    running = discovery.living(home)
    if running and speaks_bolt(running.bolt_port):
        return _adopted(home, running, lock)
    fetch(config, progress=progress)
    with writing_below(home.root), home.exclusive(config.start_timeout_s + process.STOP_WITHIN_S):
        return _adopt_started(home, lock, config) or _start(home, lock, config, progress)


def down(config: EngineConfig) -> bool:
    """Stop the engine of this home; False when none runs. A damaged or stale discovery file is taken away."""
    home = homes.home_of(config)
    if not home.root.exists():
        return False
    with writing_below(home.root), home.exclusive(config.start_timeout_s + process.STOP_WITHIN_S):
        return _stop_any(home)


def status(config: EngineConfig) -> EngineStatus:
    """How the engine stands; never raises for a missing, damaged or stale discovery file, and starts nothing."""
    home = homes.home_of(config)
    recorded, running = discovery.read(home), discovery.living(home)
    return EngineStatus(
        state=_state(recorded, running),
        home=home.root,
        log=home.output,
        pid=running.pid if running else None,
        uri=_uri(running) if running else None,
        http_url=_http_url(running) if running else None,
        version=running.version if running else None,
        memory_bytes=_memory(running) if running else None,
        up_seconds=max(0.0, time.time() - running.started) if running else None,
        store_bytes=size_of(home.root / "data"),
        logs_bytes=size_of(home.logs),
        cache_bytes=size_of(config.cache),
    )


def _adopt_started(home: Home, lock: EngineLock, config: EngineConfig) -> Endpoint | None:
    """The engine that another one started meanwhile; one whose starter was killed is waited for."""
    running = discovery.living(home)
    if running is None:
        return None
    process.wait_for_answer(running.pid, home, [running.bolt_port], timeout_s=config.start_timeout_s)
    return _adopted(home, running, lock)


def _adopted(home: Home, running: Running, lock: EngineLock) -> Endpoint:
    if running.lock != lock.digest:
        raise EngineConflict(
            f"an engine of another graphmem is running (Neo4j {running.version}, ours is {lock.version})",
            hint="Run `graphmem down`, then `graphmem up`; or use the graphmem that started it.",
        )
    kept = homes.load(home)
    if kept is None:
        raise EngineUnavailable(f"{home.kept} is gone", hint="Run `graphmem down`, then `graphmem up`.")
    return _endpoint(running, kept)


def _start(home: Home, lock: EngineLock, config: EngineConfig, progress: Progress) -> Endpoint:
    _stop_any(home)
    java = find(config.java_home)
    kept = homes.prepare(home, config, lock)
    cache = aot.cache_for(config, lock, java)
    progress.stage(f"starting Neo4j {lock.version}")
    flags = aot.flags_to_use(cache)
    running = _run(process.Launch(java=java, lock=lock, config=config, home=home, flags=flags), kept)
    aot.make_if_missing(cache, config, home)
    return _endpoint(running, kept)


def _run(launch: process.Launch, kept: Kept) -> Running:
    """Start and wait; whatever ends the wait early, Ctrl-C too, ends what was started."""
    home, config = launch.home, launch.config
    pid = process.spawn(launch)
    try:
        running = Running(
            pid=pid,
            started=time.time(),
            bolt_port=kept.bolt_port,
            http_port=kept.http_port if config.browser else 0,
            lock=launch.lock.digest,
            version=launch.lock.version,
        )
        discovery.write(home, running)
        in_use = [port for port in (running.bolt_port, running.http_port) if port]
        process.wait_for_answer(pid, home, in_use, timeout_s=config.start_timeout_s)
    except BaseException:
        process.stop(pid, within_s=BREAK_OFF_WITHIN_S)
        discovery.remove(home)
        raise
    return running


def _stop_any(home: Home) -> bool:
    """Stop this home's engine whether or not the discovery file knows it."""
    running = discovery.living(home)
    pid = running.pid if running else discovery.find(home)
    if pid is not None:
        process.stop(pid)
    discovery.remove(home)
    return pid is not None


def _state(recorded: Running | None, running: Running | None) -> EngineState:
    if running:
        return EngineState.RUNNING if speaks_bolt(running.bolt_port) else EngineState.STARTING
    return EngineState.STALE if recorded else EngineState.STOPPED


def _endpoint(running: Running, kept: Kept) -> Endpoint:
    return Endpoint(
        uri=_uri(running),
        http_url=_http_url(running),
        user=homes.USER,
        password=kept.password,
        pid=running.pid,
        version=running.version,
    )


def _uri(running: Running) -> str:
    return f"bolt://{LOOPBACK}:{running.bolt_port}"


def _http_url(running: Running) -> str | None:
    return f"http://{LOOPBACK}:{running.http_port}" if running.http_port else None


def _memory(running: Running) -> int | None:
    try:
        return int(psutil.Process(running.pid).memory_info().rss)
    except psutil.Error:
        return None
