"""Files that are whole or not there, readable by their owner alone."""

import contextlib
import os
import time
from pathlib import Path


def write_whole(path: Path, content: bytes, *, beside: Path) -> None:
    """Put `content` at `path` at once; it is on the disk when this returns.

    beside  a folder of the same disk for what is half-written: nobody takes it for a job. After an error neither
    the file nor the half-written one is there. Raises OSError.
    """
    half = beside / f"{path.name}.{os.getpid()}.{time.monotonic_ns()}"
    try:
        descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            half.unlink(missing_ok=True)
        raise
    sync(path.parent)


def move(source: Path, target: Path) -> bool:
    """Rename, on the disk when this returns; False when the source is gone, since somebody else was first."""
    try:
        source.rename(target)
    except FileNotFoundError:
        return False
    sync(target.parent)
    if source.parent != target.parent:
        sync(source.parent)
    return True


def sync(folder: Path) -> None:
    """Bring the names of a folder to the disk; Windows does so by itself."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
