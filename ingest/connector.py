"""What every reader promises: it only reads; what becomes of the documents is common to all."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from graphmem.domain.documents import Document, Skipped


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file to read, or a text that stands in for one.

    path         where it is; of a text: where it was found, or its name
    head         its first bytes, for sniffing
    project      the caller's word for the project; "" = the connector takes what the content says
    content      the whole, when it is a text and no file
    fragment     which part of the file the text is; "" = no part
    title        the caller's title; "" = the connector takes what the content says
    happened_at  when it happened, by what surrounds it; its zone is the zone of bare times inside
    """

    path: Path
    head: bytes
    project: str = ""
    content: bytes | None = None
    fragment: str = ""
    title: str = ""
    happened_at: datetime | None = None

    @property
    def uri(self) -> str:
        """How reports and episodes name it."""
        place = self.path.as_uri() if self.path.is_absolute() else self.path.as_posix()
        return f"{place}#{self.fragment}" if self.fragment else place

    @property
    def stem(self) -> str:
        """What to call it when neither the caller nor the content has a title."""
        return self.title or self.fragment or self.path.stem


class Connector(Protocol):
    """One kind of source. A new one is one file plus one line in registry.py."""

    name: str

    def recognises(self, source: Source) -> float:
        """How sure it is that it can read this, 0 to 1, judged by content and never by the file's name alone."""
        ...

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The documents in order, streaming; what cannot be used is a Skipped with line and reason.

        A fault with line 0 means that the source as a whole is in doubt. Raises UnreadableSource only when
        nothing at all can be read.
        """
        ...
