"""Reading for why and connect: decisions, why-relations, bridges and the steps between named things."""

from collections.abc import Mapping, Sequence
from typing import Any

import cypher
from graphmem.domain.answers import Quote
from graphmem.domain.candidates import (
    Around,
    Bridge,
    ConnectEdge,
    DecisionCandidate,
    DecisionSearch,
    End,
    Involved,
    Passage,
    Reach,
    WhyEdge,
)
from graphmem.domain.documents import SPOKEN
from graphmem.domain.text import name_key
from graphmem.domain.vectors import Vector
from graphmem.store.client import Client
from graphmem.store.fulltext import STATEMENT_FIELDS, search_query
from graphmem.store.quotes import moment, passage, said_at, statement_face
from graphmem.store.recall import live_values
from graphmem.store.rows import as_list

FIND_DECISIONS = cypher.load("decision/find_candidates")
EXPAND = cypher.load("why/expand")
FIND_PASSAGES = cypher.load("why/find_passages")
FIND_BRIDGED = cypher.load("why/find_bridged")
FIND_ENDS = cypher.load("connect/find_ends")
EXPAND_ENDS = cypher.load("connect/expand")
EXPAND_CHUNKS = cypher.load("connect/expand_chunks")

_SPOKEN = frozenset(kind.value for kind in SPOKEN)
DECISION_DEPTH = 40
EDGES_PER_NODE = 40
STEPS_PER_NODE = 30
BRIDGE_HUB = 12
BRIDGES = 6
SAME_DECISION = 0.88
"""Decisions at least so alike ((1 + cos) / 2) are one decision said twice, not one that leans on the other."""
CHUNK_WEIGHT = 0.3
"""Being named in one breath is a weaker connection than a statement that joins two things."""


class Neo4jWhyStore:
    """The WhyStore port on Neo4j."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def find_decisions(self, reach: Reach, wanted: DecisionSearch) -> list[DecisionCandidate]:
        """Decisions the question may be about."""
        rows = await self._client.read(
            FIND_DECISIONS,
            tenant=reach.tenant,
            audiences=list(reach.audiences),
            vector=as_list(wanted.vector) if wanted.vector is not None else [],
            statement_query=search_query(wanted.words, STATEMENT_FIELDS, reach.audiences, with_dead=True),
            depth=DECISION_DEPTH,
            chunks=list(wanted.chunk_ids),
            episodes=list(wanted.episode_ids),
            ids=list(wanted.ids),
            project=reach.project,
            valid=reach.valid,
            recorded=reach.recorded,
        )
        return [_decision(row) for row in rows]

    async def find_passages(self, reach: Reach, ids: Sequence[str], around: Sequence[Around]) -> list[Passage]:
        """These chunks and those around; what the reader may not see is absent."""
        rows = await self._client.read(
            FIND_PASSAGES,
            tenant=reach.tenant,
            audiences=list(reach.audiences),
            live=live_values(reach),
            ids=list(ids),
            around=[{"episode": one.episode_id, "first": one.first, "last": one.last} for one in around],
            project=reach.project,
            valid=reach.valid,
            recorded=reach.recorded,
        )
        episodes = {episode[0]: episode for episode in rows[0]["episodes"]}
        return [_passage(one, episodes) for one in rows[0]["passages"]]

    async def expand(self, reach: Reach, ids: Sequence[str], *, vector: Vector | None) -> list[WhyEdge]:
        """The why-relations of these statements."""
        rows = await self._client.read(
            EXPAND,
            tenant=reach.tenant,
            audiences=list(reach.audiences),
            ids=list(ids),
            vector=as_list(vector) if vector is not None else [],
            per_node=EDGES_PER_NODE,
            valid=reach.valid,
            recorded=reach.recorded,
        )
        return [_why_edge(row) for row in rows]

    async def find_bridged(self, reach: Reach, decision_id: str) -> list[Bridge]:
        """Later live decisions on the same rare subject."""
        rows = await self._client.read(
            FIND_BRIDGED,
            tenant=reach.tenant,
            audiences=list(reach.audiences),
            id=decision_id,
            hub=BRIDGE_HUB,
            limit=BRIDGES,
            same=SAME_DECISION,
            valid=reach.valid,
            recorded=reach.recorded,
        )
        return [_bridge(row) for row in rows]

    async def find_ends(self, reach: Reach, name: str) -> list[End]:
        """What a name, handle or id may mean."""
        rows = await self._client.read(
            FIND_ENDS,
            tenant=reach.tenant,
            audiences=list(reach.audiences),
            key=name_key(name),
            handle=name.strip(),
            id=name.strip(),
            recorded=reach.recorded,
        )
        return [End(id=row["id"], text=row["text"], is_entity=row["is_entity"]) for row in rows]

    async def expand_ends(
        self, reach: Reach, *, entities: Sequence[str], statements: Sequence[str]
    ) -> list[ConnectEdge]:
        """What these entities and statements touch."""
        stated = await self._client.read(
            EXPAND_ENDS,
            tenant=reach.tenant,
            audiences=list(reach.audiences),
            entities=list(entities),
            statements=list(statements),
            per_node=STEPS_PER_NODE,
            valid=reach.valid,
            recorded=reach.recorded,
        )
        spoken = await self._client.read(
            EXPAND_CHUNKS,
            tenant=reach.tenant,
            audiences=list(reach.audiences),
            entities=list(entities),
            per_node=STEPS_PER_NODE,
            valid=reach.valid,
            recorded=reach.recorded,
        )
        return _once([*(_step(row) for row in stated), *(_spoken_step(row) for row in spoken)])


def _once(edges: Sequence[ConnectEdge]) -> list[ConnectEdge]:
    """One of those that say the same: in a read of the past a merged entity may have an edge under two names."""
    kept: dict[tuple[str, str, str, str], ConnectEdge] = {}
    for edge in edges:
        kept.setdefault((edge.from_id, edge.relation, edge.to.id, edge.quote.chunk_id), edge)
    return list(kept.values())


def _involved(rows: Sequence[Mapping[str, Any]]) -> tuple[Involved, ...]:
    return tuple(Involved(id=row["id"], name=row["name"], relation=row["relation"]) for row in rows)


def _decision(row: Mapping[str, Any]) -> DecisionCandidate:
    whole = passage(row["chunk"], row["episode"])
    return DecisionCandidate(
        face=statement_face(row["decision"], whole),
        passage=whole,
        episode_id=row["episode"]["id"],
        likeness=float(row["likeness"]),
        matched=float(row["matched"]),
        is_main=row["episode"]["main_decision"] == row["decision"]["id"],
        is_ended=row["decision"]["ended"],
        decided_at=moment(row["decision"]["decided_at"]),
        people=_involved(row["people"]),
    )


def _passage(found: Sequence[Any], episodes: Mapping[str, Sequence[Any]]) -> Passage:
    key, text, speaker, at, position, section, is_noise, episode, statements = found
    _, uri, title, kind, main_decision = episodes[episode]
    whole = Quote(
        text=text,
        chunk_id=key,
        start=0,
        end=len(text),
        speaker=speaker,
        happened_at=said_at(at),
        source=uri,
        title=title,
    )
    return Passage(
        quote=whole,
        episode_id=episode,
        position=position,
        section=section or "",
        is_spoken=kind in _SPOKEN,
        is_noise=bool(is_noise),
        main_decision=main_decision or "",
        statements=tuple(statement_face(one, whole) for one in statements),
    )


def _why_edge(row: Mapping[str, Any]) -> WhyEdge:
    whole = passage(row["chunk"], row["episode"])
    return WhyEdge(
        from_id=row["from_id"],
        relation=row["relation"],
        is_reversed=row["is_reversed"],
        weight=float(row["weight"]),
        likeness=float(row["likeness"]),
        face=statement_face(row["statement"], whole),
        passage=whole,
        people=_involved(row["people"]),
    )


def _bridge(row: Mapping[str, Any]) -> Bridge:
    whole = passage(row["chunk"], row["episode"])
    return Bridge(
        entity_id=row["entity_id"],
        entity=row["entity"],
        weight=float(row["weight"]),
        face=statement_face(row["statement"], whole),
        passage=whole,
    )


def _step(row: Mapping[str, Any]) -> ConnectEdge:
    whole = passage(row["chunk"], {"uri": row["source"], "title": row["title"]})
    return ConnectEdge(
        from_id=row["from_id"],
        relation=row["relation"],
        is_reversed=row["is_reversed"],
        weight=float(row["weight"]),
        to=End(id=row["to_id"], text=row["to_text"], is_entity=row["is_entity"]),
        degree=row["degree"],
        quote=whole.cut(row["start"], row["end"]),
    )


def _spoken_step(row: Mapping[str, Any]) -> ConnectEdge:
    return ConnectEdge(
        from_id=row["from_id"],
        relation=row["relation"],
        is_reversed=False,
        weight=CHUNK_WEIGHT,
        to=End(id=row["to_id"], text=row["to_text"], is_entity=True),
        degree=row["degree"],
        quote=passage(row["chunk"], {"uri": row["source"], "title": row["title"]}),
    )
