"""Reading for recall: candidates, named entities, the walk and the faces of items."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cypher
from graphmem.domain.candidates import Candidate, Ended, Face, Link, NamedEntity, Reach, joined
from graphmem.domain.documents import SPOKEN, SpeakerRole
from graphmem.domain.errors import GraphmemError
from graphmem.domain.vectors import Vector
from graphmem.recall import walk as limits
from graphmem.store.client import VECTORS, Client, Row
from graphmem.store.fulltext import CHUNK_FIELDS, STATEMENT_FIELDS, WINDOW_FIELDS, name_query, search_query
from graphmem.store.quotes import from_milliseconds, passage, statement_face
from graphmem.store.reach import audience_word
from graphmem.store.rows import as_list

FIND_CANDIDATES = cypher.load("recall/find_candidates")
FIND_NAMED = cypher.load("entity/find_named")
WALK = cypher.load("recall/walk")
FETCH_ITEMS = cypher.load("recall/fetch_items")
COUNT_CHUNKS = cypher.load("chunk/count")

NAME_DEPTH = 30
SURFACES = 200
WALKED = 200
"""Entities in more units than this are not looked up in a question: they tell nothing."""
ABOUTS_PER_ENTITY = 10
MEANING = (("semantic",), ("window_semantic", "statement_semantic"))
WORDS = ("lexical", "window_lexical", "statement_lexical")
_SPOKEN = frozenset(kind.value for kind in SPOKEN)
_ROLES = {role.value: role for role in SpeakerRole}


class Neo4jRecallStore:
    """The RecallStore port on Neo4j."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def find_by_meaning(
        self, reach: Reach, *, vector: Vector, stems: Sequence[str], depth: int
    ) -> list[Candidate]:
        """Chunks that the vector lists name; two queries side by side, because searching is what takes the time.

        Raises EmbedderMismatch when the vectors are another model's by now, which says more than any other error.
        """
        known = Asked(reach=reach, stems=stems, depth=depth, vector=as_list(vector), model=self._client.model)
        try:
            found = await asyncio.gather(*(self._search(known, lists) for lists in MEANING))
        except GraphmemError:
            await self._client.expect_model()
            raise
        if any(is_moved for _, is_moved in found):
            await self._client.expect_model()
        return joined(*(candidates for candidates, _ in found))

    async def find_by_words(
        self, reach: Reach, *, words: Sequence[str], stems: Sequence[str], depth: int
    ) -> list[Candidate]:
        """Chunks that the full-text lists name."""
        candidates, _ = await self._search(Asked(reach=reach, stems=stems, depth=depth, words=words), WORDS)
        return candidates

    async def _search(self, asked: "Asked", lists: Sequence[str]) -> tuple[list[Candidate], bool]:
        """What these lists name, and whether the vectors are no longer those of the model asked for."""
        reach = asked.reach
        rows = await self._client.read(
            FIND_CANDIDATES,
            lists=list(lists),
            audiences=list(reach.audiences),
            live=live_values(reach),
            vector=asked.vector,
            stems=list(asked.stems),
            depth=asked.depth,
            chunk_query=asked.text_query(CHUNK_FIELDS),
            window_query=asked.text_query(WINDOW_FIELDS),
            statement_query=asked.text_query(STATEMENT_FIELDS),
            project=reach.project,
            since=reach.since,
            until=reach.until,
            valid=reach.valid,
            recorded=reach.recorded,
            vectors=VECTORS,
            model=asked.model,
        )
        return [candidate(one, asked.stems) for one in rows[0]["found"]], rows[0]["is_moved"]

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
        return [_named(found) for found in rows[0]["found"]]

    async def walk(
        self, reach: Reach, *, seeds: Sequence[str], asked: Sequence[str], stems: Sequence[str]
    ) -> tuple[list[Link], dict[str, str]]:
        """Links from the seeds, rarest entity first, at most `LINKS`; and the texts of the chunks they start from."""
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
        return _links(rows[0], stems), dict(rows[0]["texts"])

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
        return {face["id"]: _face(face) for face in rows[0]["faces"]}

    async def count_chunks(self) -> int:
        """The store's own counter of chunks, over all tenants."""
        rows = await self._client.read(COUNT_CHUNKS)
        return int(rows[0]["chunks"])


def live_values(reach: Reach) -> list[bool]:
    """Which values of `live` a read lets through: history and as-of reads look at closed nodes too."""
    return [True, False] if reach.with_history else [True]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question as the ranked lists take it; by words, by a vector of `model`, or by both."""

    reach: Reach
    stems: Sequence[str]
    depth: int
    words: Sequence[str] = ()
    vector: Sequence[float] = ()
    model: str = ""

    def text_query(self, fields: Sequence[str]) -> str:
        """The Lucene query for these fields."""
        return search_query(self.words, fields, self.reach.audiences, with_dead=self.reach.with_history)


def candidate(found: Sequence[Any], stems: Sequence[str]) -> Candidate:
    """A chunk as the core knows it; the query says by number which of the question's stems it holds."""
    card, covered, lists, scores = found
    key, unit, episode, kind, position, speaker, role, asks, is_noise, at, before, after = card
    return Candidate(
        id=key,
        unit_id=unit,
        episode_id=episode,
        is_spoken=kind in _SPOKEN,
        position=int(position),
        speaker=speaker,
        role=_ROLES[role],
        happened_at=from_milliseconds(int(at)) if at else None,
        asks=asks == "true",
        is_noise=is_noise == "true",
        terms=frozenset([stems[number] for number in covered]),
        before=before or None,
        after=after or None,
        scores=dict(zip(lists, scores, strict=True)),
    )


def _named(found: Sequence[Any]) -> NamedEntity:
    key, name, name_key, kind, aliases, df, about_count, abouts, mentions = found
    return NamedEntity(
        id=key,
        name=name,
        name_key=name_key,
        kind=kind,
        aliases=tuple(aliases),
        df=df,
        about_count=about_count,
        abouts={about: float(weight) for about, weight in abouts},
        mentions=frozenset(mentions),
    )


def _links(row: Row, stems: Sequence[str]) -> list[Link]:
    """All links to a target before those to the next one."""
    targets = {found[0][0]: (candidate(found, stems), frozenset(found[1])) for found in row["targets"]}
    to_target: dict[str, list[Link]] = {}
    for key, seed, chunk, entity, name, df, about_count, sentences, start, end, kind, weight in row["links"]:
        target, covered = targets[key]
        link = Link(
            seed=seed,
            chunk_id=chunk,
            entity_id=entity,
            entity=name,
            df=df,
            about_count=about_count,
            sentences=tuple(sentences),
            start=start,
            end=end,
            kind=kind,
            weight=float(weight),
            target=target,
            covered=covered,
        )
        to_target.setdefault(key, []).append(link)
    return [link for links in to_target.values() for link in links]


def _face(found: Mapping[str, Any]) -> Face:
    whole = passage(found, found)
    return Face(
        quote=whole,
        context=found["context"],
        kind=found["kind"],
        tokens=found["tokens"],
        episode_id=found["episode_id"],
        statements=tuple(statement_face(one, whole) for one in found["statements"]),
        ended=tuple(Ended(**one) for one in found["ended"]),
    )
