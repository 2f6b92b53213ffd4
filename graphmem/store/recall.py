"""Reading for recall: candidates, named entities, the walk and the faces of items."""

import asyncio
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import cypher
from graphmem.domain.candidates import Candidate, Ended, Face, Link, NamedEntity, Reach
from graphmem.domain.documents import SPOKEN, SpeakerRole
from graphmem.domain.vectors import Vector
from graphmem.recall import walk as limits
from graphmem.store.client import Client, Row
from graphmem.store.fulltext import CHUNK_FIELDS, STATEMENT_FIELDS, WINDOW_FIELDS, name_query, search_query
from graphmem.store.quotes import from_milliseconds, passage, statement_face
from graphmem.store.reach import audience_word
from graphmem.store.rows import as_list

FIND_CANDIDATES = cypher.load("recall/find_candidates")
FIND_NAMED = cypher.load("entity/find_named")
WALK = cypher.load("recall/walk")
FETCH_TEXTS = cypher.load("recall/fetch_texts")
FETCH_ITEMS = cypher.load("recall/fetch_items")
COUNT_CHUNKS = cypher.load("chunk/count")

NAME_DEPTH = 30
SURFACES = 200
WALKED = 200
"""Entities in more units than this are not looked up in a question: they tell nothing."""
ABOUTS_PER_ENTITY = 10
_SPOKEN = frozenset(kind.value for kind in SPOKEN)


class Neo4jRecallStore:
    """The RecallStore port on Neo4j."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def find_candidates(
        self, reach: Reach, *, vector: Vector | None, words: Sequence[str], stems: Sequence[str], depth: int
    ) -> list[Candidate]:
        """Chunks named by the vector lists and the full-text lists: one round trip."""

        def text_query(fields: Sequence[str]) -> str:
            return search_query(words, fields, reach.audiences, with_dead=reach.with_history)

        found = self._client.read(
            FIND_CANDIDATES,
            audiences=list(reach.audiences),
            live=live_values(reach),
            vector=as_list(vector) if vector is not None else [],
            stems=list(stems),
            depth=depth,
            chunk_query=text_query(CHUNK_FIELDS),
            window_query=text_query(WINDOW_FIELDS),
            statement_query=text_query(STATEMENT_FIELDS),
            semantic=vector is not None,
            lexical=bool(words),
            project=reach.project,
            since=reach.since,
            until=reach.until,
            valid=reach.valid,
            recorded=reach.recorded,
        )
        rows = await found if vector is None else await self._of_our_model(found)
        return [
            candidate(row["candidate"], stems, {one["signal"]: float(one["score"]) for one in row["signals"]})
            for row in rows
        ]

    async def _of_our_model(self, found: Awaitable[list[Row]]) -> list[Row]:
        """What was found, unless the vectors are another model's by now, which says more than any other error."""
        moved, rows = await asyncio.gather(self._client.expect_model(), found, return_exceptions=True)
        if isinstance(moved, BaseException):
            raise moved
        if isinstance(rows, BaseException):
            raise rows
        return rows

    async def find_named(self, reach: Reach, *, keys: Sequence[str], words: Sequence[str]) -> list[NamedEntity]:
        """Entities with one of `keys`, or whose name or alias shares a word."""
        rows = await self._client.read(
            FIND_NAMED,
            tenant=reach.tenant,
            audiences=list(reach.audiences),
            keys=list(keys),
            name_query=name_query(words, audience_word(reach.tenant)),
            live=live_values(reach),
            recorded=reach.recorded,
            depth=NAME_DEPTH,
            per_entity=ABOUTS_PER_ENTITY,
            surfaces=SURFACES,
            walked=WALKED,
        )
        return [
            NamedEntity(
                id=row["id"],
                name=row["name"],
                name_key=row["name_key"],
                kind=row["kind"],
                aliases=tuple(row["aliases"]),
                df=row["df"],
                about_count=row["about_count"],
                abouts={about["id"]: float(about["weight"]) for about in row["abouts"]},
                mentions=frozenset(row["mentions"]),
            )
            for row in rows
        ]

    async def walk(
        self, reach: Reach, *, seeds: Sequence[str], asked: Sequence[str], stems: Sequence[str]
    ) -> list[Link]:
        """Links from the seeds, rarest entity first, at most `LINKS`."""
        rows = await self._client.read(
            WALK,
            tenant=reach.tenant,
            audiences=list(reach.audiences),
            live=live_values(reach),
            seeds=list(seeds),
            asked=list(asked),
            stems=list(stems),
            hub=limits.HUB,
            per_unit=limits.PER_UNIT,
            per_seed=limits.PER_SEED,
            per_entity=limits.PER_ENTITY,
            per_text=limits.PER_TEXT,
            links=limits.LINKS,
            project=reach.project,
            valid=reach.valid,
            recorded=reach.recorded,
        )
        return [link for row in rows for link in _links(row, stems)]

    async def fetch_texts(self, reach: Reach, units: Sequence[str]) -> dict[str, str]:
        """The text of each chunk of these units, by chunk id; of a long one its first chunks."""
        rows = await self._client.read(
            FETCH_TEXTS,
            tenant=reach.tenant,
            audiences=list(reach.audiences),
            live=live_values(reach),
            units=list(units),
            per_unit=limits.PER_UNIT,
        )
        return {row["id"]: row["text"] for row in rows}

    async def fetch_faces(self, reach: Reach, ids: Sequence[str]) -> dict[str, Face]:
        """What is shown of each chunk."""
        rows = await self._client.read(
            FETCH_ITEMS,
            tenant=reach.tenant,
            audiences=list(reach.audiences),
            live=live_values(reach),
            ids=list(ids),
            valid=reach.valid,
            recorded=reach.recorded,
        )
        return {row["chunk"]["id"]: _face(row) for row in rows}

    async def count_chunks(self) -> int:
        """The store's own counter of chunks, over all tenants."""
        rows = await self._client.read(COUNT_CHUNKS)
        return int(rows[0]["chunks"])


def live_values(reach: Reach) -> list[bool]:
    """Which values of `live` a read lets through: history and as-of reads look at closed nodes too."""
    return [True, False] if reach.with_history else [True]


def candidate(node: Mapping[str, Any], stems: Sequence[str], scores: Mapping[str, float]) -> Candidate:
    """A chunk's map as the core knows it; it says by number which of the question's stems it holds."""
    return Candidate(
        id=node["id"],
        unit_id=node["unit_id"],
        episode_id=node["episode_id"],
        is_spoken=node["episode_kind"] in _SPOKEN,
        position=node["position"],
        speaker=node["speaker"],
        role=SpeakerRole(node["role"]),
        happened_at=_at(node["happened_at"]),
        asks=node["asks"],
        is_noise=node["is_noise"],
        section=node["section"],
        terms=frozenset(stems[number] for number in node["covered"]),
        before=node.get("before"),
        after=node.get("after"),
        scores=scores,
    )


def _at(milliseconds: int | None) -> datetime | None:
    """A moment sent as a number: hundreds of zoned datetimes a question cost more than the search itself."""
    return None if milliseconds is None else from_milliseconds(milliseconds)


def _links(row: Mapping[str, Any], stems: Sequence[str]) -> Iterator[Link]:
    target = candidate(row["target"], stems, {})
    for one in row["links"]:
        yield Link(
            seed=one["seed"],
            chunk_id=one["chunk"],
            entity_id=one["entity"],
            entity=one["name"],
            df=one["df"],
            about_count=one["about_count"],
            sentences=tuple(one["sentences"] or ()),
            start=one["start"],
            end=one["end"],
            kind=one["kind"],
            weight=float(one["weight"]),
            target=target,
            covered=frozenset(row["target"]["covered"]),
        )


def _face(row: Mapping[str, Any]) -> Face:
    chunk, episode = row["chunk"], row["episode"]
    whole = passage(chunk, episode)
    return Face(
        quote=whole,
        context=chunk["context"],
        kind=episode["kind"],
        tokens=chunk["tokens"],
        episode_id=chunk["episode_id"],
        statements=tuple(statement_face(one, whole) for one in row["statements"]),
        ended=tuple(Ended(**one) for one in row["ended"]),
    )
