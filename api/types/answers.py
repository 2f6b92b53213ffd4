"""The shapes of answers: each is read by name from the core's value of the same name."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import strawberry

from api.graphql.context import Info
from api.graphql.fields import documented
from api.types.enums import Signal
from api.types.nodes import as_node
from api.types.outbox import Outbox, outbox_of
from api.types.quotes import Quote
from graphmem.domain import answers
from graphmem.domain.relations import in_words

if TYPE_CHECKING:
    from api.types.entities import Person
    from api.types.statements import Statement


@strawberry.type
class SignalScore:
    """What one signal made of an item."""

    signal: Signal
    rank: int = strawberry.field(description="Its place in the signal's list, from 1.")
    score: float


@strawberry.type(description="One edge of a path, to be read as a sentence.")
class Hop:
    """The shape of `answers.Hop`."""

    from_id: strawberry.ID
    from_text: str
    to_id: strawberry.ID
    to_text: str
    weight: float
    is_reversed: bool = strawberry.field(description="The relationship points from the second to the first.")
    quote: Quote | None = strawberry.field(description="Null where the graph has no words for it.")

    @documented()
    @staticmethod
    def relation(parent: strawberry.Parent[answers.Hop]) -> str:
        """As a person says it: because, was decided by."""
        return in_words(parent.relation, is_reversed=parent.is_reversed)


@strawberry.type
class Path:
    """The shape of `answers.Path`."""

    score: float = strawberry.field(description="In (0, 1]: the hops' weights, less with length.")
    hops: list[Hop]


@strawberry.type(description="A statement as an answer shows it.")
class StatementFace:
    """The shape of `answers.StatementFace`."""

    id: strawberry.ID
    handle: str
    kind: str
    text: str
    standing: str = strawberry.field(description="A decision's status, an option's outcome, a reason's stance.")
    confidence: float
    extractor: str
    valid_at: datetime | None
    quote: Quote | None

    @documented()
    @staticmethod
    async def node(
        parent: strawberry.Parent[answers.StatementFace], info: Info
    ) -> Annotated["Statement", strawberry.lazy("api.types.statements")] | None:
        """The statement in the graph, to walk on from."""
        found = await info.context.loaders.node.load(parent.id)
        return as_node(found) if found else None


@strawberry.type(description="One answer: a chunk, with what was drawn from it.")
class Item:
    """The shape of `answers.Item`."""

    id: strawberry.ID
    handle: str
    kind: str
    text: str
    quote: Quote
    score: float
    tokens: int
    statements: list[StatementFace]
    replaced: list[str] = strawberry.field(description="What it superseded.")
    because: str = strawberry.field(description="Why it is here, in one sentence.")
    path: Path | None = strawberry.field(description="The walk that reached it, when one did.")

    @documented()
    @staticmethod
    def signals(parent: strawberry.Parent[answers.Item]) -> list[SignalScore]:
        """What lifted it."""
        return [
            SignalScore(signal=signal, rank=share.rank, score=share.score) for signal, share in parent.signals.items()
        ]


@strawberry.type(description="How the question was understood.")
class Readings:
    """The shape of `answers.Readings`."""

    entities: list[str]
    since: datetime | None
    until: datetime | None
    month: str
    history: bool
    when: str = strawberry.field(description="Its words of time and the days they were taken for.")


@strawberry.type
class RecallAnswer:
    """The shape of `answers.Answer`."""

    items: list[Item]
    readings: Readings
    cut: int = strawberry.field(description="Items that were found and did not fit.")
    degraded: list[str] = strawberry.field(description="Signals that failed.")
    abstained: bool = strawberry.field(description="Nothing in memory is about the question.")
    took_ms: float


@strawberry.type
class Party:
    """The shape of `answers.Party`."""

    id: strawberry.ID
    name: str
    role: str = strawberry.field(description="decided, proposed, objected, supported.")
    quote: Quote | None

    @documented()
    @staticmethod
    async def person(
        parent: strawberry.Parent[answers.Party], info: Info
    ) -> Annotated["Person", strawberry.lazy("api.types.entities")] | None:
        """The person in the graph."""
        found = await info.context.loaders.node.load(parent.id)
        return as_node(found) if found else None


@strawberry.type(description="A reason, trigger, objection, option or other decision, with the path that reached it.")
class Ground:
    """The shape of `answers.Ground`."""

    statement: StatementFace
    path: Path
    by: list[str]
    why_not: list[StatementFace] = strawberry.field(description="Why an option was not taken.")


@strawberry.type(name="DecisionFace", description="The decision an answer is about.")
class DecisionFace:
    """The shape of `answers.DecisionFace`."""

    statement: StatementFace
    decided_at: datetime | None
    by: list[Party]
    source: str
    title: str


@strawberry.type(description="What the graph is sure of, and the quoted evidence for a reader to judge.")
class WhyAnswer:
    """The shape of `answers.WhyAnswer`."""

    decision: DecisionFace | None
    summary: str
    reasons: list[Ground]
    triggers: list[Ground]
    objections: list[Ground]
    alternatives: list[Ground]
    supersedes_chain: list[Ground] = strawberry.field(description="What it replaced, newest first.")
    superseded_by: list[Ground] = strawberry.field(description="What replaced it, oldest first.")
    if_reversed: list[Ground] = strawberry.field(description="What stands on it.")
    consequences: list[Ground]
    people: list[Party]
    evidence: list[Quote] = strawberry.field(description="Dated, attributed, verbatim, inside the budget.")
    missing: list[str] = strawberry.field(description="What is asked and not in the record.")
    confidence: float
    degraded: list[str]
    abstained: bool
    took_ms: float


@strawberry.type
class ConnectAnswer:
    """The shape of `answers.ConnectAnswer`."""

    start: str
    end: str
    paths: list[Path]
    missing: list[str] = strawberry.field(description="The ends that the record does not know.")
    took_ms: float


@strawberry.type
class Count:
    """How many there are of a kind."""

    kind: str
    nodes: int


@strawberry.type(description="What the reader's part of the memory holds, and what it runs on.")
class Status:
    """The shape of `answers.Status`."""

    tenant: str
    server: str = strawberry.field(description="The database's version.")
    edition: str
    gds: str = strawberry.field(description="The version of Graph Data Science; empty without it.")
    schema: int = strawberry.field(description="Migrations in force.")
    model: str

    @documented()
    @staticmethod
    def counts(parent: strawberry.Parent[answers.Status]) -> Sequence[Count]:
        """Live nodes by kind."""
        return [Count(kind=kind, nodes=nodes) for kind, nodes in parent.counts.items()]

    @documented()
    @staticmethod
    async def outbox(info: Info) -> Outbox | None:
        """What was accepted and is not stored yet; null where nothing queues."""
        return await outbox_of(info)
