"""What every reader promises: it only reads; what becomes of the documents is common to all."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from graphmem.domain.documents import Document, Skipped


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file to read.

    path     where it is
    head     its first bytes, for sniffing
    project  the caller's word for the project; "" = the connector takes what the content says
    """

    path: Path
    head: bytes
    project: str = ""

    @property
    def uri(self) -> str:
        """How reports and episodes name it."""
        return self.path.as_uri() if self.path.is_absolute() else self.path.as_posix()


class Connector(Protocol):
    """One kind of source. A new one is one file plus one line in registry.py."""

    name: str

    def recognises(self, source: Source) -> float:
        """How sure it is that it can read this, 0 to 1, judged by content, not by name alone."""
        ...

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The documents in order, streaming; what cannot be used is a Skipped with line and reason.

        Raises UnreadableSource only when nothing at all can be read.
        """
        ...
