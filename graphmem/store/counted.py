"""A client that notes when each of its round trips began and ended, for the benchmarks."""

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from neo4j import AsyncDriver

from cypher import Query
from graphmem.store.client import Client, Result, Row, Transaction

Span = tuple[float, float]


class CountedClient(Client):
    """Does what a Client does; `spans` grows by one for each read and each transaction."""

    def __init__(self, driver: AsyncDriver, database: str) -> None:
        super().__init__(driver, database)
        self.spans: list[Span] = []

    async def read(self, query: Query, **params: Any) -> list[Row]:
        """Rows of a read query, and when it was under way."""
        return await self._noted(super().read(query, **params))

    async def in_transaction(self, work: Callable[[Transaction], Awaitable[Result]]) -> Result:
        """The result of `work`, and when it was under way."""
        return await self._noted(super().in_transaction(work))

    async def _noted(self, asked: Awaitable[Result]) -> Result:
        started = time.perf_counter()
        try:
            return await asked
        finally:
            self.spans.append((started, time.perf_counter()))


def in_a_row(spans: Sequence[Span]) -> int:
    """How many of these could not overlap: the longest series in which each began after the one before had ended."""
    count, free_at = 0, float("-inf")
    for started, ended in sorted(spans, key=lambda span: span[1]):
        if started >= free_at:
            count, free_at = count + 1, ended
    return count
