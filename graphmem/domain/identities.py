"""Who is who: what the graph knows of names that an episode uses, and what is proposed but not sure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from graphmem.domain.entities import EntityKind
from graphmem.domain.vectors import Vector


class SameAsStatus(StrEnum):
    """Two nodes may be one: open, or kept apart for ever. To confirm is to merge them."""

    PROPOSED = "proposed"
    DISMISSED = "dismissed"


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownEntity:
    """An entity of the graph as resolution sees it.

    projects   where it was named (bounded); empty when nothing says so
    survivor   its own id, or that of the entity it was merged into
    sessions   of the sessions asked about: those that have named it
    in_session the episode's session is one of them
    is_readable  something that the readers of the new text may read names it
    """

    id: str
    kind: EntityKind
    name: str
    name_key: str
    aliases: tuple[str, ...] = ()
    handles: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()
    survivor: str = ""
    sessions: tuple[str, ...] = ()
    in_session: bool = False
    is_readable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup:
    """What episodes ask by key: their entities' ids, their people's keys, and their sessions."""

    tenant: str
    sessions: Sequence[str]
    ids: Sequence[str]
    people: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlikeWanted:
    """A name that no key knows: looked for by its words, by words one slip away, and by its vector."""

    key: str
    kind: EntityKind
    words: tuple[str, ...]
    vector: Vector | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """What likeness found for one name; is_whole: nothing was cut off."""

    entities: tuple[KnownEntity, ...] = ()
    is_whole: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """What the passages that name a known entity share with the new episode.

    shared   name keys of rare entities that both name
    words    those of the wanted words that stand beside it
    """

    shared: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SameAs:
    """Two entities may be one; `reason` says why in a few words."""

    source_id: str
    target_id: str
    weight: float
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What the graph says of an episode's entities.

    ids        entity id by the id it had before; absent when it stays
    redirects  id of the survivor by the id of a merged entity
    renamed    better display names by id (accents, capitals)
    proposals  pairs that may be one
    """

    ids: Mapping[str, str] = field(default_factory=dict)
    redirects: Mapping[str, str] = field(default_factory=dict)
    fresh: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    proposals: tuple[SameAs, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityFace:
    """An entity as a keeper sees it: its own id and handle, and a name that this reader has read."""

    id: str
    handle: str
    kind: EntityKind
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A pair that may be one, as a keeper sees it; key: its place in the list."""

    key: str
    source: EntityFace
    target: EntityFace
    status: SameAsStatus
    weight: float
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """What a merge or its undoing did: `changed` are the ids that were merged or set free; empty for a no-op."""

    id: str
    changed: tuple[str, ...]
