"""What tests of ingest need: a connector's parts, and a memory that only remembers."""

import json
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from graphmem.domain.documents import Document, Part, Skipped
from graphmem.domain.reports import Outcome, Recorded
from ingest.connector import Connector, Source
from ingest.lines import LIMITS

Content = str | bytes | Iterable[Mapping[str, object]]


class FakeMemory:
    """Keeps the last state of every window; counts what a real memory would have to write."""

    def __init__(self) -> None:
        self.windows: dict[tuple[str, str, str], Document] = {}
        self.pulled = 0

    async def record(self, documents: Iterable[Document]) -> AsyncIterator[Recorded]:
        for document in documents:
            self.pulled += 1
            key = (document.harness, document.external_id, document.parts[0].key)
            before = self.windows.get(key)
            self.windows[key] = document
            outcome: Outcome = "new" if before is None else "unchanged" if before == document else "changed"
            yield Recorded(
                uri=document.uri,
                episode_id="|".join(key),
                outcome=outcome,
                chunks=len(document.parts),
                embedded=0 if outcome == "unchanged" else len(document.parts),
                statements=0,
                entities=0,
                nodes_created=0,
                relationships_created=0,
            )

    def texts(self, session: str = "") -> list[str]:
        """What is remembered (of one session), in the order of arrival."""
        kept = (document for document in self.windows.values() if session in {"", document.external_id})
        return [part.text for document in kept for part in document.parts]


class BrokenMemory:
    """A database that goes away after some documents."""

    def __init__(self, error: Exception, *, after: int) -> None:
        self._error, self._after = error, after

    async def record(self, documents: Iterable[Document]) -> AsyncIterator[Recorded]:
        async for recorded in FakeMemory().record(islice(documents, self._after)):
            yield recorded
        raise self._error


class Pulled:
    """What a connector gave for one source."""

    def __init__(self, items: Iterator[Document | Skipped]) -> None:
        given = list(items)
        self.documents = [item for item in given if isinstance(item, Document)]
        self.skipped = [item for item in given if isinstance(item, Skipped)]

    @property
    def parts(self) -> list[Part]:
        return [part for document in self.documents for part in document.parts]

    @property
    def said(self) -> list[tuple[str, str]]:
        """Speaker and text of everything that may state something."""
        return [(part.speaker, part.text) for part in self.parts if not part.is_noise]

    @property
    def reasons(self) -> str:
        return " | ".join(skipped.reason for skipped in self.skipped)


def read(connector: Connector, content: Content, name: str = "in.txt") -> Pulled:
    """What `connector` makes of a content that is in no file."""
    return Pulled(connector.pull(in_memory(content, name)))


def in_memory(content: Content, name: str = "in.txt") -> Source:
    raw = as_bytes(content)
    return Source(path=Path(name), head=raw[: LIMITS.head], content=raw)


def as_bytes(content: Content) -> bytes:
    """Text as UTF-8, rows as JSON Lines."""
    if isinstance(content, bytes):
        return content
    if isinstance(content, str):
        return content.encode()
    return "".join(f"{json.dumps(row)}\n" for row in content).encode()
