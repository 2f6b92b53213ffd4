"""Graph writes alone: episodes read, extracted and embedded before, so that only the store is timed."""

import time
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from graphmem.bench.hashed_words import HashedWords
from graphmem.bench.tenants import Desk
from graphmem.domain.documents import Document
from graphmem.domain.episodes import Episode
from graphmem.domain.reports import Recorded
from graphmem.domain.writes import EpisodeWrite, Known, Subgraph, WriteCounts
from graphmem.ports import EpisodeStore
from ingest.run import ingest


@dataclass(frozen=True, slots=True)
class _Shelf:
    """A store that knows nothing and keeps what it is given."""

    batches: list[Sequence[EpisodeWrite]] = field(default_factory=list)

    async def find_known(self, tenant: str, audience: str, episodes: Sequence[Episode]) -> Known:  # noqa: ARG002 - the port's
        return Known(episodes={}, copies={}, chunks={})

    async def find_embedded(self, tenant: str, subgraphs: Sequence[Subgraph]) -> frozenset[str]:  # noqa: ARG002
        return frozenset()

    async def write(self, writes: Sequence[EpisodeWrite]) -> WriteCounts:
        self.batches.append(writes)
        return WriteCounts()

    async def link_reversals(self, tenant: str, audience: str, decision_ids: Sequence[str], extractor: str) -> None:
        """Not part of the transaction that writes episodes."""

    async def mark_linked(self, tenant: str, episode_ids: Sequence[str]) -> None:
        """Likewise."""


def empty_shelf() -> EpisodeStore:
    """A store that keeps nothing: for what happens before the store."""
    return _Shelf()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Prepared:
    """A desk whose documents end on a shelf."""

    desk: Desk
    shelf: _Shelf

    def record(self, documents: Iterable[Document]) -> AsyncIterator[Recorded]:
        app = self.desk.app
        recorder = replace(app.recorder, store=self.shelf, embedder=HashedWords(app.embedder.identity))
        return replace(app, recorder=recorder).record(documents, self.desk.reader)


async def prepare(desk: Desk, folder: Path) -> list[Sequence[EpisodeWrite]]:
    """The batches that an ingest of `folder` would write, with vectors of a stand-in; nothing is stored."""
    shelf = _Shelf()
    await ingest(_Prepared(desk=desk, shelf=shelf), [folder])
    return shelf.batches


async def store_all(desk: Desk, batches: Sequence[Sequence[EpisodeWrite]]) -> float:
    """Seconds that the store takes to write them, one transaction a batch, one after the other."""
    started = time.perf_counter()
    for batch in batches:
        await desk.app.recorder.store.write(batch)
    return time.perf_counter() - started
