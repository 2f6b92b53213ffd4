"""What the record states: decisions, options, reasons, facts and the rest."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import strawberry

from api.graphql.context import Info
from api.graphql.fields import documented
from api.types.enums import Outcome, Stance, Status
from api.types.links import (
    NESTED,
    EntityLink,
    OptionLink,
    PersonLink,
    ReasonLink,
    StatementLink,
    from_statement,
)
from api.types.nodes import Node, as_node
from api.types.quotes import Quote
from graphmem.domain import answers
from graphmem.domain.commitments import STALE_AFTER
from graphmem.domain.relations import Relation
from graphmem.domain.statements import StatementKind
from graphmem.domain.time import now

if TYPE_CHECKING:
    from api.types.episodes import Episode


@strawberry.interface(description="One thing said, with the place where it was said.")
class Statement(Node):
    """The envelope that all kinds share."""

    text: str = ""
    confidence: float = 0.0
    extractor: str = strawberry.field(default="", description="Who read it out of the text.")
    origin: str = strawberry.field(default="", description="said; captured = from an agent, without evidence.")
    corrected: list[str] = strawberry.field(
        default_factory=list, description="Standings that a better engine or a person put right, with who said them."
    )
    scope: str = ""
    visibility: str = ""
    happened_at: datetime | None = None
    valid_at: datetime | None = None
    invalid_at: datetime | None = strawberry.field(default=None, description="When it ceased to hold.")
    live: bool = strawberry.field(default=False, description="Held to be true now.")
    episode_id: strawberry.Private[str] = ""

    about: list[EntityLink] = strawberry.field(resolver=from_statement(Relation.ABOUT, EntityLink))
    supersedes: list[StatementLink] = strawberry.field(
        resolver=from_statement(Relation.SUPERSEDES, StatementLink, ended=True),
        description="What it replaced; told without includeHistory too.",
    )
    superseded_by: list[StatementLink] = strawberry.field(
        resolver=from_statement(Relation.SUPERSEDES, StatementLink, is_reversed=True, ended=True)
    )
    depends_on: list[StatementLink] = strawberry.field(
        resolver=from_statement(Relation.DEPENDS_ON, StatementLink), description="Its premises."
    )
    dependents: list[StatementLink] = strawberry.field(
        resolver=from_statement(Relation.DEPENDS_ON, StatementLink, is_reversed=True),
        description="What falls when it falls.",
    )
    led_to: list[StatementLink] = strawberry.field(resolver=from_statement(Relation.LED_TO, StatementLink))
    followed_from: list[StatementLink] = strawberry.field(
        resolver=from_statement(Relation.LED_TO, StatementLink, is_reversed=True), description="What set it off."
    )

    @documented(list[Quote])
    async def evidence(self, info: Info, *, first: int = NESTED) -> Sequence[answers.Quote]:
        """The words it was drawn from, in the order of the text."""
        return [one.quote for one in (await info.context.loaders.evidence.load(self.id))[:first]]

    @documented()
    async def episode(self, info: Info) -> Annotated["Episode", strawberry.lazy("api.types.episodes")] | None:
        """Where it was said."""
        found = await info.context.loaders.node.load(self.episode_id)
        return as_node(found) if found else None


@strawberry.type(description="A choice someone made.")
class Decision(Statement):
    """Around it stand its reasons, what was weighed, and who took part."""

    status: Status = Status.ACCEPTED
    decided_at: datetime | None = None

    because: list[ReasonLink] = strawberry.field(resolver=from_statement(Relation.BECAUSE, ReasonLink))
    considered: list[OptionLink] = strawberry.field(
        resolver=from_statement(Relation.CONSIDERED, OptionLink, kinds=(StatementKind.OPTION,))
    )
    chose: list[OptionLink] = strawberry.field(resolver=from_statement(Relation.CHOSE, OptionLink))
    rejected: list[OptionLink] = strawberry.field(resolver=from_statement(Relation.REJECTED, OptionLink))
    objections: list[ReasonLink] = strawberry.field(
        resolver=from_statement(Relation.CONSIDERED, ReasonLink, kinds=(StatementKind.REASON,)),
        description="Reasons against it that were heard.",
    )
    decided_by: list[PersonLink] = strawberry.field(resolver=from_statement(Relation.DECIDED_BY, PersonLink))
    proposed_by: list[PersonLink] = strawberry.field(resolver=from_statement(Relation.PROPOSED_BY, PersonLink))


@strawberry.type(description="An alternative that was weighed.")
class Option(Statement):
    """What became of it, and why."""

    outcome: Outcome = Outcome.OPEN

    because: list[ReasonLink] = strawberry.field(
        resolver=from_statement(Relation.BECAUSE, ReasonLink), description="Why it fared so."
    )
    proposed_by: list[PersonLink] = strawberry.field(resolver=from_statement(Relation.PROPOSED_BY, PersonLink))


@strawberry.type(description="An argument, constraint, incident or objection.")
class Reason(Statement):
    """Which way it pulls, and who brought it."""

    stance: Stance = Stance.FOR

    proposed_by: list[PersonLink] = strawberry.field(resolver=from_statement(Relation.PROPOSED_BY, PersonLink))
    objected_by: list[PersonLink] = strawberry.field(resolver=from_statement(Relation.OBJECTED_BY, PersonLink))


@strawberry.type(description="Subject, predicate and object, with validity.")
class Fact(Statement):
    """`value` where the object is a literal."""

    predicate: str = ""
    value: str = ""

    subject: list[EntityLink] = strawberry.field(resolver=from_statement(Relation.SUBJECT, EntityLink))
    object: list[EntityLink] = strawberry.field(resolver=from_statement(Relation.OBJECT, EntityLink))


@strawberry.type(description="How someone wants things.")
class Preference(Statement):
    """Of whom."""

    held_by: list[PersonLink] = strawberry.field(resolver=from_statement(Relation.HELD_BY, PersonLink))


@strawberry.type(description="Something owed: a follow-up, blocker, question or promise.")
class Commitment(Statement):
    """Between whom, and by when."""

    obligation: str = strawberry.field(default="", name="kind", description="follow_up, blocker, question, promise.")
    value: str = strawberry.field(default="", name="due", description="When, in the words of the text.")

    due_after: datetime | None = strawberry.field(
        default=None, description="From when it is expected, if a date is known."
    )
    due_at: datetime | None = strawberry.field(default=None, description="From when it is overdue.")
    closed_at: datetime | None = None
    closed_by: str = strawberry.field(default="", description="Who closed it; empty when what was said later did.")
    closed_note: str = ""
    snoozed_until: datetime | None = strawberry.field(default=None, description="Not listed by `owed` before it.")
    closed_with: strawberry.Private[answers.Quote | None] = None

    owed_by: list[PersonLink] = strawberry.field(resolver=from_statement(Relation.OWED_BY, PersonLink))
    owed_to: list[PersonLink] = strawberry.field(resolver=from_statement(Relation.OWED_TO, PersonLink))

    @documented(Quote | None)
    async def closing(self) -> answers.Quote | None:
        """The later words that closed it; told by `owed` only."""
        return self.closed_with

    @documented()
    async def is_overdue(self) -> bool:
        """Open, and its date is over."""
        return self.closed_at is None and self.due_at is not None and self.due_at <= now()

    @documented()
    async def is_stale(self) -> bool:
        """Open for 30 days and more."""
        return self.closed_at is None and self.happened_at is not None and self.happened_at <= now() - STALE_AFTER


@strawberry.type(description="How something is done, or the lesson of an error.")
class Procedure(Statement):
    """Nothing beyond the envelope yet."""
