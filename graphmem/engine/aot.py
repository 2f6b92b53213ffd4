"""The AOT cache, Java's own picture of the loaded classes: naming it, using it, having it made."""

import hashlib
import json
import os
import sys
from contextlib import suppress
from pathlib import Path

from graphmem.engine.config import EngineConfig
from graphmem.engine.detach import detached
from graphmem.engine.home import Home
from graphmem.engine.java import AOT_SINCE, Java
from graphmem.engine.lock import EngineLock

REFUSED = b"Unable to map shared spaces"


def folder_of(config: EngineConfig) -> Path:
    """Where AOT caches are kept."""
    return config.cache.absolute() / "aot"


def cache_for(config: EngineConfig, lock: EngineLock, java: Java) -> Path | None:
    """Where the cache of these jars and this very Java is, made or not; None when it is not wanted or known.

    Java refuses a cache that was made from other jars or by another installation: both are in the name.
    """
    if not config.aot or java.major < AOT_SINCE:
        return None
    made_from = f"{lock.digest}\n{java.binary.resolve()}\n{java.release}"
    return folder_of(config) / f"{lock.version}-{hashlib.sha256(made_from.encode()).hexdigest()[:16]}.aot"


def flags_to_use(cache: Path | None) -> list[str]:
    """What makes Java use the cache if it is there; a damaged one it then leaves aside.

    The checksum of the whole file costs 0.2 s. Without it a damaged cache is used as it is.
    """
    if cache is None or not cache.exists():
        return []
    with suppress(OSError):  # Only tells which caches are used; the folder may belong to somebody else.
        os.utime(cache)
    return [f"-XX:AOTCache={cache}", "-XX:+VerifySharedSpaces"]


def make_if_missing(cache: Path | None, config: EngineConfig, home: Home) -> None:
    """Have the cache made by a process of its own when there is none, or when Java has just refused it."""
    if cache is None:
        return
    if REFUSED in home.output.read_bytes():
        cache.unlink(missing_ok=True)
    if cache.exists() or failure_of(cache).exists():
        return
    cache.parent.mkdir(parents=True, exist_ok=True)
    detached(maker_command(cache, config), output=cache.parent / "making.log")


def failure_of(cache: Path) -> Path:
    """Where it is written why a cache could not be made; while it is there nobody tries again."""
    return cache.with_suffix(".failed")


def maker_command(cache: Path, config: EngineConfig) -> list[str]:
    """The command line of the process that makes `cache`."""
    wish = {
        "cache": str(config.cache.absolute()),
        "java_home": str(config.java_home.absolute()) if config.java_home else None,
        "lock_file": str(config.lock_file.absolute()),
        "heap": config.heap,
    }
    return [sys.executable, "-m", "graphmem.engine.aot_maker", str(cache.absolute()), json.dumps(wish)]
