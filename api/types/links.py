"""Links: relationships of the graph as fields, each with its weight and the words that show it."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

import strawberry

from api.graphql.context import Info, moment_of
from api.graphql.fields import documented
from api.graphql.loaders import EdgesOf
from api.types.nodes import Node, as_node
from api.types.quotes import Quote, first_quote
from graphmem.domain import answers
from graphmem.domain.nodes import NodeEdge
from graphmem.domain.relations import Relation, in_words
from graphmem.domain.statements import StatementKind

if TYPE_CHECKING:
    from api.types.entities import Entity, Person
    from api.types.statements import Decision, Option, Statement

NESTED = 10
"""The page size of a list inside an object."""

_STATEMENTS = frozenset(StatementKind)
_in_entities = strawberry.lazy("api.types.entities")
_in_statements = strawberry.lazy("api.types.statements")


@strawberry.interface(description="A weighted relationship, read from the object it is a field of.")
class Link:
    """Subclasses add the object at the other end; `target` names that field."""

    target: ClassVar[str]

    relation: str = strawberry.field(description="As a person says it: because, was decided by.")
    weight: float
    confidence: float
    quoted: strawberry.Private[str]

    @documented(Quote | None)
    async def quote(self, info: Info) -> answers.Quote | None:
        """The words that show it: of the statement at the far end, else of the one at the near end."""
        return await first_quote(info, self.quoted)

    @classmethod
    def of(cls, near: str, edge: NodeEdge) -> Self:
        """The link from the node `near` over `edge`."""
        values: dict[str, Any] = {cls.target: as_node(edge.node)}
        return cls(
            relation=in_words(edge.relation, is_reversed=edge.is_reversed),
            weight=edge.weight,
            confidence=edge.confidence,
            quoted=edge.node.id if edge.node.kind in _STATEMENTS else near,
            **values,
        )


@strawberry.type
class StatementLink(Link):
    """To a statement of any kind."""

    target = "statement"
    statement: Annotated["Statement", _in_statements]


@strawberry.type
class DecisionLink(Link):
    """To a decision."""

    target = "decision"
    decision: Annotated["Decision", _in_statements]


@strawberry.type
class ReasonLink(Link):
    """To what an argument is: a reason, a fact, an earlier decision."""

    target = "reason"
    reason: Annotated["Statement", _in_statements]


@strawberry.type
class OptionLink(Link):
    """To an alternative."""

    target = "option"
    option: Annotated["Option", _in_statements]


@strawberry.type
class PersonLink(Link):
    """To a person."""

    target = "person"
    person: Annotated["Person", _in_entities]


@strawberry.type
class EntityLink(Link):
    """To a named thing of any kind."""

    target = "entity"
    entity: Annotated["Entity", _in_entities]


Resolver = Callable[..., Coroutine[Any, Any, Any]]


def from_statement(
    relation: Relation,
    link: type[Link],
    *,
    is_reversed: bool = False,
    ended: bool = False,
    kinds: Sequence[str] = (),
) -> Resolver:
    """Resolves the links of a statement over one relationship, strongest first; only to `kinds` when given.

    ended  whether the far end may have ceased to hold, as what was superseded has by its nature
    """

    async def resolve(parent: strawberry.Parent[Node], info: Info, *, first: int = NESTED) -> list[Link]:
        at = moment_of(info)
        if ended:
            at = replace(at, with_history=True, valid=at.valid if is_reversed else None)
        edges = await info.context.loaders.edges.load(EdgesOf(id=parent.id, relations=(relation,), at=at))
        fitting = [edge for edge in edges if edge.is_reversed is is_reversed and (not kinds or edge.node.kind in kinds)]
        return [link.of(parent.id, edge) for edge in fitting[:first]]

    return resolve


def to_entity(relations: Sequence[Relation], link: type[Link]) -> Resolver:
    """Resolves what is said of an entity over the given relationships, most certain first."""

    async def resolve(parent: strawberry.Parent[Node], info: Info, *, first: int = NESTED) -> list[Link]:
        wanted = EdgesOf(id=parent.id, relations=tuple(relations), at=moment_of(info))
        edges = await info.context.loaders.entity_statements.load(wanted)
        return [link.of(parent.id, edge) for edge in edges[:first]]

    return resolve
