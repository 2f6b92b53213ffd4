"""What the earlier episodes of a batch have settled, since the graph does not show it yet."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from graphmem.domain.entities import Entity, EntityKind
from graphmem.domain.identities import Alike, KnownEntity, Traces
from graphmem.domain.writes import EpisodeWrite
from graphmem.remember.identity import Scene

_SHORTEST_STEM = 5


@dataclass(slots=True)
class Recent:
    """The graph as far as it was asked, with what the batch adds to it.

    known    entities by id
    written  ids that the batch has named
    """

    known: dict[str, KnownEntity]
    written: set[str] = field(default_factory=set)
    _keys: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _terms: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, write: EpisodeWrite, alike: Mapping[str, Alike]) -> None:
        """An episode that was settled just now."""
        found = {one.id: one for each in alike.values() for one in each.entities}
        for entity in write.subgraph.entities:
            before = self.known.get(entity.id) or found.get(entity.id)
            self.known[entity.id] = _joined(before, entity, write)
            self.written.add(entity.id)
        self._remember_passages(write)

    def _remember_passages(self, write: EpisodeWrite) -> None:
        subgraph = write.subgraph
        keys = {entity.id: entity.name_key for entity in subgraph.entities}
        named: dict[str, set[str]] = defaultdict(set)
        for mention in subgraph.mentions:
            named[mention.chunk_id].add(mention.entity_id)
        for chunk in subgraph.episode.chunks:
            speaker = subgraph.said_by.get(chunk.id)
            for one in (*named[chunk.id], *((speaker,) if speaker else ())):
                self._keys[one] |= {keys[other] for other in named[chunk.id] if other != one and other in keys}
                self._terms[one].update(chunk.terms)

    def likes_of(self, kind: EntityKind, found: Alike) -> Alike:
        """What likeness found in the graph, brought up to date, with what the batch made of that kind."""
        fresh = [self.known[one] for one in sorted(self.written) if self.known[one].kind is kind]
        old = [one for one in found.entities if one.id not in self.written]
        return Alike(entities=(*old, *fresh), is_whole=found.is_whole)

    def traces_of(self, ids: Iterable[str], scene: Scene, found: Mapping[str, Traces]) -> dict[str, Traces]:
        """What passages of the graph and of the batch share with a scene."""
        return {one: self._traces(one, scene, found.get(one, Traces())) for one in ids}

    def _traces(self, one: str, scene: Scene, found: Traces) -> Traces:
        wanted = {word for words in scene.qualifiers.values() for word in words}
        words = {word for word in wanted if any(_is_kin(word, term) for term in self._terms[one])}
        shared = {*found.shared, *(self._keys[one] & scene.kinds.keys())}
        return Traces(shared=tuple(sorted(shared)), words=tuple(sorted(words.union(found.words))))


def _is_kin(word: str, term: str) -> bool:
    return term.startswith(word) or (len(term) >= _SHORTEST_STEM and word.startswith(term))


def _joined(before: KnownEntity | None, entity: Entity, write: EpisodeWrite) -> KnownEntity:
    session = write.subgraph.episode.session
    projects = (session.project,) if session.project and entity.kind is EntityKind.PERSON else ()
    known = before or KnownEntity(id=entity.id, kind=entity.kind, name=entity.name, name_key=entity.name_key)
    return replace(
        known,
        aliases=_both(known.aliases, entity.aliases),
        handles=_both(known.handles, entity.handles),
        projects=_both(known.projects, projects),
        sessions=_both(known.sessions, (session.id,)),
        survivor=known.survivor or entity.id,
        is_readable=True,
    )


def _both(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*one, *other)))
