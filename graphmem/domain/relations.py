"""The relationship types between statements and entities: a closed list, so no name from a text becomes Cypher."""

from dataclasses import dataclass
from enum import StrEnum


class Relation(StrEnum):
    """The value is the relationship type; direction reads as a sentence."""

    BECAUSE = "BECAUSE"
    CONSIDERED = "CONSIDERED"
    CHOSE = "CHOSE"
    REJECTED = "REJECTED"
    LED_TO = "LED_TO"
    DEPENDS_ON = "DEPENDS_ON"
    SUPERSEDES = "SUPERSEDES"
    CONTRADICTS = "CONTRADICTS"
    SUPPORTS = "SUPPORTS"
    DECIDED_BY = "DECIDED_BY"
    PROPOSED_BY = "PROPOSED_BY"
    OBJECTED_BY = "OBJECTED_BY"
    HELD_BY = "HELD_BY"
    OWED_BY = "OWED_BY"
    OWED_TO = "OWED_TO"
    SUBJECT = "SUBJECT"
    OBJECT = "OBJECT"
    ABOUT = "ABOUT"


WORDS: dict[str, tuple[str, str]] = {
    "BECAUSE": ("because", "is a reason for"),
    "CONSIDERED": ("considered", "was weighed in"),
    "CHOSE": ("chose", "was chosen by"),
    "REJECTED": ("rejected", "was rejected by"),
    "LED_TO": ("led to", "followed from"),
    "DEPENDS_ON": ("depends on", "is a premise of"),
    "SUPERSEDES": ("supersedes", "was superseded by"),
    "CONTRADICTS": ("contradicts", "is contradicted by"),
    "SUPPORTS": ("supports", "is supported by"),
    "DECIDED_BY": ("was decided by", "decided"),
    "PROPOSED_BY": ("was proposed by", "proposed"),
    "OBJECTED_BY": ("was raised by", "objected"),
    "HELD_BY": ("is held by", "holds"),
    "OWED_BY": ("is owed by", "owes"),
    "OWED_TO": ("is owed to", "is promised"),
    "SUBJECT": ("is about", "is the subject of"),
    "OBJECT": ("refers to", "is the object of"),
    "ABOUT": ("is about", "is the subject of"),
    "MENTIONS": ("mentions", "is mentioned in"),
    "EVIDENCED_BY": ("was said in", "is evidence for"),
    "SAID_BY": ("was said by", "said"),
}
"""How a relationship reads, forwards and backwards."""


def in_words(relation: str, *, is_reversed: bool) -> str:
    """`relation` as a person says it; an unknown one is shown as it is."""
    return WORDS.get(relation, (relation.lower(), relation.lower()))[is_reversed]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A weighted relationship from a statement to a statement or an entity."""

    relation: Relation
    source_id: str
    target_id: str
    weight: float
    confidence: float
