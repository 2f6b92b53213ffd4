"""One jar on the disk: growing as a `.part`, checked, then given its name."""

import hashlib
import os
from pathlib import Path

from graphmem.engine.lock import Jar

# One date for all jars: Java refuses an AOT cache as soon as one jar has another date than at its making.
JAR_TIME = 1_767_225_600


def part_of(jar: Jar, folder: Path) -> Path:
    """Where a jar grows until it is checked; its folder is made."""
    part = folder / f"{jar.path}.part"
    part.parent.mkdir(parents=True, exist_ok=True)
    return part


def is_whole(path: Path, jar: Jar) -> bool:
    """Whether `path` holds the very bytes the lock file names; False when it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == jar.sha256
    except OSError:
        return False


def settle(part: Path, jar: Jar, folder: Path) -> None:
    """Give a checked file its final name, in one step."""
    os.utime(part, (JAR_TIME, JAR_TIME))
    part.replace(folder / jar.path)
