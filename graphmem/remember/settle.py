"""Between resolving and writing: the graph is asked who the episode's entities are, and their ids follow the answer."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphmem.domain.entities import Entity, EntityKind
from graphmem.domain.identities import Alike, AlikeWanted, KnownEntity, Lookup, SameAs, Settled, Traces
from graphmem.domain.writes import EpisodeWrite
from graphmem.ports import IdentityStore
from graphmem.remember.identity import (
    SHORT_FORM,
    Choice,
    Scene,
    choose,
    doubts,
    elsewhere,
    in_conversation,
    is_plain,
    namesakes,
)
from graphmem.remember.names import Form, better_name
from graphmem.remember.recent import Recent
from graphmem.remember.remap import best_name, remapped
from graphmem.remember.scene import scene_of

MOST_ALIKE = 24
"""How many new names of an episode are looked for by likeness; people first."""
PER_NAME = 20
"""How many entities each of them is compared with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """Asks the graph twice for a batch (keys; likeness of new names) and once more for an episode with namesakes.

    Each read is bounded by what the batch names, however large the graph is.
    """

    store: IdentityStore

    async def settle(self, writes: Sequence[EpisodeWrite]) -> list[EpisodeWrite]:
        """The writes of one owner, in order, with every entity under the id it has now, and doubts as proposals."""
        cases = [_Case(write=write, scene=scene_of(write)) for write in writes]
        if not any(case.write.subgraph.entities for case in cases):
            return list(writes)
        found = await self.store.find_by_keys(_lookup(cases))
        recent = Recent({one.id: one for one in found})
        alike = await self._alike(cases, recent.known)
        settled = []
        for case in cases:
            case.take(recent.known)
            case.alike = {
                one.id: recent.likes_of(one.kind, alike.get(one.id, Alike())) for one in case.write.subgraph.entities
            }
            await self._trace(case, recent)
            settled.append(remapped(case.write, case.settled()))
            recent.add(settled[-1], case.alike)
        return settled

    async def _alike(self, cases: Sequence["_Case"], known: Mapping[str, KnownEntity]) -> Mapping[str, Alike]:
        wanted: dict[str, AlikeWanted] = {}
        for case in cases:
            case.take(known)
            wanted |= {one.key: one for one in case.wanted()}
        if not wanted:
            return {}
        write = cases[0].write
        return await self.store.find_alike(write.tenant, _audiences(write), list(wanted.values()), per_name=PER_NAME)

    async def _trace(self, case: "_Case", recent: Recent) -> None:
        unsure, scene = case.unsure(), case.scene
        if not unsure:
            return
        words = sorted({word for found in scene.qualifiers.values() for word in found})
        found = await self.store.find_traces(
            scene.tenant, _audiences(case.write), unsure, keys=list(scene.kinds), words=words
        )
        case.traces = recent.traces_of(unsure, scene, found)


def _lookup(cases: Sequence["_Case"]) -> Lookup:
    entities = [entity for case in cases for entity in case.write.subgraph.entities]
    return Lookup(
        tenant=cases[0].write.tenant,
        sessions=sorted({case.session for case in cases}),
        ids=sorted({entity.id for entity in entities}),
        people=sorted({entity.name_key for entity in entities if entity.kind is EntityKind.PERSON}),
    )


def _audiences(write: EpisodeWrite) -> tuple[str, ...]:
    """What everybody who will read this write may read as well."""
    return tuple(dict.fromkeys((f"{write.tenant}/company", write.audience)))


@dataclass(slots=True, kw_only=True)
class _Case:
    """One episode while it is being settled."""

    write: EpisodeWrite
    scene: Scene
    known: dict[str, KnownEntity] = field(default_factory=dict)
    alike: Mapping[str, Alike] = field(default_factory=dict)
    traces: Mapping[str, Traces] = field(default_factory=dict)
    folded: dict[str, tuple[str, Form]] = field(default_factory=dict)

    @property
    def session(self) -> str:
        """The session whose cast the short forms are looked for in."""
        return self.write.subgraph.episode.session.id

    def take(self, known: Mapping[str, KnownEntity]) -> None:
        """What the keys found; short forms that the conversation explains are folded at once."""
        self.known = {one.id: replace(one, in_session=self.session in one.sessions) for one in known.values()}
        self.folded = in_conversation(self.scene, [one for one in self._cast() if one.kind is EntityKind.PERSON])

    def wanted(self) -> list[AlikeWanted]:
        """People and topics that no key knows."""
        new = [
            entity
            for kind in (EntityKind.PERSON, EntityKind.TOPIC)
            for entity in self.write.subgraph.entities
            if entity.kind is kind and entity.id not in self.folded and not self._candidates(entity)
        ]
        return [
            AlikeWanted(
                key=entity.id,
                kind=entity.kind,
                words=(*entity.name_key.split(), *entity.handles),
                vector=self.write.vectors.get(entity.id),
            )
            for entity in new[:MOST_ALIKE]
        ]

    def unsure(self) -> list[str]:
        """Known people whose passages must be read."""
        people = (person for person in self.scene.people if person.id not in self.folded)
        found = [(person, self._candidates(person)) for person in people]
        return sorted({one.id for person, many in found if not is_plain(person, self.scene, many) for one in many})

    def _candidates(self, entity: Entity) -> list[KnownEntity]:
        if entity.kind is not EntityKind.PERSON:
            return [self.known[entity.id]] if entity.id in self.known else []
        near = (*self.known.values(), *self._alike(entity))
        return namesakes(entity, near)

    def settled(self) -> Settled:
        choices = {entity.id: self._choice(entity) for entity in self._standing()}
        ids = {old: choice.id for old, choice in choices.items()}
        ids |= {short: ids.get(full, full) for short, (full, _) in self.folded.items()}
        known = {one.id: one for found in self.alike.values() for one in found.entities} | self.known
        survivors = {one.id: one.survivor for one in known.values() if one.survivor and one.survivor != one.id}
        keys = {entity.id: entity.name_key for entity in self.write.subgraph.entities}
        moved = {old: new for old, new in ids.items() if old != new}
        proposals = [*(p for choice in choices.values() for p in choice.proposals), *self._doubts(ids)]
        return Settled(
            ids=moved,
            fresh={new: old for old, new in moved.items() if new not in known and new not in keys},
            keys=keys | {one.id: one.name_key for one in known.values()},
            redirects={id_: survivors[id_] for id_ in ids.values() if id_ in survivors},
            renamed=self._renamed(ids),
            proposals=_pairs(proposals, survivors),
        )

    def _standing(self) -> list[Entity]:
        return [entity for entity in self.write.subgraph.entities if entity.id not in self.folded]

    def _cast(self) -> list[KnownEntity]:
        return [one for one in self.known.values() if one.in_session]

    def _alike(self, entity: Entity) -> tuple[KnownEntity, ...]:
        return self.alike.get(entity.id, Alike()).entities

    def _choice(self, entity: Entity) -> Choice:
        if entity.kind is not EntityKind.PERSON:
            return Choice(id=entity.id)
        candidates = self._candidates(entity)
        if not candidates:
            alike = self.alike.get(entity.id, Alike())
            if meant := elsewhere(entity, self.scene, alike.entities, is_whole=alike.is_whole):
                return Choice(id=meant[0])
        return choose(entity, self.scene, candidates, self.traces)

    def _doubts(self, ids: Mapping[str, str]) -> Iterator[SameAs]:
        """New names beside their likes: those of the graph, of the session, and the people of the episode.

        A node that a short form had before its full name was known stays, and may be that person.
        """
        people = [_as_known(one, ids[one.id]) for one in self._standing() if one.kind is EntityKind.PERSON]
        for entity in self._standing():
            if ids[entity.id] not in self.known:
                near = (*people, *self._cast(), *self._alike(entity))
                yield from doubts(entity, ids[entity.id], near, self.scene)
        for short, (_, form) in self.folded.items():
            if short in self.known:
                yield SameAs(source_id=short, target_id=ids[short], weight=SHORT_FORM, reason=form.value)

    def _renamed(self, ids: Mapping[str, str]) -> dict[str, str]:
        renamed: dict[str, str] = {}
        for entity in self.write.subgraph.entities:
            found = self.known.get(ids.get(entity.id, entity.id))
            name = best_name(entity, self.write.subgraph.mentions)
            if found and found.name_key == entity.name_key and better_name(found.name, name):
                renamed[found.id] = name
        return renamed


def _as_known(entity: Entity, own_id: str) -> KnownEntity:
    return KnownEntity(id=own_id, kind=entity.kind, name=entity.name, name_key=entity.name_key, in_session=True)


def _pairs(proposals: Iterable[SameAs], survivors: Mapping[str, str]) -> tuple[SameAs, ...]:
    """Each pair once, between entities that stand for themselves, and none of one with itself."""
    found: dict[frozenset[str], SameAs] = {}
    for one in proposals:
        source, target = (survivors.get(end, end) for end in (one.source_id, one.target_id))
        if source != target:
            found.setdefault(frozenset((source, target)), replace(one, source_id=source, target_id=target))
    return tuple(found.values())
