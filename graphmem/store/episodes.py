"""Writing episodes: one transaction each, idempotent, and the links between them."""

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

import numpy as np

import cypher
from cypher import Query
from graphmem.domain.documents import SPOKEN, RecordRelation
from graphmem.domain.entities import EntityKind
from graphmem.domain.episodes import Episode
from graphmem.domain.errors import Conflict
from graphmem.domain.ids import identity
from graphmem.domain.relations import Edge, Relation
from graphmem.domain.text import name_key
from graphmem.domain.vectors import normalised
from graphmem.domain.writes import EpisodeWrite, Known, Subgraph, WriteCounts
from graphmem.store import rows
from graphmem.store.client import Client, Transaction
from graphmem.store.reach import reach

FIND_KNOWN_EPISODES = cypher.load("episode/find_known")
FIND_KNOWN_CHUNKS = cypher.load("chunk/find_known")
FIND_EMBEDDED = cypher.load("node/find_embedded")
REFRESH_LINKED = cypher.load("episode/refresh_linked")
MERGE_EPISODE = cypher.load("episode/merge")
MERGE_CHUNKS = cypher.load("chunk/merge")
MERGE_NEXT_CHUNKS = cypher.load("chunk/merge_next")
MERGE_SPEAKERS = cypher.load("chunk/merge_speakers")
CLOSE_MISSING_CHUNKS = cypher.load("chunk/close_missing")
MERGE_ENTITIES = cypher.load("entity/merge")
MERGE_MENTIONS = cypher.load("entity/merge_mentions")
MERGE_ABOUTS = cypher.load("entity/merge_abouts")
MERGE_TOUCHES = cypher.load("entity/merge_touches")
REFRESH_COUNTS = cypher.load("entity/refresh_counts")
MERGE_STATEMENTS = cypher.load("statement/merge")
DELETE_STALE_STATEMENTS = cypher.load("statement/delete_stale")
MERGE_STATEMENT_EDGES = cypher.load("statement/merge_edges")
MERGE_ENTITY_EDGES = cypher.load("statement/merge_entity_edges")
MERGE_NEXT_EPISODES = cypher.load("session/merge_next")
FIND_RECORD_LINKS = cypher.load("record/find_links")
FIND_REVERSED = cypher.load("decision/find_reversed")
CLOSE_SUPERSEDED = cypher.load("decision/close_superseded")

LIKENESS_FLOOR = 0.75
"""A reversal joins an earlier decision of this cosine (as Neo4j scales it: (1 + cos) / 2) when they share an entity."""
RECORD_EXTRACTOR = "records@1"
_RECORD_EDGES: dict[str, tuple[Relation, bool, float]] = {
    RecordRelation.SUPERSEDES: (Relation.SUPERSEDES, False, 1.0),
    RecordRelation.SUPERSEDED_BY: (Relation.SUPERSEDES, True, 1.0),
    RecordRelation.AMENDS: (Relation.DEPENDS_ON, False, 0.8),
    RecordRelation.AMENDED_BY: (Relation.DEPENDS_ON, True, 0.8),
    RecordRelation.DEPENDS_ON: (Relation.DEPENDS_ON, False, 0.9),
    RecordRelation.CITES: (Relation.DEPENDS_ON, False, 0.4),
}
"""What a record says of another: the edge, whether it runs the other way, and its weight."""


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
            chunks={row["id"]: normalised(np.array(row["embedding"], dtype=np.float32)) for row in chunks},
        )

    async def find_embedded(self, tenant: str, subgraphs: Sequence[Subgraph]) -> frozenset[str]:
        """Ids of those statements and entities that have a vector."""
        statements = [statement.id for subgraph in subgraphs for statement in subgraph.statements]
        entities = [entity.id for subgraph in subgraphs for entity in subgraph.entities]
        if not statements and not entities:
            return frozenset()
        found = await self._client.read(FIND_EMBEDDED, tenant=tenant, statements=statements, entities=entities)
        return frozenset(row["id"] for row in found)

    async def write(self, write: EpisodeWrite) -> WriteCounts:
        """Everything of one episode, or nothing.

        Raises Conflict when a node that an edge needs is not there: an edge is never lost in silence.
        """
        return await self._client.in_transaction(lambda tx: _EpisodeTransaction(tx, write, self._clock()).run())

    async def link_sessions(self, tenant: str, session_ids: Sequence[str]) -> None:
        """Put the episodes of each session in order."""
        if session_ids:
            await self._client.write(MERGE_NEXT_EPISODES, tenant=tenant, now=self._clock(), ids=list(session_ids))

    async def settle(self, tenant: str, episode_ids: Sequence[str]) -> None:
        """Mark these as linked, so that the same text again is unchanged."""
        if episode_ids:
            await self._client.write(REFRESH_LINKED, tenant=tenant, ids=list(episode_ids))

    async def link_records(self, tenant: str, audience: str, episode_ids: Sequence[str]) -> None:
        """Join the main decisions of records that name each other; close what is superseded."""
        if not episode_ids:
            return
        found = await self._client.read(FIND_RECORD_LINKS, tenant=tenant, audience=audience, ids=list(episode_ids))
        edges = [_record_edge(row) for row in found]
        await self._link(tenant, audience, edges, RECORD_EXTRACTOR)

    async def link_reversals(self, tenant: str, audience: str, decision_ids: Sequence[str], extractor: str) -> None:
        """Join each decision that says it overturns an earlier one with that one, when one is alike enough."""
        if not decision_ids:
            return
        found = await self._client.read(FIND_REVERSED, tenant=tenant, audience=audience, ids=list(decision_ids))
        best: dict[str, Edge] = {}
        for row in found:
            if row["shared"] and row["likeness"] >= LIKENESS_FLOOR:
                edge = _edge(Relation.SUPERSEDES, row["source_id"], row["target_id"], 1.0, float(row["likeness"]))
                best.setdefault(row["source_id"], edge)
        await self._link(tenant, audience, list(best.values()), extractor)

    async def _link(self, tenant: str, audience: str, edges: Sequence[Edge], extractor: str) -> None:
        if not edges:
            return
        ended = [
            {"source_id": edge.source_id, "target_id": edge.target_id, "reach": reach(audience, live=False)}
            for edge in edges
            if edge.relation is Relation.SUPERSEDES
        ]

        async def work(tx: Transaction) -> None:
            now = self._clock()
            await tx.run(MERGE_STATEMENT_EDGES, tenant=tenant, now=now, extractor=extractor, rows=_edge_rows(edges))
            if ended:
                await tx.run(CLOSE_SUPERSEDED, tenant=tenant, now=now, rows=ended)

        await self._client.in_transaction(work)


class _EpisodeTransaction:
    """One run of the transaction that writes an episode."""

    def __init__(self, tx: Transaction, write: EpisodeWrite, now: datetime) -> None:
        self._tx = tx
        self._write = write
        self._subgraph = write.subgraph
        self._now = now
        self._nodes = self._relationships = 0

    async def run(self) -> WriteCounts:
        await self._episode()
        await self._entities()
        await self._statements()
        touched = sorted(entity.id for entity in self._subgraph.entities)
        await self._tx.run(REFRESH_COUNTS, tenant=self._write.tenant, ids=touched)
        return WriteCounts(nodes_created=self._nodes, relationships_created=self._relationships)

    async def _episode(self) -> None:
        write, episode = self._write, self._subgraph.episode
        await self._merge(
            MERGE_EPISODE,
            session=rows.session_row(episode),
            episode=rows.episode_row(write),
            created=rows.placement_row(write),
        )
        chunks = [rows.chunk_row(write, chunk) for chunk in episode.chunks]
        await self._merge_all(MERGE_CHUNKS, chunks, episode_id=episode.id)
        order = [{"before": a.id, "after": b.id} for a, b in pairwise(episode.chunks)]
        await self._merge_all(MERGE_NEXT_CHUNKS, order)
        if episode.kind not in SPOKEN:  # a session only grows: a shorter window of it is one of several files
            dead = reach(write.audience, live=False)
            ids = [chunk.id for chunk in episode.chunks]
            await self._merge(CLOSE_MISSING_CHUNKS, episode_id=episode.id, ids=ids, reach=dead)

    async def _entities(self) -> None:
        write, subgraph = self._write, self._subgraph
        ordered = sorted(subgraph.entities, key=lambda entity: entity.id)
        await self._merge_all(MERGE_ENTITIES, [rows.entity_row(write, entity) for entity in ordered])
        mentions = [
            {
                "chunk_id": m.chunk_id,
                "entity_id": m.entity_id,
                "start": m.start,
                "end": m.end,
                "surface": m.surface,
                "sentences": list(m.sentences),
                "weight": m.weight,
            }
            for m in subgraph.mentions
        ]
        await self._merge_all(MERGE_MENTIONS, mentions, extractor=subgraph.extractor)
        touches = [{"entity_id": t.entity_id, "how": t.how, "quote": t.quote} for t in subgraph.touches]
        await self._merge_all(MERGE_TOUCHES, touches, episode_id=subgraph.episode.id)
        await self._merge_all(MERGE_SPEAKERS, self._speakers())

    def _speakers(self) -> list[rows.Map]:
        known = {entity.id for entity in self._subgraph.entities}
        said = [
            {"chunk_id": c.id, "entity_id": identity(self._write.tenant, EntityKind.PERSON, name_key(c.speaker))}
            for c in self._subgraph.episode.chunks
            if c.speaker
        ]
        return [row for row in said if row["entity_id"] in known]

    async def _statements(self) -> None:
        write, subgraph = self._write, self._subgraph
        statements = [rows.statement_row(write, statement) for statement in subgraph.statements]
        await self._merge_all(MERGE_STATEMENTS, statements)
        await self._abouts()
        extractor = subgraph.extractor
        await self._merge_all(MERGE_STATEMENT_EDGES, _edge_rows(subgraph.statement_edges), extractor=extractor)
        await self._merge_all(MERGE_ENTITY_EDGES, _edge_rows(subgraph.entity_edges), extractor=extractor)
        await self._merge(
            DELETE_STALE_STATEMENTS,
            episode_id=subgraph.episode.id,
            extractor=extractor,
            ids=[statement.id for statement in subgraph.statements],
            chunks=[chunk.id for chunk in subgraph.episode.chunks],
            reach=reach(write.audience, live=False),
        )

    async def _abouts(self) -> None:
        chunk_ids = {chunk.id for chunk in self._subgraph.episode.chunks}
        groups: dict[str, list[rows.Map]] = {"episodes": [], "chunks": [], "statements": []}
        for about in self._subgraph.abouts:
            is_episode = about.source_id == self._subgraph.episode.id
            group = "episodes" if is_episode else "chunks" if about.source_id in chunk_ids else "statements"
            row = {"source_id": about.source_id, "entity_id": about.entity_id, "weight": about.weight}
            groups[group].append(row)
        if self._subgraph.abouts:
            found = await self._merge(MERGE_ABOUTS, extractor=self._subgraph.extractor, **groups)
            _require(MERGE_ABOUTS, found, len(self._subgraph.abouts))

    async def _merge_all(self, query: Query, batch: Sequence[rows.Map], **params: Any) -> None:
        if batch:
            _require(query, await self._merge(query, rows=list(batch), **params), len(batch))

    async def _merge(self, query: Query, **params: Any) -> int:
        summary = await self._tx.run(query, tenant=self._write.tenant, now=self._now, **params)
        self._nodes += summary.nodes_created
        self._relationships += summary.relationships_created
        return int(next(iter(summary.rows[0].values()))) if summary.rows and "written" in summary.rows[0] else 0


def _require(query: Query, written: int, wanted: int) -> None:
    if written < wanted:
        raise Conflict(
            f"{query.name} wrote {written} of {wanted} rows: a node they need is not there.",
            hint="The episode was not stored; please report this with the source file.",
        )


def _record_edge(row: rows.Map) -> Edge:
    relation, is_turned, weight = _RECORD_EDGES[row["how"]]
    source, target = (row["target_id"], row["source_id"]) if is_turned else (row["source_id"], row["target_id"])
    return _edge(relation, source, target, weight, 1.0)


def _edge(relation: Relation, source: str, target: str, weight: float, confidence: float) -> Edge:
    return Edge(relation=relation, source_id=source, target_id=target, weight=weight, confidence=confidence)


def _edge_rows(edges: Sequence[Edge]) -> list[rows.Map]:
    return [
        {
            "source_id": edge.source_id,
            "target_id": edge.target_id,
            "relation": edge.relation.value,
            "weight": edge.weight,
            "confidence": edge.confidence,
        }
        for edge in sorted(edges, key=lambda edge: (edge.target_id, edge.source_id))
    ]
