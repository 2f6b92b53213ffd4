"""`python -m graphmem.engine.aot_maker`: a throw-away engine, run once so that Java writes its AOT cache."""

import json
import os
import shutil
import sys
from pathlib import Path

import httpx
from filelock import FileLock, Timeout

from graphmem.engine import aot, discovery, process
from graphmem.engine import home as homes
from graphmem.engine.config import EngineConfig
from graphmem.engine.home import Home, Kept
from graphmem.engine.java import find
from graphmem.engine.lock import read
from graphmem.engine.ports import LOOPBACK

LOWEST_PRIORITY = 19
START_WITHIN_S = 300.0
WRITTEN_WITHIN_S = 600.0
KEEP = 3
# One question through parser, planner and plugins: without it the first real question pays 0.7 s for their classes.
REHEARSAL = {"statement": "RETURN gds.version()"}


def main(arguments: list[str]) -> None:
    """Make the cache named by the arguments, see `aot.maker_command`; the second of two at once just ends."""
    cache, wish = Path(arguments[0]), json.loads(arguments[1])
    os.nice(LOWEST_PRIORITY)
    home = Home(root=(cache.parent / "rehearsal").resolve())
    config = EngineConfig(
        home=home.root,
        cache=Path(wish["cache"]),
        java_home=Path(wish["java_home"]) if wish["java_home"] else None,
        lock_file=Path(wish["lock_file"]),
        heap=wish["heap"],
    )
    try:
        with FileLock(cache.parent / "making.lock", timeout=0):
            make(cache, config, home)
    except Timeout:
        return


def make(cache: Path, config: EngineConfig, home: Home) -> None:
    """Start an empty engine, ask it something, stop it: Java writes the cache while it ends.

    Whatever happens, no process and no folder is left; a failure is written down beside the cache and raised.
    """
    part = cache.with_suffix(".part")
    try:
        _clear(home)
        _run_once(part, config, home)
        part.replace(cache)
        _prune(cache.parent)
    except Exception as error:
        aot.failure_of(cache).write_text(f"{error}\n", encoding="utf-8")
        raise
    finally:
        _clear(home)
        for left in cache.parent.glob(f"{part.name}*"):
            left.unlink()


def _run_once(part: Path, config: EngineConfig, home: Home) -> None:
    lock, java = read(config.lock_file), find(config.java_home)
    home.root.mkdir(mode=0o700)
    kept = homes.prepare(home, config, lock)
    flags = [f"-XX:AOTCacheOutput={part}"]
    pid = process.spawn(process.Launch(java=java, lock=lock, config=config, home=home, flags=flags))
    process.wait_for_answer(pid, home, [kept.bolt_port, kept.http_port], timeout_s=START_WITHIN_S)
    _rehearse(kept)
    process.stop(pid, within_s=WRITTEN_WITHIN_S)


def _rehearse(kept: Kept) -> None:
    address = f"http://{LOOPBACK}:{kept.http_port}/db/neo4j/query/v2"
    login = (homes.USER, kept.password)
    httpx.post(address, json=REHEARSAL, auth=login, timeout=60, trust_env=False).raise_for_status()


def _clear(home: Home) -> None:
    """Also the engine of a maker that was killed: it would go on for ever."""
    pid = discovery.find(home)
    if pid is not None:
        process.stop(pid)
    shutil.rmtree(home.root, ignore_errors=True)


def _prune(folder: Path) -> None:
    """Keep those used last: one of 200 MB appears with every new lock file or Java."""
    by_use = sorted(folder.glob("*.aot"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in by_use[KEEP:]:
        path.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
