"""The audit: one entry for every change that a person asked for."""

from collections.abc import Callable
from datetime import datetime

import cypher
from graphmem.domain.ids import identity
from graphmem.domain.scope import Reader
from graphmem.store.client import Client

MERGE_AUDIT_ENTRY = cypher.load("audit_entry/merge")


class AuditStore:
    """Where audit entries are written; none is ever changed."""

    def __init__(self, client: Client, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock

    async def record(self, reader: Reader, action: str, target: str, detail: str) -> None:
        """Write down that the reader did `action` to the node with the id `target`."""
        at = self._clock()
        await self._client.write(
            MERGE_AUDIT_ENTRY,
            tenant=reader.tenant,
            id=identity(reader.tenant, "AuditEntry", at.isoformat(), reader.principal, action, target),
            at=at,
            principal=reader.principal,
            action=action,
            target=target,
            detail=detail,
        )
