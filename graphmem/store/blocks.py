"""A tenant's whole graph read, and copies of it written without a search: how a benchmark fills a large database."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cypher
from graphmem.domain.errors import Conflict
from graphmem.store.client import Client
from graphmem.store.writing import COUNTED, REFRESH_COUNTS

FIND_NODES = cypher.load("block/find_nodes")
MERGE_COPIES = cypher.load("block/merge_copies")

READ_AT_ONCE = 2_000
COPY_MARK = "~"
"""Stands in the id of a copy and in no other."""

Map = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredNode:
    """A node as it is stored, without its vectors, and the relationships that leave it."""

    id: str
    labels: tuple[str, ...]
    properties: Map
    has_vector: bool
    has_window: bool
    edges: tuple[Map, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Copies:
    """What is written at once.

    entities, statements  ids of nodes that are there and get new relationships
    rows                  labels and properties of new nodes
    edges                 type, properties, and the places of source and target in the three lists, one after another
    """

    entities: Sequence[str]
    statements: Sequence[str]
    rows: Sequence[Map]
    edges: Sequence[Map]


class BlockStore:
    """Reads and multiplies the graph of a benchmark's tenant."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def nodes(self, tenant: str) -> AsyncIterator[StoredNode]:
        """Every session, episode, chunk, statement and entity that is no copy, in the order of their ids."""
        after, first = "", READ_AT_ONCE
        while rows := await self._client.read(FIND_NODES, tenant=tenant, after=after, mark=COPY_MARK, first=first):
            for row in rows:
                yield StoredNode(**row | {"labels": tuple(row["labels"]), "edges": tuple(row["edges"])})
            after = rows[-1]["id"]

    async def write(self, tenant: str, copies: Copies) -> None:
        """All of these, or none; raises Conflict when a node that an edge needs is not there."""
        summary = await self._client.write(
            MERGE_COPIES,
            tenant=tenant,
            entities=list(copies.entities),
            statements=list(copies.statements),
            rows=list(copies.rows),
            edges=list(copies.edges),
        )
        if summary.relationships_created != len(copies.edges) or summary.nodes_created != len(copies.rows):
            raise Conflict("A block was not copied whole.", hint="Run the benchmark again on an empty tenant.")

    async def refresh_counts(self, tenant: str, entities: Sequence[str]) -> None:
        """Bring up to date how many units mention these."""
        await self._client.write(REFRESH_COUNTS, tenant=tenant, ids=list(entities), counted=COUNTED)
