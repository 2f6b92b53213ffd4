"""Entities as a keeper sees them: by id or handle, and the pairs that may be one."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import cypher
from graphmem.domain.entities import EntityKind
from graphmem.domain.identities import EntityFace, Proposal, SameAsStatus
from graphmem.domain.scope import Reader
from graphmem.store.client import Client

FIND_VISIBLE = cypher.load("entity/find_visible")
FIND_SAME_AS = cypher.load("entity/find_same_as")
CLOSE_SAME_AS = cypher.load("entity/close_same_as")


class EntityStore:
    """Every read takes the reader, and gives only what something readable names."""

    def __init__(self, client: Client, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock

    async def find_visible(self, reader: Reader, ids: Sequence[str]) -> dict[str, EntityFace]:
        """Entities by the id or handle asked for, merged ones as themselves; the others are absent."""
        rows = await self._client.read(
            FIND_VISIBLE, tenant=reader.tenant, audiences=list(reader.audiences), ids=list(ids)
        )
        return {row["wanted"]: _named(row["entity"]) for row in rows}

    async def find_same_as(self, reader: Reader, status: SameAsStatus, *, first: int, after: str) -> list[Proposal]:
        """A page of pairs, in the order of their keys; `after` is the key of the last one seen."""
        rows = await self._client.read(
            FIND_SAME_AS,
            tenant=reader.tenant,
            audiences=list(reader.audiences),
            status=status.value,
            after=after,
            first=first,
        )
        return [
            Proposal(
                key=row["key"],
                source=_named(row["source"]),
                target=_named(row["target"]),
                status=status,
                weight=float(row["weight"]),
                reason=row["reason"],
            )
            for row in rows
        ]

    async def dismiss(self, reader: Reader, source_id: str, target_id: str) -> None:
        """Keep the two apart for ever."""
        await self._client.write(
            CLOSE_SAME_AS,
            tenant=reader.tenant,
            source_id=source_id,
            target_id=target_id,
            now=self._clock(),
            principal=reader.principal,
        )


def _named(row: Mapping[str, Any]) -> EntityFace:
    return EntityFace(id=row["id"], handle=row["handle"] or "", kind=EntityKind(row["kind"]), name=row["name"])
