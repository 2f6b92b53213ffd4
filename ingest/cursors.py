"""Which files of a run need no reading, and how far the others came."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from graphmem.domain.cursors import Cursor, CursorKey, Footprint
from ingest.connector import Source

TAIL = 4096
SAVED_AT_ONCE = 50


class Cursors(Protocol):
    """Where cursors are kept."""

    @property
    def extractor(self) -> str:
        """Who reads the statements."""
        ...

    async def find_cursors(self, keys: Sequence[CursorKey]) -> Mapping[CursorKey, Cursor]:
        """Those of `keys` that are known."""
        ...

    async def save_cursors(self, cursors: Sequence[Cursor]) -> None:
        """Remember them; called only after all they stand for is stored."""
        ...


def footprint(source: Source) -> Footprint | None:
    """What the file looks like now; None for what is no file, or is gone."""
    if source.content is not None:
        return None
    try:
        told = source.path.stat()
        with source.path.open("rb") as stream:
            stream.seek(max(0, told.st_size - TAIL))
            tail = stream.read(TAIL)
    except OSError:
        return None
    ended = tail.rfind(b"\n") + 1
    return Footprint(
        size=told.st_size,
        mtime_ns=told.st_mtime_ns,
        head_hash=hashlib.sha256(source.head).hexdigest()[:32],
        complete=max(0, told.st_size - len(tail)) + ended,
        tail_hash=hashlib.sha256(tail[:ended]).hexdigest()[:32],
    )


class Bookmarks:
    """The cursors of one run: what is known before it, and what is to be saved during it.

    Nothing is known and nothing saved without `kept`; with `is_again` nothing is known.
    """

    def __init__(self, kept: Cursors | None, *, project: str, source: str, is_again: bool) -> None:
        self._kept, self._project, self._source, self._is_again = kept, project, source, is_again
        self._known: dict[str, Cursor] = {}
        self._pending: list[Cursor] = []
        self._passed: dict[str, list[tuple[Path, str]]] = {}

    async def load(self, uris: Sequence[str]) -> None:
        """Look up what is known of these files."""
        if self._kept and not self._is_again:
            found = await self._kept.find_cursors([self._key(uri) for uri in uris])
            self._known = {key.uri: cursor for key, cursor in found.items()}

    def passes(self, source: Source, looks: Footprint | None) -> Cursor | None:
        """The cursor of a file that needs no reading, since it is as it was."""
        cursor = self._known.get(source.uri)
        if cursor is None or self._kept is None or cursor.footprint != looks:
            return None
        if cursor.extractor != self._kept.extractor:
            return None
        for family in cursor.families:
            self._passed.setdefault(family, []).append((source.path, cursor.connector))
        return cursor

    def relatives(self, family: str) -> list[tuple[Path, str]]:
        """Files that were passed over and share a session with one that is read, with their connectors; once only."""
        return self._passed.pop(family, [])

    async def save(
        self, uri: str, looks: Footprint | None, *, connector: str, episodes: int, families: Sequence[str]
    ) -> None:
        """A file is read to its end and stored; cursors are written some at a time."""
        if self._kept and looks:
            cursor = Cursor(
                key=self._key(uri),
                footprint=looks,
                connector=connector,
                extractor=self._kept.extractor,
                episodes=episodes,
                families=tuple(sorted(families)),
            )
            self._pending.append(cursor)
        if len(self._pending) >= SAVED_AT_ONCE:
            await self.flush()

    async def flush(self) -> None:
        """Write what is pending."""
        if self._kept and self._pending:
            await self._kept.save_cursors(self._pending)
            self._pending = []

    def _key(self, uri: str) -> CursorKey:
        return CursorKey(uri=uri, project=self._project, source=self._source)
