"""A reading becomes part of the graph: adopt, resolve, embed what is new, settle who is who, one transaction."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from graphmem.domain.engines import Enriched, Reading, is_by_rules
from graphmem.domain.rereading import Stored
from graphmem.domain.scope import Reader
from graphmem.domain.vectors import Vector
from graphmem.domain.writes import EpisodeWrite, Subgraph
from graphmem.ports import Embedder, EpisodeStore, RereadingStore
from graphmem.remember.outside.adopt import adopt
from graphmem.remember.resolve import resolve
from graphmem.remember.settle import Settle


@dataclass(frozen=True, slots=True, kw_only=True)
class Enricher:
    """Writes what an engine read out of a stored episode; the episode's own text never changes by it."""

    store: RereadingStore
    episodes: EpisodeStore
    embedder: Embedder
    settling: Settle

    async def enrich(
        self, stored: Stored, reading: Reading, reader: Reader, *, replaces: bool, is_read: bool = True
    ) -> Enriched:
        """What the reading did: the same items again change nothing.

        Everything gets the episode's own owner, scope and audience, whoever reads. With `replaces`, what this engine
        read before and reads no longer goes; what others read stays in any case. Without `is_read` the episode is
        left to be read again.
        """
        known = await self.store.find_statements(reader, stored.episode.id)
        extraction, enriched = adopt(reading.extraction, stored.episode, known)
        subgraph = resolve(
            stored.episode,
            extraction,
            tenant=reader.tenant,
            audience=stored.audience,
            with_claims=is_by_rules(extraction.extractor),
        )
        embedded = await self.episodes.find_embedded(reader.tenant, [subgraph])
        write = EpisodeWrite(
            tenant=reader.tenant,
            owner=stored.owner,
            audience=stored.audience,
            placement=stored.placement,
            subgraph=subgraph,
            vectors=await asyncio.to_thread(self._embed, subgraph, embedded),
            window_vectors={},
            window_texts={},
        )
        (settled,) = await self.settling.settle([write])
        await self.store.enrich(settled, replaces=replaces, is_read=is_read, is_partial=reading.is_partial)
        await self.episodes.link_reversals(
            reader.tenant, stored.audience, list(subgraph.reversals), extraction.extractor
        )
        return enriched

    def _embed(self, subgraph: Subgraph, embedded: frozenset[str]) -> Mapping[str, Vector]:
        wanted = {s.id: s.text for s in subgraph.statements} | {e.id: e.name for e in subgraph.entities}
        fresh = {identifier: text for identifier, text in wanted.items() if identifier not in embedded}
        if not fresh:
            return {}
        return dict(zip(fresh, self.embedder.embed(list(fresh.values())), strict=True))
