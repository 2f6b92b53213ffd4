"""The audit: one entry for every change that a person asked for."""

from collections.abc import Callable
from datetime import datetime

import cypher
from graphmem.domain.ids import identity
from graphmem.domain.nodes import Node, PageKey
from graphmem.domain.scope import Reader, Role
from graphmem.store.client import Client, Transaction
from graphmem.store.quotes import from_milliseconds, moment

MERGE_AUDIT_ENTRY = cypher.load("audit_entry/merge")
FIND_AUDIT_ENTRIES = cypher.load("audit_entry/find_page")

AUDIT_ENTRY = "AuditEntry"


class AuditStore:
    """Where audit entries are written; none is ever changed."""

    def __init__(self, client: Client, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock

    async def record(self, reader: Reader, action: str, target: str, detail: str) -> None:
        """Write down that the reader did `action` to the node with the id `target`."""
        at = self._clock()
        await self._client.in_transaction(lambda tx: note(tx, reader, action, target, detail, at=at))

    async def find(
        self, reader: Reader, *, first: int, after: PageKey, since: datetime | None = None, target: str = ""
    ) -> list[Node]:
        """A page, newest first: an admin sees the tenant's, others their own."""
        rows = await self._client.read(
            FIND_AUDIT_ENTRIES,
            tenant=reader.tenant,
            principal="" if reader.role is Role.ADMIN else reader.principal,
            since=since,
            target=target,
            after_at=round(after.at.timestamp() * 1000) if after.at else 0,
            after_id=after.id,
            first=first,
        )
        entries = [{key: moment(value) for key, value in row["entry"].items()} for row in rows]
        for entry in entries:
            entry["sort_at"] = from_milliseconds(entry["sort_at"])
        return [Node(id=entry["id"], kind=AUDIT_ENTRY, values=entry) for entry in entries]


async def note(tx: Transaction, reader: Reader, action: str, target: str, detail: str, *, at: datetime) -> None:
    """Write an entry inside a transaction: the deed and its entry are there together or not at all."""
    await tx.run(
        MERGE_AUDIT_ENTRY,
        tenant=reader.tenant,
        id=identity(reader.tenant, AUDIT_ENTRY, at.isoformat(), reader.principal, action, target),
        at=at,
        principal=reader.principal,
        action=action,
        target=target,
        detail=detail,
    )
