"""Writing episodes: whole ones only, idempotent, and what is known of them before."""

from collections.abc import Callable, Sequence
from datetime import datetime

import numpy as np

import cypher
from graphmem.domain.episodes import Episode
from graphmem.domain.relations import Edge, Relation
from graphmem.domain.writes import EpisodeWrite, Known, Subgraph, WriteCounts
from graphmem.store.client import Client, Transaction
from graphmem.store.linking import edge, link
from graphmem.store.writing import BatchTransaction

FIND_KNOWN_EPISODES = cypher.load("episode/find_known")
FIND_KNOWN_CHUNKS = cypher.load("chunk/find_known")
FIND_EMBEDDED = cypher.load("node/find_embedded")
REFRESH_LINKED = cypher.load("episode/refresh_linked")
FIND_REVERSED = cypher.load("decision/find_reversed")

LIKENESS_FLOOR = 0.75
"""A reversal joins an earlier decision of this cosine (as Neo4j scales it: (1 + cos) / 2) when they share an entity."""


class Neo4jEpisodeStore:
    """The EpisodeStore port on Neo4j."""

    def __init__(self, client: Client, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock

    async def find_known(self, tenant: str, audience: str, episodes: Sequence[Episode]) -> Known:
        """What is stored of `episodes` and of their chunks."""
        ids = [episode.id for episode in episodes]
        hashes = [episode.text_hash for episode in episodes]
        found = await self._client.read(FIND_KNOWN_EPISODES, tenant=tenant, audience=audience, ids=ids, hashes=hashes)
        stored = {row["id"]: row["text_hash"] for row in found}
        wanted = [
            {"id": chunk.id, "text_hash": chunk.text_hash}
            for episode in episodes
            if episode.id in stored and stored[episode.id] != episode.text_hash
            for chunk in episode.chunks
        ]
        chunks = await self._client.read(FIND_KNOWN_CHUNKS, tenant=tenant, rows=wanted) if wanted else []
        return Known(
            episodes={key: value for key, value in stored.items() if key in ids},
            copies={row["text_hash"]: row["id"] for row in found},
            chunks={row["id"]: np.array(row["embedding"], dtype=np.float32) for row in chunks},
        )

    async def find_embedded(self, tenant: str, subgraphs: Sequence[Subgraph]) -> frozenset[str]:
        """Ids of those statements and entities that have a vector."""
        statements = [statement.id for subgraph in subgraphs for statement in subgraph.statements]
        entities = [entity.id for subgraph in subgraphs for entity in subgraph.entities]
        if not statements and not entities:
            return frozenset()
        found = await self._client.read(FIND_EMBEDDED, tenant=tenant, statements=statements, entities=entities)
        return frozenset(row["id"] for row in found)

    async def write(self, writes: Sequence[EpisodeWrite]) -> WriteCounts:
        """All of these episodes, or none.

        Raises Conflict when a node that an edge needs is not there: an edge is never lost in silence.
        """
        if not writes:
            return WriteCounts()
        return await self._client.in_transaction(lambda tx: BatchTransaction(tx, writes, self._clock()).run())

    async def mark_linked(self, tenant: str, episode_ids: Sequence[str]) -> None:
        """Mark these as linked, so that the same text again is unchanged."""
        if episode_ids:
            await self._client.write(REFRESH_LINKED, tenant=tenant, ids=list(episode_ids))

    async def link_reversals(self, tenant: str, audience: str, decision_ids: Sequence[str], extractor: str) -> None:
        """Join each decision that says it overturns an earlier one with that one, when one is alike enough."""
        if not decision_ids:
            return
        found = await self._client.read(FIND_REVERSED, tenant=tenant, audience=audience, ids=list(decision_ids))
        best: dict[str, Edge] = {}
        for row in found:
            if row["shared"] and row["likeness"] >= LIKENESS_FLOOR:
                found_edge = edge(Relation.SUPERSEDES, row["source_id"], row["target_id"], 1.0, float(row["likeness"]))
                best.setdefault(row["source_id"], found_edge)
        edges = list(best.values())

        async def work(tx: Transaction) -> None:
            await link(tx, edges, tenant=tenant, audience=audience, extractor=extractor, now=self._clock())

        if edges:
            await self._client.in_transaction(work)
