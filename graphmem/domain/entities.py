"""Entities: people, topics, artifacts and other named things, and where they are mentioned."""

from dataclasses import dataclass
from enum import StrEnum


class EntityKind(StrEnum):
    """The value is the node's label."""

    PERSON = "Person"
    TOPIC = "Topic"
    ARTIFACT = "Artifact"
    ORGANIZATION = "Organization"
    PLACE = "Place"
    THING = "Thing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """A named thing.

    name      the display form, accents kept
    name_key  the folded form two spellings share (`domain.text.name_key`)
    detail    an artifact's kind (file, url …); "" for the others
    """

    id: str
    kind: EntityKind
    name: str
    name_key: str
    aliases: tuple[str, ...]
    handles: tuple[str, ...]
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A chunk names an entity.

    sentences  0-based numbers of the chunk's sentences that name it
    """

    chunk_id: str
    entity_id: str
    start: int
    end: int
    surface: str
    sentences: tuple[int, ...]
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutLink:
    """A chunk, a statement or a whole episode is about an entity; weight 1 when the entity is its title."""

    source_id: str
    entity_id: str
    weight: float
