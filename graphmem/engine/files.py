"""Writing files that are whole or not there, and readable by nobody else."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graphmem.domain.errors import EngineUnavailable

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def write_private(path: Path, text: str) -> None:
    """Replace `path` at once, mode 600, on the disk when this returns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@contextmanager
def writing_below(folder: Path) -> Iterator[None]:
    """Turn an error of the operating system into EngineUnavailable that names the folder and a way out."""
    try:
        yield
    except OSError as error:
        hint = "Free some space on that disk" if error.errno in FULL else "Make that folder writable"
        raise EngineUnavailable(
            f"{folder} cannot be written: {error.strerror or error}", hint=f"{hint}, then run the same again."
        ) from error


def size_of(folder: Path) -> int:
    """Bytes of all files below `folder`; 0 when there is none, files that vanish meanwhile count nothing."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += (Path(parent) / name).lstat().st_size
            except FileNotFoundError:
                continue
    return total
