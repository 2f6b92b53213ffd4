"""Starting, adopting and stopping the engine of one home."""

import time
from contextlib import suppress
from dataclasses import dataclass

from graphmem.domain.disks import writing_below
from graphmem.domain.errors import EngineConflict, EngineUnavailable
from graphmem.engine import aot, discovery, home, process
from graphmem.engine.config import EngineConfig, Progress, Silent
from graphmem.engine.discovery import Running
from graphmem.engine.fetch import fetch
from graphmem.engine.home import Home, Kept
from graphmem.engine.java import find
from graphmem.engine.lock import EngineLock, read


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where the engine answers and how to log in; `version` is Neo4j's own."""

    uri: str
    http_url: str | None
    user: str
    password: str
    pid: int
    version: str


def up(config: EngineConfig, *, progress: Progress | None = None) -> Endpoint:
    """Start the engine of this home, or adopt the one that runs; returns when it answers.

    Any number of threads and processes may call this at once: one starts, the others adopt. The engine
    survives its starter. EngineUnavailable when it cannot be fetched or started (nothing is left behind),
    EngineConflict when one of another lock file runs, or when the store was written by a newer Neo4j.
    """
    place, lock, progress = home.home_of(config), read(config.lock_file), progress or Silent()
    running = _running(place, lock)
    if running and process.is_ready(place, running.listening):
        return _endpoint(running)
    fetch(config, progress=progress)
    with (
        writing_below(str(place.root), EngineUnavailable),
        place.exclusive(config.start_timeout_s + process.STOP_WITHIN_S),
    ):
        running = _running(place, lock)
        if running:  # Started meanwhile, or by somebody who was killed before it answered.
            process.wait_for_answer(running.pid, place, running.listening, timeout_s=config.start_timeout_s)
        return _endpoint(running or _start(place, lock, config, progress))


def down(config: EngineConfig) -> bool:
    """Stop the engine of this home; False when none runs. A damaged or stale discovery file is taken away."""
    place = home.home_of(config)
    if not place.root.exists():
        return False
    with (
        writing_below(str(place.root), EngineUnavailable),
        place.exclusive(config.start_timeout_s + process.STOP_WITHIN_S),
    ):
        return _stop_any(place)


def _running(place: Home, lock: EngineLock) -> Running | None:
    running = discovery.living(place)
    if running and running.lock != lock.digest:
        raise EngineConflict(
            f"an engine of another graphmem is running (Neo4j {running.version}, ours is {lock.version})",
            hint="Run `graphmem down`, then `graphmem up`; or use the graphmem that started it.",
        )
    return running


def _start(place: Home, lock: EngineLock, config: EngineConfig, progress: Progress) -> Running:
    _stop_any(place)
    java = find(config.java_home)
    kept = home.prepare(place, config, lock)
    cache = aot.cache_for(config, lock, java)
    flags = aot.flags_to_use(cache)
    progress.stage(f"starting Neo4j {lock.version}")
    running = _run(process.Launch(java=java, lock=lock, config=config, home=place, flags=flags), kept)
    with suppress(OSError):  # A start does not fail because the next one will be no faster.
        aot.make_if_missing(cache, config, place)
    return running


def _run(launch: process.Launch, kept: Kept) -> Running:
    """Start and wait; whatever ends the wait early, Ctrl-C too, ends what was started."""
    place, config = launch.home, launch.config
    pid = process.spawn(launch)
    try:
        running = Running(
            pid=pid,
            started=time.time(),
            bolt_port=kept.bolt_port,
            http_port=kept.http_port if config.browser else 0,
            password=kept.password,
            lock=launch.lock.digest,
            version=launch.lock.version,
        )
        discovery.write(place, running)
        process.wait_for_answer(pid, place, running.listening, timeout_s=config.start_timeout_s)
    except BaseException:
        process.stop(pid, within_s=process.BREAK_OFF_WITHIN_S)
        discovery.remove(place)
        raise
    return running


def _stop_any(place: Home) -> bool:
    """Stop this home's engine whether or not the discovery file knows it."""
    running = discovery.living(place)
    pid = running.pid if running else discovery.find(place)
    if pid is not None:
        process.stop(pid)
    discovery.remove(place)
    return pid is not None


def _endpoint(running: Running) -> Endpoint:
    return Endpoint(
        uri=running.uri,
        http_url=running.http_url,
        user=home.USER,
        password=running.password,
        pid=running.pid,
        version=running.version,
    )
