"""Bringing every jar of the lock file into the cache: trusted, copied from a Maven folder, or downloaded."""

import shutil
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from graphmem.domain.disks import writing_below
from graphmem.domain.errors import EngineUnavailable
from graphmem.engine.cache import is_whole, part_of, settle
from graphmem.engine.config import EngineConfig, Progress, Silent
from graphmem.engine.lock import EngineLock, Jar, read


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchReport:
    """What a fetch did: files of the lock, bytes from the network, bytes that were here already."""

    files: int
    downloaded_bytes: int
    reused_bytes: int


def fetch(config: EngineConfig, *, progress: Progress | None = None) -> FetchReport:
    """Make the cache whole; returns at once when it is.

    A jar is trusted without reading when it has not changed since all were checked, otherwise its hash is
    taken; a wrong one is replaced. Two processes may call this at once: the second waits and reuses.
    EngineUnavailable when a file cannot be had or written; what was fetched so far is kept.
    """
    lock = read(config.lock_file)
    downloaded = 0
    with writing_below(str(config.cache), EngineUnavailable):
        if _doubtful(config, lock):
            config.jars.mkdir(parents=True, exist_ok=True)
            with FileLock(config.cache / "fetch.lock"):
                downloaded = _complete(config, lock, progress or Silent())
    total = sum(jar.size for jar in lock.jars)
    return FetchReport(files=len(lock.jars), downloaded_bytes=downloaded, reused_bytes=total - downloaded)


def verify(config: EngineConfig) -> list[str]:
    """Paths of the jars that are missing from the cache or differ from the lock, by reading all of them."""
    return [jar.path for jar in _damaged(config.jars, read(config.lock_file).jars)]


def _complete(config: EngineConfig, lock: EngineLock, progress: Progress) -> int:
    missing = _damaged(config.jars, _doubtful(config, lock))
    missing = [jar for jar in missing if not _copied(jar, config.maven_repository, config.jars)]
    size = sum(jar.size for jar in missing)
    if missing:
        _expect_space(config.cache, size)
        _download(config, missing, progress)
    _marker(config, lock).touch()
    return size


def _download(config: EngineConfig, missing: list[Jar], progress: Progress) -> None:
    """Loads the HTTP client only here: a start with a whole cache, the usual one, does without it."""
    from graphmem.engine.download import download  # noqa: PLC0415

    progress.stage(f"fetching {len(missing)} files of the engine")
    download(missing, base=config.maven_base, folder=config.jars, progress=progress)


def _marker(config: EngineConfig, lock: EngineLock) -> Path:
    return config.cache / f"checked-{lock.digest[:16]}"


def _doubtful(config: EngineConfig, lock: EngineLock) -> list[Jar]:
    """The jars that are absent, of another size, or changed since the marker was last touched."""
    try:
        checked_ns = _marker(config, lock).stat().st_mtime_ns
    except FileNotFoundError:
        return list(lock.jars)
    return [jar for jar in lock.jars if not _unchanged(config.jars / jar.path, jar.size, checked_ns)]


def _unchanged(path: Path, size: int, checked_ns: int) -> bool:
    try:
        found = path.stat()
    except OSError:
        return False
    return found.st_size == size and max(found.st_mtime_ns, found.st_ctime_ns) < checked_ns


def _damaged(folder: Path, jars: Iterable[Jar]) -> list[Jar]:
    jars = list(jars)
    with ThreadPoolExecutor() as pool:
        whole = pool.map(lambda jar: is_whole(folder / jar.path, jar), jars)
        return [jar for jar, good in zip(jars, whole, strict=True) if not good]


def _copied(jar: Jar, repository: Path, folder: Path) -> bool:
    """Whether a local Maven repository had the very file; a copy, so that a change there harms nothing here."""
    if not (repository / jar.path).is_file():
        return False
    part = part_of(jar, folder)
    shutil.copyfile(repository / jar.path, part)
    if not is_whole(part, jar):
        part.unlink()
        return False
    settle(part, jar, folder)
    return True


def _expect_space(folder: Path, size: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < size:
        raise EngineUnavailable(
            f"the engine needs {size / 1e6:.0f} MB in {folder}, only {free / 1e6:.0f} MB are free",
            hint="Free some space on that disk, then run the same again.",
        )
