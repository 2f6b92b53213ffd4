"""Edges between statements of different episodes: records that name each other, decisions that overturn others."""

from collections.abc import Sequence
from datetime import datetime

import cypher
from graphmem.domain.documents import RecordRelation
from graphmem.domain.relations import Edge, Relation
from graphmem.store import rows
from graphmem.store.client import Transaction
from graphmem.store.reach import reach

FIND_RECORD_LINKS = cypher.load("record/find_links")
MERGE_STATEMENT_EDGES = cypher.load("statement/merge_edges")
CLOSE_SUPERSEDED = cypher.load("decision/close_superseded")

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


async def link_records(
    tx: Transaction, episode_ids: Sequence[str], *, tenant: str, audience: str, now: datetime
) -> None:
    """Join the main decisions of records that name each other, whichever arrived first; close what is superseded."""
    found = await tx.run(FIND_RECORD_LINKS, tenant=tenant, audience=audience, ids=list(episode_ids))
    edges = [_record_edge(row) for row in found.rows]
    await link(tx, edges, tenant=tenant, audience=audience, extractor=RECORD_EXTRACTOR, now=now)


async def link(
    tx: Transaction, edges: Sequence[Edge], *, tenant: str, audience: str, extractor: str, now: datetime
) -> None:
    """Write `edges`; what one of them supersedes ends."""
    if not edges:
        return
    await tx.run(MERGE_STATEMENT_EDGES, tenant=tenant, now=now, extractor=extractor, rows=rows.edge_rows(edges))
    dead = reach(audience, live=False)
    ended = [
        {"source_id": edge.source_id, "target_id": edge.target_id, "reach": dead}
        for edge in edges
        if edge.relation is Relation.SUPERSEDES
    ]
    if ended:
        await tx.run(CLOSE_SUPERSEDED, tenant=tenant, now=now, rows=ended)


def edge(relation: Relation, source: str, target: str, weight: float, confidence: float) -> Edge:
    """An edge between two statements."""
    return Edge(relation=relation, source_id=source, target_id=target, weight=weight, confidence=confidence)


def _record_edge(row: rows.Map) -> Edge:
    relation, is_turned, weight = _RECORD_EDGES[row["how"]]
    source, target = (row["target_id"], row["source_id"]) if is_turned else (row["source_id"], row["target_id"])
    return edge(relation, source, target, weight, 1.0)
