"""A subgraph under other entity ids: every mention, edge, key and vector follows, and what becomes one is joined."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from graphmem.domain.entities import AboutLink, Entity, EntityKind, Mention
from graphmem.domain.identities import Settled
from graphmem.domain.ids import identity
from graphmem.domain.relations import Relation
from graphmem.domain.statements import Statement
from graphmem.domain.text import name_key
from graphmem.domain.vectors import Vector
from graphmem.domain.writes import EpisodeWrite, Subgraph
from graphmem.remember.names import better_name, display_form

FACT = "fact."


def remapped(write: EpisodeWrite, settled: Settled) -> EpisodeWrite:
    """`write` with the ids, names, redirects and proposals that were settled."""
    return replace(
        write,
        subgraph=_moved(write.subgraph, settled, write.tenant),
        vectors=_vectors(write.vectors, settled),
        redirects=settled.redirects,
        fresh=settled.fresh,
        renamed=settled.renamed,
        proposals=settled.proposals,
    )


def best_name(entity: Entity, mentions: Iterable[Mention]) -> str:
    """The best spelling the episode has of the entity's name."""
    best = display_form(entity.name)
    for mention in mentions:
        if mention.entity_id == entity.id and name_key(mention.surface) == entity.name_key:
            found = display_form(mention.surface)
            best = found if better_name(best, found) else best
    return best


def _moved(subgraph: Subgraph, settled: Settled, tenant: str) -> Subgraph:
    ids = settled.ids
    edges = {
        (edge.relation, edge.source_id, new): replace(edge, target_id=new)
        for edge in subgraph.entity_edges
        for new in [ids.get(edge.target_id, edge.target_id)]
    }
    touches = {
        (new, touch.how): replace(touch, entity_id=new)
        for touch in subgraph.touches
        for new in [ids.get(touch.entity_id, touch.entity_id)]
    }
    return replace(
        subgraph,
        entities=tuple(_entities(subgraph, ids)),
        mentions=tuple(_mentions(subgraph.mentions, ids)),
        abouts=tuple(_abouts(subgraph.abouts, ids)),
        entity_edges=tuple(edges.values()),
        touches=tuple(touches.values()),
        said_by={chunk: ids.get(person, person) for chunk, person in subgraph.said_by.items()},
        statements=tuple(_statements(subgraph, settled, tenant)),
    )


def _entities(subgraph: Subgraph, ids: Mapping[str, str]) -> Iterator[Entity]:
    """One entity an id; the names of those that moved to it become its aliases, as handles of people do."""
    groups: dict[str, list[Entity]] = defaultdict(list)
    for entity in subgraph.entities:
        groups[ids.get(entity.id, entity.id)].append(entity)
    for new, members in groups.items():
        first = next((one for one in members if one.id == new), members[0])
        handles = tuple(dict.fromkeys(handle for one in members for handle in one.handles))
        yield replace(
            first,
            id=new,
            name=best_name(first, subgraph.mentions),
            aliases=tuple(_aliases(first, new, members, handles)),
            handles=handles,
        )


def _aliases(first: Entity, new: str, members: Sequence[Entity], handles: Sequence[str]) -> Iterator[str]:
    """Each spelling key once; the first member's own name too when the id is another's."""
    is_own = first.id == new or (len(members) == 1 and first.kind is not EntityKind.PERSON)
    seen = {first.name_key} if is_own else set()
    named = handles if first.kind is EntityKind.PERSON else ()
    for alias in (*(name for one in members for name in (one.name, *one.aliases)), *named):
        key = alias if alias in named else name_key(alias)
        if key not in seen:
            seen.add(key)
            yield display_form(alias)


def _mentions(mentions: Iterable[Mention], ids: Mapping[str, str]) -> Iterable[Mention]:
    found: dict[tuple[str, str], Mention] = {}
    for mention in mentions:
        new = ids.get(mention.entity_id, mention.entity_id)
        known = found.get((mention.chunk_id, new))
        found[mention.chunk_id, new] = _joined(known, mention) if known else replace(mention, entity_id=new)
    return found.values()


def _joined(known: Mention, other: Mention) -> Mention:
    """Two mentions of one entity in one chunk: the fuller name is the surface, all sentences count."""
    first = max(known, other, key=lambda one: (len(one.surface), -one.start))
    sentences = tuple(sorted({*known.sentences, *other.sentences}))
    return replace(first, entity_id=known.entity_id, sentences=sentences, weight=max(known.weight, other.weight))


def _abouts(abouts: Iterable[AboutLink], ids: Mapping[str, str]) -> Iterable[AboutLink]:
    found: dict[tuple[str, str], AboutLink] = {}
    for about in abouts:
        moved = replace(about, entity_id=ids.get(about.entity_id, about.entity_id))
        known = found.get((moved.source_id, moved.entity_id))
        found[moved.source_id, moved.entity_id] = max(known or moved, moved, key=lambda one: one.weight)
    return found.values()


def _statements(subgraph: Subgraph, settled: Settled, tenant: str) -> Iterator[Statement]:
    """Facts are keyed by who they are about, not by how the text calls them: two namesakes never share a key."""
    subjects = {edge.source_id: edge.target_id for edge in subgraph.entity_edges if edge.relation is Relation.SUBJECT}
    for statement in subgraph.statements:
        old = subjects.get(statement.id, "")
        own = FACT + settled.keys.get(old, "")
        new = settled.ids.get(old, old)
        if old == new or not f"{statement.semantic_key}.".startswith(f"{own}."):
            yield statement
            continue
        predicate = statement.semantic_key.removeprefix(own)
        yield replace(statement, semantic_key=f"{FACT}{_key_of(new, old, settled, tenant)}{predicate}")


def _key_of(new: str, old: str, settled: Settled, tenant: str) -> str:
    key = settled.keys.get(new) or settled.keys[old]
    return key if new == identity(tenant, EntityKind.PERSON, key) else f"{key}#{new[:8]}"


def _vectors(vectors: Mapping[str, Vector], settled: Settled) -> dict[str, Vector]:
    """A name's vector belongs to who bears the name: it follows to a new namesake and to nobody else."""
    stayed = {id_: vector for id_, vector in vectors.items() if id_ not in settled.ids}
    return stayed | {new: vectors[old] for new, old in settled.fresh.items() if old in vectors}
