"""Values of the core as the maps the write queries take."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from graphmem.domain.engines import rank
from graphmem.domain.entities import Entity, EntityKind, Mention
from graphmem.domain.episodes import Chunk, Episode
from graphmem.domain.ids import handle, identity
from graphmem.domain.relations import Edge
from graphmem.domain.statements import Statement, StatementKind
from graphmem.domain.text import keywords, tokens
from graphmem.domain.vectors import Vector
from graphmem.domain.writes import EpisodeWrite
from graphmem.govern.audience import held
from graphmem.store.quotes import EPOCH
from graphmem.store.reach import audience_word, reach

Map = dict[str, Any]

KEY_LIMIT = 2_000
"""Range indexes refuse values over about 8 kB: names longer than this are cut in their keys, never in their text."""

HALF_LIFE_DAYS = {
    StatementKind.PREFERENCE: 180,
    StatementKind.FACT: 90,
    StatementKind.PROCEDURE: 365,
    StatementKind.DECISION: 365,
    StatementKind.REASON: 365,
    StatementKind.OPTION: 365,
    StatementKind.COMMITMENT: 90,
}
STANDING = {
    StatementKind.DECISION: "status",
    StatementKind.OPTION: "outcome",
    StatementKind.REASON: "stance",
    StatementKind.COMMITMENT: "obligation",
}
"""The property that holds a kind's own state."""

_ENDED = frozenset({"superseded", "retracted"})


def episode_rows(write: EpisodeWrite) -> Map:
    """The episode, its session, and whose it is when it is made."""
    episode = write.subgraph.episode
    return {"session": _session_row(episode), "episode": _episode_row(write), "created": placement_row(write)}


def _session_row(episode: Episode) -> Map:
    session = episode.session
    return {
        "id": session.id,
        "harness": session.harness,
        "external_id": session.external_id,
        "project": session.project,
        "cwd": session.cwd,
        "title": session.title,
        "parent_session": session.parent_session,
    }


def _episode_row(write: EpisodeWrite) -> Map:
    episode = write.subgraph.episode
    times = [chunk.happened_at for chunk in episode.chunks if chunk.happened_at]
    return {
        "id": episode.id,
        "handle": handle("Episode", episode.id),
        "audience": write.audience,
        "kind": episode.kind.value,
        "source": episode.source,
        "uri": episode.uri,
        "title": episode.title,
        "summary": write.subgraph.summary,
        "status": episode.status,
        "project": episode.session.project,
        "text_hash": episode.text_hash,
        "happened_at": episode.happened_at or min(times, default=None),
        "ended_at": max(times, default=episode.happened_at),
        "happened_at_source": episode.happened_at_source.value,
        "main_decision": write.subgraph.main_decision,
        "linked": not write.subgraph.reversals,
        "participants": list(episode.participants),
        "first_read_by": f"{write.subgraph.extractor} {episode.text_hash}",
        "first_position": episode.chunks[0].position if episode.chunks else 0,
        "live": True,
        "reach": reach(write.audience, live=True),
    }


def placement_row(write: EpisodeWrite) -> Map:
    """Whose an item is: set when it is made, changed only by governance."""
    return {"owner": write.owner, "scope": write.placement.scope, "visibility": write.placement.visibility.value}


def chunk_rows(write: EpisodeWrite) -> list[Map]:
    """The chunks with their texts, search forms and vectors."""
    episode = write.subgraph.episode
    units = ["", *(chunk.unit_id for chunk in episode.chunks), ""]
    beside = zip(units, episode.chunks, units[2:], strict=False)
    return [_chunk_row(write, chunk, _card(episode, chunk, before, after)) for before, chunk, after in beside]


def _card(episode: Episode, chunk: Chunk, before: str, after: str) -> list[str]:
    """All that ranking reads of a chunk, its terms last; the order is that of `recall/find_candidates`."""
    at = str((chunk.happened_at - EPOCH) // timedelta(milliseconds=1)) if chunk.happened_at else ""
    return [
        chunk.id,
        chunk.unit_id,
        episode.id,
        episode.kind.value,
        str(chunk.position),
        chunk.speaker,
        chunk.role.value,
        str(chunk.asks).lower(),
        str(chunk.is_noise).lower(),
        at,
        before,
        after,
        *chunk.terms,
    ]


def _chunk_row(write: EpisodeWrite, chunk: Chunk, card: list[str]) -> Map:
    episode = write.subgraph.episode
    properties: Map = {
        "unit_id": chunk.unit_id,
        "episode_id": episode.id,
        "episode_kind": episode.kind.value,
        "project": episode.session.project,
        "position": chunk.position,
        "speaker": chunk.speaker,
        "role": chunk.role.value,
        "heading": list(chunk.heading),
        "section": chunk.section,
        "text": chunk.text,
        "context": chunk.context,
        "keywords": keywords(f"{chunk.context} {chunk.text}"),
        "text_hash": chunk.text_hash,
        "tokens": tokens(chunk.text),
        "happened_at": chunk.happened_at,
        "terms": list(chunk.terms),
        "card": card,
        "asks": chunk.asks,
        "is_noise": chunk.is_noise,
        "external": chunk.is_external,
        "window_text": write.window_texts.get(chunk.id),
    }
    return {
        "id": chunk.id,
        "properties": properties | _vectors(write, chunk.id),
        "standing": chunk_standing(write.audience, is_quarantined=chunk.is_quarantined),
        "released": chunk_standing(write.audience, is_quarantined=False),
    }


def chunk_standing(audience: str, *, is_quarantined: bool) -> Map:
    """Who reads a chunk: nobody while it is quarantined, in no reading of the past either, until it is released."""
    own = held(audience) if is_quarantined else audience
    return {
        "audience": own,
        "live": not is_quarantined,
        "reach": reach(own, live=not is_quarantined),
        "quarantined": is_quarantined,
    }


def _vectors(write: EpisodeWrite, identifier: str) -> Map:
    found: Map = {}
    if (own := write.vectors.get(identifier)) is not None:
        found["embedding"] = as_list(own)
    if (window := write.window_vectors.get(identifier)) is not None:
        found["window_embedding"] = as_list(window)
    return found


def as_list(vector: Vector) -> list[float]:
    """A vector as the driver sends it; the native vector type cannot be stored on Community."""
    listed: list[float] = vector.tolist()
    return listed


def _created(tenant: str, entity: Entity) -> Map:
    """What a later write never changes."""
    created: Map = {
        "name": entity.name,
        "name_key": entity.name_key[:KEY_LIMIT],
        "kind": entity.kind.value,
        "handle": handle(entity.kind, entity.id),
        "reach": audience_word(tenant),
    }
    if entity.detail:
        created["detail"] = entity.detail
    if entity.kind is EntityKind.TOPIC:
        created["slug"] = _slug(tenant, entity)
    return created


def _slug(tenant: str, entity: Entity) -> str:
    """The name with dashes; with a part of the id where two topics could have the same (`a b`, `a-b`, namesakes)."""
    key = entity.name_key
    dashed = key.replace(" ", "-")[:KEY_LIMIT]
    is_own = "-" not in key and len(key) <= KEY_LIMIT and entity.id == identity(tenant, entity.kind, key)
    return dashed if is_own else f"{dashed}-{entity.id[:8]}"


def seeded_row(tenant: str, entity: Entity, vector: Vector) -> Map:
    """An entity that no episode names, with its vector."""
    return {
        "id": entity.id,
        "kind": entity.kind.value,
        "created": _created(tenant, entity),
        "vector": {"embedding": as_list(vector)},
        "renamed": None,
        "aliases": [],
        "handles": [],
        "projects": [],
        "is_merged": False,
    }


def _entity_row(write: EpisodeWrite, entity: Entity) -> Map:
    """What is in `created` is never changed by a later write."""
    project = write.subgraph.episode.session.project
    return {
        "id": entity.id,
        "kind": entity.kind.value,
        "created": _created(write.tenant, entity),
        "vector": _vectors(write, entity.id),
        "renamed": write.renamed.get(entity.id),
        "aliases": list(entity.aliases),
        "handles": list(entity.handles),
        "projects": [project] if project and entity.kind is EntityKind.PERSON else [],
        "is_merged": entity.id in write.redirects,
    }


def entity_rows(write: EpisodeWrite) -> list[Map]:
    """All entities; a merged one grows as if it were not, and its survivor gets its names as well."""
    found = {entity.id: _entity_row(write, entity) for entity in write.subgraph.entities}
    survivors: dict[str, Map] = {}
    for origin, survivor in write.redirects.items():
        names = found.get(origin, {})
        if names and survivor not in found:
            known = survivors.setdefault(survivor, names | {"id": survivor, "created": {}, "vector": {}, "aliases": []})
            known |= {"renamed": None, "is_merged": False}
            known["aliases"] = list(dict.fromkeys((*known["aliases"], *names["aliases"])))
    return [*found.values(), *survivors.values()]


def namesake_rows(write: EpisodeWrite) -> list[Map]:
    """New namesakes whose vector is the one of the name they share."""
    return [{"id": new, "from_id": old} for new, old in write.fresh.items() if new not in write.vectors]


def same_as_rows(write: EpisodeWrite) -> list[Map]:
    """Pairs that may be one, in one order of locks."""
    pairs = sorted(write.proposals, key=lambda one: sorted((one.source_id, one.target_id)))
    return [
        {"source_id": one.source_id, "target_id": one.target_id, "weight": one.weight, "reason": one.reason}
        for one in pairs
    ]


def mention_rows(write: EpisodeWrite) -> list[Map]:
    """Which chunk names which entity, as the episode itself tells."""
    return named_rows(write.subgraph.mentions)


def named_rows(mentions: Iterable[Mention]) -> list[Map]:
    """Which chunk names which entity."""
    return [
        {
            "chunk_id": mention.chunk_id,
            "entity_id": mention.entity_id,
            "start": mention.start,
            "end": mention.end,
            "surface": mention.surface,
            "sentences": list(mention.sentences),
            "weight": mention.weight,
        }
        for mention in mentions
    ]


def touch_rows(write: EpisodeWrite) -> list[Map]:
    """What the episode did to artifacts."""
    episode_id = write.subgraph.episode.id
    return [
        {"episode_id": episode_id, "entity_id": touch.entity_id, "how": touch.how, "quote": touch.quote}
        for touch in write.subgraph.touches
    ]


def speaker_rows(write: EpisodeWrite) -> list[Map]:
    """Who said which chunk, where the speaker is an entity of the episode."""
    return [{"chunk_id": chunk, "entity_id": person} for chunk, person in write.subgraph.said_by.items()]


def about_rows(writes: Sequence[EpisodeWrite]) -> dict[str, list[Map]]:
    """What episodes, chunks and statements are about, by the kind of node."""
    groups: dict[str, list[Map]] = {"episodes": [], "chunks": [], "statements": []}
    for subgraph in (write.subgraph for write in writes):
        chunks = {chunk.id for chunk in subgraph.episode.chunks}
        for about in subgraph.abouts:
            is_episode = about.source_id == subgraph.episode.id
            group = "episodes" if is_episode else "chunks" if about.source_id in chunks else "statements"
            row = {"source_id": about.source_id, "entity_id": about.entity_id, "weight": about.weight}
            groups[group].append(row)
    return groups


def edge_rows(edges: Iterable[Edge]) -> list[Map]:
    """Relationships in an order of their own, so that two writers lock alike."""
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


def statement_rows(write: EpisodeWrite) -> list[Map]:
    """The statements with the envelope of graph-model.md §1."""
    return [_statement_row(write, statement) for statement in write.subgraph.statements]


def _statement_row(write: EpisodeWrite, statement: Statement) -> Map:
    live = statement.standing not in _ENDED
    properties: Map = {
        "kind": statement.kind.value,
        "handle": handle(statement.kind, statement.id),
        "text": statement.text,
        "text_hash": statement.text_hash,
        "semantic_key": statement.semantic_key[:KEY_LIMIT],
        "keywords": keywords(statement.text),
        "confidence": statement.confidence,
        "audience": write.audience,
        "episode_id": write.subgraph.episode.id,
        "project": write.subgraph.episode.session.project,
        "predicate": statement.predicate,
        "value": statement.value,
        "happened_at": statement.happened_at,
        "valid_at": statement.valid_at,
    }
    if name := STANDING.get(statement.kind):
        properties[name] = statement.standing
    if statement.kind is StatementKind.COMMITMENT:
        properties |= {"due_after": statement.due_after, "due_at": statement.due_at}
    if statement.kind is StatementKind.DECISION:
        properties["decided_at"] = statement.happened_at
    return {
        "id": statement.id,
        "kind": statement.kind.value,
        "extractor": statement.extractor,
        "rank": rank(statement.extractor),
        "standing": STANDING.get(statement.kind, ""),
        "properties": properties | _vectors(write, statement.id),
        "created": _envelope(statement)
        | placement_row(write)
        | {"extractor": statement.extractor, "live": live, "reach": reach(write.audience, live=live)},
        "evidence": [{"chunk_id": e.chunk_id, "start": e.start, "end": e.end} for e in statement.evidence],
    }


def evidence_row(statement: Statement) -> Map:
    """What a statement adds to a stored one that says the same."""
    return {
        "id": statement.id,
        "extractor": statement.extractor,
        "confidence": statement.confidence,
        "evidence": [{"chunk_id": e.chunk_id, "start": e.start, "end": e.end} for e in statement.evidence],
    }


def _envelope(statement: Statement) -> Map:
    return {
        "origin": statement.origin,
        "tier": "working",
        "pinned": False,
        "authoritative": False,
        "salience": 1.0,
        "strength": 1.0,
        "half_life_days": HALF_LIFE_DAYS[statement.kind],
        "uses": 0,
        "good": 0,
        "bad": 0,
        "version": 1,
    }


def cast_rows(write: EpisodeWrite) -> list[Map]:
    """The people a session has named; none when the episode names nobody."""
    people = sorted(entity.id for entity in write.subgraph.entities if entity.kind is EntityKind.PERSON)
    return [{"session_id": write.subgraph.episode.session.id, "ids": people}] if people else []
