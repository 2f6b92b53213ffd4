"""Where the reads of sources stand, kept beside what was read: a wiped database is read again."""

from collections.abc import Callable, Sequence
from datetime import datetime

import cypher
from graphmem.domain.cursors import Cursor, CursorKey, Footprint
from graphmem.domain.ids import identity
from graphmem.store.client import Client, Row

FETCH = cypher.load("cursor/fetch")
MERGE = cypher.load("cursor/merge")

BATCH = 500
_FOOTPRINT = ("size", "mtime_ns", "head_hash", "complete", "tail_hash")
_OWN = ("connector", "extractor", "episodes")


class Neo4jCursorStore:
    """The CursorStore port on Neo4j."""

    def __init__(self, client: Client, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock

    async def fetch(self, tenant: str, audience: str, keys: Sequence[CursorKey]) -> dict[CursorKey, Cursor]:
        """Where these reads stand; one that never came to its end is absent."""
        found: dict[CursorKey, Cursor] = {}
        for start in range(0, len(keys), BATCH):
            ids = [_id(tenant, audience, key) for key in keys[start : start + BATCH]]
            rows = await self._client.read(FETCH, tenant=tenant, audience=audience, ids=ids)
            cursors = [_cursor(row["cursor"]) for row in rows]
            found |= {cursor.key: cursor for cursor in cursors}
        return found

    async def save(self, tenant: str, audience: str, cursors: Sequence[Cursor]) -> None:
        """These reads came to their end, and all they gave is stored."""
        rows = [{"id": _id(tenant, audience, each.key), "properties": _properties(each)} for each in cursors]
        if rows:
            await self._client.write(MERGE, tenant=tenant, audience=audience, now=self._clock(), rows=rows)


def _id(tenant: str, audience: str, key: CursorKey) -> str:
    return identity(tenant, "Cursor", audience, key.project, key.source, key.uri)


def _properties(cursor: Cursor) -> Row:
    key = {"uri": cursor.key.uri, "project": cursor.key.project, "source": cursor.key.source}
    looks = {name: getattr(cursor.footprint, name) for name in _FOOTPRINT}
    return {**key, **looks, **{name: getattr(cursor, name) for name in _OWN}, "families": list(cursor.families)}


def _cursor(row: Row) -> Cursor:
    return Cursor(
        key=CursorKey(uri=row["uri"], project=row["project"], source=row["source"]),
        footprint=Footprint(**{name: row[name] for name in _FOOTPRINT}),
        **{name: row[name] for name in _OWN},
        families=tuple(row["families"]),
    )
