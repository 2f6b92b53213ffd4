"""What engines cost: one node a day and engine."""

from collections.abc import Callable
from datetime import datetime

import cypher
from graphmem.domain.engines import Usage
from graphmem.domain.ids import identity
from graphmem.store.client import Client

FETCH_USAGE = cypher.load("usage/fetch")
MERGE_USAGE = cypher.load("usage/merge")


class Neo4jLedger:
    """The Ledger port on Neo4j; shared by all processes, so a budget holds for all of them together."""

    def __init__(self, client: Client, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock

    async def fetch_usage(self, tenant: str, day: str, engine: str) -> Usage:
        """What `engine` used on `day`; all zero when it was not asked."""
        rows = await self._client.read(FETCH_USAGE, tenant=tenant, id=_id(tenant, day, engine))
        return Usage(**rows[0]) if rows else Usage()

    async def add_usage(self, tenant: str, day: str, engine: str, used: Usage) -> None:
        """Add to it."""
        await self._client.write(
            MERGE_USAGE,
            tenant=tenant,
            now=self._clock(),
            id=_id(tenant, day, engine),
            day=day,
            engine=engine,
            calls=used.calls,
            chars=used.chars,
            tokens_in=used.tokens_in,
            tokens_out=used.tokens_out,
        )


def _id(tenant: str, day: str, engine: str) -> str:
    return identity(tenant, "TokenUse", day, engine)
