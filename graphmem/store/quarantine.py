"""What waits for a keeper: quarantined chunks, listed and released."""

from collections.abc import Callable, Sequence
from datetime import datetime

import cypher
from graphmem.domain.errors import NotFound
from graphmem.domain.nodes import Node, PageKey
from graphmem.domain.scope import Reader
from graphmem.govern.audience import held
from graphmem.store.audit import note
from graphmem.store.client import Client, Transaction
from graphmem.store.nodes import node
from graphmem.store.rows import chunk_standing

FIND_QUARANTINED = cypher.load("chunk/find_quarantined")
REFRESH_RELEASED = cypher.load("chunk/refresh_released")

RELEASED = "release"


class QuarantineStore:
    """The only reads and writes that reach a quarantined chunk."""

    def __init__(self, client: Client, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock

    async def find(self, reader: Reader, *, first: int, after: PageKey) -> list[Node]:
        """A page of what waits in the reader's audiences, newest first."""
        rows = await self._client.read(
            FIND_QUARANTINED,
            tenant=reader.tenant,
            audiences=[held(audience) for audience in reader.audiences],
            after_at=round(after.at.timestamp() * 1000) if after.at else 0,
            after_id=after.id,
            first=first,
        )
        return [node(row["node"], ["Chunk"], keep_sort=True) for row in rows]

    async def release(self, reader: Reader, identifier: str, audiences: Sequence[str]) -> None:
        """Let one chunk of these audiences be read like any other; who did it stands in the audit trail.

        Raises NotFound when no quarantined chunk of them has this id.
        """
        rows = [{"held": held(own), "standing": chunk_standing(own, is_quarantined=False)} for own in audiences]
        at = self._clock()

        async def work(tx: Transaction) -> bool:
            found = await tx.run(
                REFRESH_RELEASED, tenant=reader.tenant, now=at, id=identifier, principal=reader.principal, rows=rows
            )
            if found.rows:
                await note(tx, reader, RELEASED, identifier, "", at=at)
            return bool(found.rows)

        if not await self._client.in_transaction(work):
            raise NotFound(
                f"Nothing that you may release has the id {identifier!r}.",
                hint="`graphmem quarantine` lists what waits.",
            )
