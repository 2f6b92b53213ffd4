"""The vectors of another model: laid beside the current ones, then put in their place."""

from collections.abc import Sequence
from typing import Any

import cypher
from graphmem.domain.reembedding import NextVector, OldChunk, OldText
from graphmem.domain.vectors import ModelIdentity
from graphmem.store.client import FETCH_MODEL, VECTORS, Client
from graphmem.store.migrate import remake_vector_indexes
from graphmem.store.rereading import chunks_of
from graphmem.store.rows import as_list

FIND_TENANT = cypher.load("tenant/find_next")
FIND_EPISODES = cypher.load("vector/find_episodes")
FIND_TEXTS = cypher.load("vector/find_texts")
MERGE_NEXT = cypher.load("vector/merge_next")
REFRESH_CURRENT = cypher.load("vector/refresh_current")
REFRESH_MODEL = cypher.load("migration/refresh_model")

SWITCHED_AT_ONCE = 500


class Neo4jReembeddingStore:
    """The ReembeddingStore port on Neo4j; its client must not be bound to a model."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def find_tenant(self, after: str) -> str | None:
        """The next tenant by name."""
        name: str | None = (await self._client.read(FIND_TENANT, after=after))[0]["tenant"]
        return name

    async def find_episodes(
        self, tenant: str, after: str, model: ModelIdentity, *, first: int
    ) -> list[tuple[str, list[OldChunk]]]:
        """A page of episodes by id, each with its chunks in order."""
        rows = await self._client.read(FIND_EPISODES, tenant=tenant, after=after, model=model.fingerprint, first=first)
        return [(row["id"], _old_chunks(row["chunks"])) for row in rows]

    async def find_texts(self, tenant: str, after: str, model: ModelIdentity, *, first: int) -> list[OldText]:
        """A page of statements and entities by id."""
        rows = await self._client.read(FIND_TEXTS, tenant=tenant, after=after, model=model.fingerprint, first=first)
        return [OldText(**row) for row in rows]

    async def merge_next(
        self,
        tenant: str,
        model: ModelIdentity,
        *,
        chunks: Sequence[NextVector] = (),
        statements: Sequence[NextVector] = (),
        entities: Sequence[NextVector] = (),
    ) -> None:
        """Lay these beside the current vectors."""
        if chunks or statements or entities:
            await self._client.write(
                MERGE_NEXT,
                tenant=tenant,
                chunks=_rows(chunks, model),
                statements=_rows(statements, model),
                entities=_rows(entities, model),
            )

    async def begin_switch(self, model: ModelIdentity) -> None:
        """Every other process is refused from here on, at its next write or question by vector."""
        await self._mark(await self._current(), moving_to=model.name, is_switching=True)

    async def switch(self, tenant: str, model: ModelIdentity) -> None:
        """Page by page."""
        after: str | None = ""
        while after is not None:
            done = await self._client.write(
                REFRESH_CURRENT, tenant=tenant, after=after, model=model.fingerprint, first=SWITCHED_AT_ONCE
            )
            after = done.rows[0]["last"]

    async def end_switch(self, model: ModelIdentity) -> None:
        """For vectors of another length the indexes are made anew first."""
        if model.dimension != (await self._current()).dimension:
            await remake_vector_indexes(self._client, model.dimension)
        await self._mark(model, moving_to=None, is_switching=False)

    async def is_moved(self, model: ModelIdentity) -> bool:
        """Whether the database holds the vectors of `model`, and is at rest."""
        row = (await self._client.read(FETCH_MODEL, name=VECTORS))[0]
        return row["fingerprint"] == model.fingerprint and not row["is_switching"]

    async def _current(self) -> ModelIdentity:
        row = (await self._client.read(FETCH_MODEL, name=VECTORS))[0]
        return ModelIdentity(name=row["model"], dimension=row["dimension"], fingerprint=row["fingerprint"])

    async def _mark(self, model: ModelIdentity, *, moving_to: str | None, is_switching: bool) -> None:
        await self._client.write(
            REFRESH_MODEL,
            model=model.name,
            fingerprint=model.fingerprint,
            dimension=model.dimension,
            moving_to=moving_to,
            is_switching=is_switching,
        )


def _old_chunks(rows: Sequence[Any]) -> list[OldChunk]:
    return [
        OldChunk(chunk=chunk, is_live=row["is_live"], has_window=row["has_window"], is_moved=row["is_moved"])
        for chunk, row in zip(chunks_of([row["chunk"] for row in rows]), rows, strict=True)
    ]


def _rows(vectors: Sequence[NextVector], model: ModelIdentity) -> list[dict[str, Any]]:
    return [
        {
            "id": one.id,
            "properties": {
                "next_embedding": as_list(one.vector),
                "next_window_embedding": None if one.window is None else as_list(one.window),
                "next_model": model.fingerprint,
                "next_hash": one.hash,
            },
        }
        for one in vectors
    ]
