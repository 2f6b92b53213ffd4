"""The shapes of bounded reads: each is read by name from the core's value of the same name."""

from datetime import datetime

import strawberry

from api.graphql.fields import documented
from api.types.answers import StatementFace
from api.types.quotes import Quote
from graphmem.domain import reads
from graphmem.domain.relations import in_words

strawberry.enum(reads.Turn, name="Turn", description="What happened to a statement.")


@strawberry.type(description="A statement with the time it holds.")
class Held:
    """The shape of `reads.Held`."""

    statement: StatementFace
    until: datetime | None = strawberry.field(description="When it ceased to hold.")

    @documented()
    @staticmethod
    def relations(parent: strawberry.Parent[reads.Held]) -> list[str]:
        """How it stands to its subject, as a person says it."""
        return [in_words(one, is_reversed=True) for one in parent.relations]


@strawberry.type(description="A statement began to hold, ended, or (a commitment) was closed.")
class Change:
    """The shape of `reads.Change`."""

    at: datetime
    turn: reads.Turn
    statement: StatementFace
    by: StatementFace | None = strawberry.field(description="What took its place.")


@strawberry.type(description="A named thing as the reader knows it.")
class SubjectFace:
    """The shape of `reads.Subject`."""

    id: strawberry.ID
    handle: str
    kind: str
    name: str


@strawberry.type(description="An episode by its title.")
class EpisodeFace:
    """The shape of `reads.EpisodeFace`."""

    id: strawberry.ID
    kind: str
    title: str
    source: str
    project: str
    happened_at: datetime | None


@strawberry.type(description="A topic with the last time it was spoken of.")
class TopicFace:
    """The shape of `reads.TopicFace`."""

    id: strawberry.ID
    handle: str
    name: str
    last_at: datetime | None


@strawberry.type(description="One part of a profile: facts, decided, proposed, objected, prefers, owes, is_owed.")
class ProfilePart:
    """A name and what stands under it."""

    name: str
    entries: list[Held]


@strawberry.type(description="What the reader may know of a person or thing.")
class Profile:
    """The shape of `reads.Profile`."""

    subject: SubjectFace
    names: list[str] = strawberry.field(description="Other names that were read.")
    episodes: list[EpisodeFace] = strawberry.field(description="Where they were met last.")
    topics: list[TopicFace] = strawberry.field(description="What is spoken of there.")

    @documented(list[ProfilePart])
    @staticmethod
    def parts(parent: strawberry.Parent[reads.Profile]) -> list[ProfilePart]:
        """Each with at most ten entries, newest first; empty ones are left out."""
        return [ProfilePart(name=name, entries=list(entries)) for name, entries in parent.parts.items()]  # type: ignore[arg-type]


@strawberry.type(description="A node with the edge that led to it.")
class Neighbour:
    """The shape of `reads.Neighbour`."""

    id: strawberry.ID
    handle: str
    kind: str
    text: str
    hop: int
    score: float = strawberry.field(description="The product of the weights on the way, in (0, 1].")
    is_reversed: bool
    from_id: strawberry.ID
    from_text: str

    @documented()
    @staticmethod
    def relation(parent: strawberry.Parent[reads.Neighbour]) -> str:
        """As a person says it, from the node before to this one."""
        return in_words(parent.relation, is_reversed=parent.is_reversed)


@strawberry.type(description="One line of a pack.")
class PackLine:
    """The shape of `reads.PackLine`."""

    id: strawberry.ID
    text: str
    at: datetime | None


@strawberry.type(description="What an agent is told when it starts.")
class Pack:
    """The shape of `reads.Pack`."""

    project: str
    commitments: list[PackLine] = strawberry.field(description="Open ones, the most pressing first.")
    episodes: list[PackLine]
    topics: list[PackLine]
    text: str = strawberry.field(description="All of it, as whole lines.")
    cut: int = strawberry.field(description="How many lines did not fit the budget.")


@strawberry.type(description="One side of a contradiction.")
class Opposed:
    """The shape of `reads.Opposed`."""

    id: strawberry.ID
    handle: str
    kind: str
    text: str
    live: bool = strawberry.field(description="Held to be true now.")
    quote: Quote | None


@strawberry.type(description="Two statements that cannot both hold.")
class Contradiction:
    """The shape of `reads.Contradiction`."""

    key: strawberry.ID
    newer: Opposed
    older: Opposed
    reason: str
    status: str = strawberry.field(description="open or resolved")
    noticed_at: datetime | None


@strawberry.type(description="Who did what to which node, and when.")
class AuditEntry:
    """A line of the audit trail."""

    id: strawberry.ID
    at: datetime
    principal: str
    action: str
    target: str = strawberry.field(description="The node's id.")
    detail: str
