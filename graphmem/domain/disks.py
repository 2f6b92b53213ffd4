"""A disk that is full or may not be written to, said in words."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from graphmem.domain.errors import Unavailable

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


@contextmanager
def writing_below(place: str, raises: type[Unavailable] = Unavailable) -> Iterator[None]:
    """Turn an error of the operating system into `raises`, which names the place and a way out."""
    try:
        yield
    except OSError as error:
        hint = "Free some space on that disk" if error.errno in FULL else "Make that folder writable"
        raise raises(
            f"{place} cannot be written: {error.strerror or error}", hint=f"{hint}, then do the same again."
        ) from error
