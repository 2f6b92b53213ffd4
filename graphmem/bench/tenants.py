"""Worlds of a benchmark's own: filled through the normal path, gone when it is over."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from graphmem.app import App
from graphmem.domain.documents import Document
from graphmem.domain.reports import Recorded
from graphmem.domain.scope import Reader
from graphmem.govern.audience import reader_of
from graphmem.store.bench import BenchStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """A tenant as an ingest run writes it."""

    app: App
    reader: Reader

    def record(self, documents: Iterable[Document]) -> AsyncIterator[Recorded]:
        """One Recorded a document, in order."""
        return self.app.record(documents, self.reader)


@asynccontextmanager
async def throw_away(app: App, name: str) -> AsyncIterator[Desk]:
    """An empty tenant of this name, deleted afterwards.

    The name is the same in every run, so that ids, which break ties, are the same too; two runs of one
    benchmark on one database at the same time disturb each other.
    """
    store, tenant = BenchStore(app.client), f"bench-{name}"
    await store.delete_tenant(tenant)
    try:
        yield Desk(app=app, reader=reader_of(tenant, "bench"))
    finally:
        await store.delete_tenant(tenant)


@asynccontextmanager
async def keep(app: App, name: str) -> AsyncIterator[Desk]:
    """The tenant of this name as an earlier run left it; it stays as this one leaves it."""
    yield Desk(app=app, reader=reader_of(f"bench-{name}", "bench"))
