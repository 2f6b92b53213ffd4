"""What only the benchmarks do: take a whole tenant away, and search the plain way."""

from collections import defaultdict
from collections.abc import Sequence

import cypher
from graphmem.domain.entities import Entity
from graphmem.domain.scope import Reader
from graphmem.domain.time import now
from graphmem.domain.vectors import Vector
from graphmem.store.client import Client, Row
from graphmem.store.fulltext import CHUNK_FIELDS, search_query
from graphmem.store.rows import as_list, seeded_row
from graphmem.store.writing import MERGE_ENTITIES

DELETE_TENANT = cypher.load("tenant/delete")
FIND_PLAINLY = cypher.load("chunk/find_plainly")

DELETE_BATCH = 2_000
RANK_OFFSET = 60
"""The usual constant of reciprocal rank fusion."""


class BenchStore:
    """Throw-away tenants, and the yardstick of recall."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def delete_tenant(self, tenant: str) -> int:
        """Everything an ingest made in `tenant`, in transactions of 2,000 nodes; how many nodes it was."""
        total = 0
        while deleted := await self._delete_some(tenant):
            total += deleted
        return total

    async def _delete_some(self, tenant: str) -> int:
        summary = await self._client.write(DELETE_TENANT, tenant=tenant, batch=DELETE_BATCH)
        return int(summary.rows[0]["deleted"])

    async def seed(self, tenant: str, entities: Sequence[Entity], vectors: Vector) -> None:
        """Entities with their vectors, in one transaction: what fills a graph before something is measured."""
        rows = [seeded_row(tenant, entity, vector) for entity, vector in zip(entities, vectors, strict=True)]
        await self._client.write(MERGE_ENTITIES, tenant=tenant, now=now(), rows=rows)

    async def find_plainly(
        self, reader: Reader, *, vector: Vector, words: Sequence[str], depth: int, top_k: int
    ) -> list[str]:
        """Ids of the best chunks by reciprocal rank fusion of full text and vectors, each list `depth` long."""
        *_, fused = await self.find_plain_lists(reader, vector=vector, words=words, depth=depth)
        return fused[:top_k]

    async def find_plain_lists(
        self, reader: Reader, *, vector: Vector, words: Sequence[str], depth: int
    ) -> tuple[list[str], list[str], list[str]]:
        """Ids of chunks by full text, by vectors, and by reciprocal rank fusion of the two, best first."""
        rows = await self._client.read(
            FIND_PLAINLY,
            audiences=list(reader.audiences),
            live=[True],
            vector=as_list(vector),
            chunk_query=search_query(words, CHUNK_FIELDS, reader.audiences, with_dead=False),
            depth=depth,
        )
        lexical, semantic = (_ranked(rows, signal) for signal in ("lexical", "semantic"))
        fused: dict[str, float] = defaultdict(float)
        for ranked in (semantic, lexical):
            for rank, key in enumerate(ranked, start=1):
                fused[key] += 1 / (RANK_OFFSET + rank)
        return lexical, semantic, sorted(fused, key=lambda key: (-fused[key], key))


def _ranked(rows: Sequence[Row], signal: str) -> list[str]:
    own = (row for row in rows if row["signal"] == signal)
    return [row["id"] for row in sorted(own, key=lambda row: (-row["score"], row["id"]))]
