"""The transaction that writes episodes: a batch in a dozen statements, whatever its size."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

import cypher
from cypher import Query
from graphmem.domain.documents import SPOKEN
from graphmem.domain.engines import family
from graphmem.domain.errors import Conflict
from graphmem.domain.writes import EpisodeWrite, WriteCounts
from graphmem.store import rows
from graphmem.store.client import Transaction
from graphmem.store.commitments import close_fulfilled
from graphmem.store.linking import MERGE_STATEMENT_EDGES, link_records
from graphmem.store.reach import reach
from graphmem.store.updates import MERGE_EVIDENCE, find_revised, merge_revision

MERGE_EPISODES = cypher.load("episode/merge")
MERGE_CHUNKS = cypher.load("chunk/merge")
MERGE_NEXT_CHUNKS = cypher.load("chunk/merge_next")
MERGE_SPEAKERS = cypher.load("chunk/merge_speakers")
CLOSE_MISSING_CHUNKS = cypher.load("chunk/close_missing")
MERGE_ENTITIES = cypher.load("entity/merge")
MERGE_VECTORS = cypher.load("entity/merge_vectors")
MERGE_SAME_AS = cypher.load("entity/merge_same_as")
MERGE_CAST = cypher.load("session/merge_cast")
MERGE_MENTIONS = cypher.load("entity/merge_mentions")
MERGE_ABOUTS = cypher.load("entity/merge_abouts")
MERGE_TOUCHES = cypher.load("entity/merge_touches")
REFRESH_COUNTS = cypher.load("entity/refresh_counts")
MERGE_STATEMENTS = cypher.load("statement/merge")
DELETE_STALE_STATEMENTS = cypher.load("statement/delete_stale")
MERGE_ENTITY_EDGES = cypher.load("statement/merge_entity_edges")
MERGE_NEXT_EPISODES = cypher.load("session/merge_next")

CAST_SIZE = 200
"""How many people a session remembers for short forms of their names."""


class BatchTransaction:
    """One run of the transaction that writes episodes of one owner, read by one extractor.

    Indexes are brought up to date once a commit, which costs as much as a dozen chunks: so a batch is one transaction.
    """

    def __init__(self, tx: Transaction, writes: Sequence[EpisodeWrite], now: datetime) -> None:
        self._tx = tx
        self._writes = writes
        self._now = now
        self._tenant, self._audience = writes[0].tenant, writes[0].audience
        self._extractor = writes[0].subgraph.extractor
        self._dead = reach(self._audience, live=False)
        self._redirects = {old: new for write in writes for old, new in write.redirects.items()}
        self._nodes = self._relationships = 0

    async def run(self) -> WriteCounts:
        """Everything, in an order in which each edge finds its ends."""
        await self._episodes()
        await self._entities()
        await self._delete_stale(await self._revised_statements())
        await self._links()
        await close_fulfilled(self._tx, self._writes, self._now)
        return await self._counted()

    async def enrich(self, *, replaces: bool) -> WriteCounts:
        """What was read out of episodes whose text is stored already; see `RereadingStore.enrich`."""
        await self._entities()
        await self._delete_stale(await self._revised_statements(replaces=replaces))
        await close_fulfilled(self._tx, self._writes, self._now)
        return await self._counted()

    async def _counted(self) -> WriteCounts:
        named = {entity.id for write in self._writes for entity in write.subgraph.entities}
        await self._tx.run(REFRESH_COUNTS, tenant=self._tenant, ids=sorted(named.union(self._redirects.values())))
        return WriteCounts(nodes_created=self._nodes, relationships_created=self._relationships)

    async def _episodes(self) -> None:
        await self._merge_all(MERGE_EPISODES, map(rows.episode_rows, self._writes))
        await self._merge_all(MERGE_CHUNKS, self._each(rows.chunk_rows))
        await self._merge_all(MERGE_NEXT_CHUNKS, self._each(_order))
        await self._merge(CLOSE_MISSING_CHUNKS, rows=list(self._each(_kept)), reach=self._dead)

    async def _entities(self) -> None:
        entities = sorted(self._each(rows.entity_rows), key=lambda row: row["id"])
        await self._merge_all(MERGE_ENTITIES, entities)
        await self._merge_all(MERGE_VECTORS, self._each(rows.namesake_rows))
        mentions = self._redirected(self._each(rows.mention_rows))
        await self._merge_all(MERGE_MENTIONS, mentions, extractor=self._extractor)
        await self._merge_all(MERGE_TOUCHES, self._redirected(self._each(rows.touch_rows)))
        await self._merge_all(MERGE_SPEAKERS, self._redirected(self._each(rows.speaker_rows)))
        await self._merge_all(MERGE_SAME_AS, self._each(rows.same_as_rows))
        await self._merge_all(MERGE_CAST, self._each(rows.cast_rows), most=CAST_SIZE)

    def _redirected(self, batch: Iterable[rows.Map], key: str = "entity_id") -> list[rows.Map]:
        """Rows of merged entities go to the survivor and remember for whom they stand; they come first."""
        redirects, wanted = self._redirects, list(batch)
        entities = (entity for write in self._writes for entity in write.subgraph.entities)
        names = {entity.id: entity.name for entity in entities if entity.id in redirects}
        stay = [row | {"merged_from": None, "called": None} for row in wanted if row[key] not in redirects]
        moved = [
            row | {key: redirects[row[key]], "merged_from": [row[key]], "called": names.get(row[key])}
            for row in wanted
            if row[key] in redirects
        ]
        return [*moved, *stay]

    async def _statements(self) -> None:
        extractor = self._extractor
        await self._merge_all(MERGE_STATEMENTS, self._each(rows.statement_rows))
        await self._abouts()
        between = [edge for write in self._writes for edge in write.subgraph.statement_edges]
        await self._merge_all(MERGE_STATEMENT_EDGES, rows.edge_rows(between), extractor=extractor)
        to_entities = [edge for write in self._writes for edge in write.subgraph.entity_edges]
        entity_edges = self._redirected(rows.edge_rows(to_entities), "target_id")
        await self._merge_all(MERGE_ENTITY_EDGES, entity_edges, extractor=extractor)

    async def _revised_statements(self, *, replaces: bool = True) -> list[rows.Map]:
        """Statements with what they join, end or dispute; what was read of each episode, and which chunks again."""
        revised = await find_revised(self._tx, self._writes)
        self._writes = revised.writes
        await self._statements()
        await self._merge_all(MERGE_EVIDENCE, map(rows.evidence_row, revised.joined))
        read = [revised.with_joined(_read(write)) for write in self._writes]
        await merge_revision(self._tx, revised, read if replaces else (), self._now)
        return read if replaces else [row | {"chunks": []} for row in read]

    async def _delete_stale(self, read: Sequence[rows.Map]) -> None:
        await self._merge(
            DELETE_STALE_STATEMENTS,
            extractor=self._extractor,
            family=family(self._extractor),
            rows=list(read),
            reach=self._dead,
        )

    async def _links(self) -> None:
        episodes = [write.subgraph.episode for write in self._writes]
        await self._merge(MERGE_NEXT_EPISODES, ids=sorted({episode.session.id for episode in episodes}))
        ids = [episode.id for episode in episodes]
        await link_records(self._tx, ids, tenant=self._tenant, audience=self._audience, now=self._now)

    async def _abouts(self) -> None:
        groups = {kind: self._redirected(found) for kind, found in rows.about_rows(self._writes).items()}
        wanted = sum(map(len, groups.values()))
        if wanted:
            _require(MERGE_ABOUTS, await self._merge(MERGE_ABOUTS, extractor=self._extractor, **groups), wanted)

    def _each(self, made: Callable[[EpisodeWrite], Iterable[rows.Map]]) -> Iterable[rows.Map]:
        return (row for write in self._writes for row in made(write))

    async def _merge_all(self, query: Query, batch: Iterable[rows.Map], **params: Any) -> None:
        if wanted := list(batch):
            _require(query, await self._merge(query, rows=wanted, **params), len(wanted))

    async def _merge(self, query: Query, **params: Any) -> int:
        summary = await self._tx.run(query, tenant=self._tenant, now=self._now, **params)
        self._nodes += summary.nodes_created
        self._relationships += summary.relationships_created
        return int(next(iter(summary.rows[0].values()))) if summary.rows and "written" in summary.rows[0] else 0


def _order(write: EpisodeWrite) -> list[rows.Map]:
    return [{"before": a.id, "after": b.id} for a, b in pairwise(write.subgraph.episode.chunks)]


def _kept(write: EpisodeWrite) -> list[rows.Map]:
    """The chunks an episode has now; a session only grows: a shorter window of it is one of several files."""
    return [] if write.subgraph.episode.kind in SPOKEN else [_read(write)]


def _read(write: EpisodeWrite) -> rows.Map:
    subgraph = write.subgraph
    return {
        "episode_id": subgraph.episode.id,
        "chunks": [chunk.id for chunk in subgraph.episode.chunks],
        "statements": [statement.id for statement in subgraph.statements],
    }


def _require(query: Query, written: int, wanted: int) -> None:
    if written < wanted:
        raise Conflict(
            f"{query.name} wrote {written} of {wanted} rows: a node they need is not there.",
            hint="The episodes were not stored; please report this with the source file.",
        )
