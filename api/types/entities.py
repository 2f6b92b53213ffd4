"""People, topics, artifacts and the other named things."""

import strawberry

from api.types.links import DecisionLink, StatementLink, to_entity
from api.types.nodes import Node
from graphmem.domain.relations import Relation

ABOUT = (Relation.ABOUT, Relation.SUBJECT, Relation.OBJECT)
DONE_BY = (
    Relation.DECIDED_BY,
    Relation.PROPOSED_BY,
    Relation.OBJECTED_BY,
    Relation.HELD_BY,
    Relation.OWED_BY,
    Relation.OWED_TO,
)


@strawberry.interface(description="A named thing that something readable names.")
class Entity(Node):
    """What all named things share. Aliases and counts are left out: the graph keeps them over all readers."""

    name: str = ""
    statements: list[StatementLink] = strawberry.field(
        resolver=to_entity((*ABOUT, *DONE_BY), StatementLink), description="All that is said of it, or by it."
    )


@strawberry.type
class Person(Entity):
    """A human, or a named agent."""

    decided: list[DecisionLink] = strawberry.field(resolver=to_entity((Relation.DECIDED_BY,), DecisionLink))
    proposed: list[StatementLink] = strawberry.field(
        resolver=to_entity((Relation.PROPOSED_BY,), StatementLink), description="Decisions, options and reasons."
    )
    objected: list[StatementLink] = strawberry.field(
        resolver=to_entity((Relation.OBJECTED_BY,), StatementLink), description="Reasons against."
    )


@strawberry.type
class Topic(Entity):
    """A subject, project, component or theme."""

    slug: str = ""


@strawberry.type
class Artifact(Entity):
    """A file, URL, ticket, commit, command or record."""

    detail: str = strawberry.field(default="", name="kind", description="file, url, record …")


@strawberry.type
class Organization(Entity):
    """A company or institution."""


@strawberry.type
class Place(Entity):
    """Somewhere."""


@strawberry.type
class Thing(Entity):
    """Any other named thing."""
