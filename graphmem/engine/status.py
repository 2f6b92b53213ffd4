"""How the engine of one home stands, seen from outside."""

import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import psutil

from graphmem.engine import discovery, process
from graphmem.engine.config import EngineConfig
from graphmem.engine.discovery import Running
from graphmem.engine.files import size_of
from graphmem.engine.home import Home, home_of


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


def status(config: EngineConfig) -> EngineStatus:
    """Look, and change nothing; a missing, damaged or stale discovery file is a state, not an error."""
    home = home_of(config)
    running = discovery.living(home)
    return EngineStatus(
        state=_state(home, running),
        home=home.root,
        log=home.output,
        pid=running.pid if running else None,
        uri=running.uri if running else None,
        http_url=running.http_url if running else None,
        version=running.version if running else None,
        memory_bytes=_memory(running.pid) if running else None,
        up_seconds=max(0.0, time.time() - running.started) if running else None,
        store_bytes=size_of(home.root / "data"),
        logs_bytes=size_of(home.logs),
        cache_bytes=size_of(config.cache),
    )


def _state(home: Home, running: Running | None) -> EngineState:
    if running:
        ready = process.is_ready(home, running.listening)
        return EngineState.RUNNING if ready else EngineState.STARTING
    return EngineState.STALE if home.discovery.exists() else EngineState.STOPPED


def _memory(pid: int) -> int | None:
    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return None
