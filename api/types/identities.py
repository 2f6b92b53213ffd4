"""Pairs that may be one, and what merging them did."""

import strawberry

from api.mutations.write import UserError
from graphmem.domain import identities


@strawberry.type(description="An entity by the name that the reader has read.")
class EntityFace:
    """The shape of `identities.EntityFace`."""

    id: strawberry.ID
    handle: str
    kind: str = strawberry.field(description="Person, Topic …")
    name: str


@strawberry.type(description="Two entities that may be one.")
class SameAs:
    """The shape of `identities.Proposal`."""

    source: EntityFace
    target: EntityFace
    weight: float
    reason: str = strawberry.field(description="Why, in a few words.")
    dismissed: bool = strawberry.field(description="Kept apart for ever.")


@strawberry.type
class SameAsEdge:
    """A pair in its place."""

    cursor: str
    node: SameAs


@strawberry.type(description="What became of the entities; `changed` is empty when there was nothing to do.")
class MergePayload:
    """All empty when something was wrong."""

    id: strawberry.ID | None = strawberry.field(default=None, description="The one that stands.")
    changed: list[strawberry.ID] = strawberry.field(default_factory=list, description="Merged, or set free.")
    user_errors: list[UserError] = strawberry.field(default_factory=list)


def as_same_as(proposal: identities.Proposal) -> SameAs:
    """The pair as the schema shows it."""
    return SameAs(
        source=_face(proposal.source),
        target=_face(proposal.target),
        weight=proposal.weight,
        reason=proposal.reason,
        dismissed=proposal.status is identities.SameAsStatus.DISMISSED,
    )


def _face(entity: identities.EntityFace) -> EntityFace:
    return EntityFace(id=strawberry.ID(entity.id), handle=entity.handle, kind=entity.kind.value, name=entity.name)
