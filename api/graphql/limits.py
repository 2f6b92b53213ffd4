"""How much one request may ask for: measured on the document as it will be executed, before any resolver runs."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLField,
    GraphQLNamedType,
    GraphQLSchema,
    InlineFragmentNode,
    NoSchemaIntrospectionCustomRule,
    OperationDefinitionNode,
    SelectionSetNode,
    get_named_type,
    get_nullable_type,
    is_list_type,
    value_from_ast_untyped,
)
from strawberry.extensions import SchemaExtension

from graphmem.domain.errors import InvalidQuery

PAGE_LIMIT = 100
PAGED = "first"
SIZES = (PAGED, "topK")
"""The arguments that say how many items a field gives; the core checks its own."""
UNSIZED = 10
"""How many items a list without such an argument is taken for."""
LEVELS_A_FIELD = 4
"""How many fragments may stand around each field before it counts as too deep: no honest query comes near."""
CHARS_A_TOKEN = 50
REPEATS = 25
"""How often one field may be asked for in one place: the rule that merges them compares each with each."""
LARGEST = 2**31 - 1
SMALLER = "Ask for less at once, or raise the limit in the service's settings."


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiLimits:
    """What one request may cost.

    depth       fields inside fields
    cost        items of lists, each list's size multiplied by those it is nested in
    tokens      of the document, each of 50 characters at most; twice as many selections with fragments written out
    aliases     fields under another name, likewise written out
    body_bytes  of the whole request
    timeout_s   from its first byte to the answer
    """

    depth: int = 12
    cost: int = 5_000
    tokens: int = 2_000
    aliases: int = 30
    body_bytes: int = 1_048_576
    timeout_s: float = 30


class Bounds(SchemaExtension):
    """Refuses a document over the limits with InvalidQuery, and introspection unless it is wished for."""

    def __init__(self, limits: ApiLimits, *, introspection: bool) -> None:
        self._limits = limits
        self._introspection = introspection

    def on_operation(self) -> Iterator[None]:
        """Bound the parser."""
        context = self.execution_context
        if len(context.query or "") > CHARS_A_TOKEN * self._limits.tokens:
            raise InvalidQuery("The document is too long.", hint="Send long texts as variables.")
        context.parse_options["max_tokens"] = self._limits.tokens
        if not self._introspection:
            context.validation_rules = (*context.validation_rules, NoSchemaIntrospectionCustomRule)
        yield

    def on_validate(self) -> Iterator[None]:
        """Measure before the rules of the specification run: some of them are slow on hostile documents."""
        context = self.execution_context
        if context.graphql_document:
            check(context.graphql_document, context.schema._schema, context.variables or {}, self._limits)  # noqa: SLF001
        yield


def check(document: DocumentNode, schema: GraphQLSchema, variables: Mapping[str, Any], limits: ApiLimits) -> None:
    """Raise InvalidQuery when the operations of `document` together are over the limits.

    What is not in the schema counts as a field without items; the validation that follows tells of it.
    """
    fragments = {one.name.value: one for one in document.definitions if isinstance(one, FragmentDefinitionNode)}
    tally = _Tally()
    for operation in document.definitions:
        if isinstance(operation, OperationDefinitionNode):
            measure = _Measure(
                schema=schema, fragments=fragments, limits=limits, tally=tally, variables=_known(operation, variables)
            )
            measure.walk(operation.selection_set, _Place(parent=schema.get_root_type(operation.operation)))
    if unused := sorted(fragments.keys() - tally.spread):
        raise InvalidQuery(f"The fragment {unused[0]} is not used.", hint="Leave it out.")


@dataclass(slots=True)
class _Tally:
    """What has been counted so far, over all operations."""

    selections: int = 0
    aliases: int = 0
    cost: int = 0
    spread: set[str] = field(default_factory=set)
    asked: Counter[tuple[str, ...]] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where a selection set stands.

    levels   fields and fragments around it
    times    how many objects it is written out for
    size     how many items the next list inside it has: a connection's `first` sizes its edges
    path     the fields it is inside of, as the reply names them
    spreads  the fragments it is inside of
    """

    parent: GraphQLNamedType | None
    depth: int = 0
    levels: int = 0
    times: int = 1
    size: int = UNSIZED
    path: tuple[str, ...] = ()
    spreads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Measure:
    schema: GraphQLSchema
    fragments: Mapping[str, FragmentDefinitionNode]
    variables: Mapping[str, Any]
    limits: ApiLimits
    tally: _Tally

    def walk(self, selected: SelectionSetNode, place: _Place) -> None:
        """Count a selection set and all below it; every level and every selection is bounded, so this ends soon."""
        if place.depth > self.limits.depth or place.levels > LEVELS_A_FIELD * self.limits.depth:
            raise InvalidQuery(f"The query is nested deeper than {self.limits.depth} fields.", hint=SMALLER)
        for selection in selected.selections:
            self._count(selections=1)
            match selection:
                case FieldNode():
                    self._field(selection, place)
                case FragmentSpreadNode():
                    self._spread(selection.name.value, place)
                case InlineFragmentNode(type_condition=condition):
                    name = condition.name.value if condition else ""
                    self.walk(selection.selection_set, self._inside(name, place))

    def _field(self, node: FieldNode, place: _Place) -> None:
        path = (*place.path, node.alias.value if node.alias else node.name.value)
        self._count(aliases=1 if node.alias else 0)
        self._count_again(path)
        if node.name.value.startswith("__"):
            return
        known = getattr(place.parent, "fields", {}).get(node.name.value)
        size = self._size(node, known, place.size)
        times = place.times
        if known and is_list_type(get_nullable_type(known.type)):
            times, size = min(LARGEST, times * size), UNSIZED
            self._count(cost=times)
        if node.selection_set:
            parent = get_named_type(known.type) if known else None
            below = replace(place, parent=parent, depth=place.depth + 1, levels=place.levels + 1, path=path)
            self.walk(node.selection_set, replace(below, times=times, size=size))

    def _spread(self, name: str, place: _Place) -> None:
        if name in place.spreads:
            raise InvalidQuery(f"The fragment {name} contains itself.", hint="Break the circle.")
        self.tally.spread.add(name)
        if fragment := self.fragments.get(name):
            inside = self._inside(fragment.type_condition.name.value, place)
            self.walk(fragment.selection_set, replace(inside, spreads=(*place.spreads, name)))

    def _inside(self, type_name: str, place: _Place) -> _Place:
        """Inside a fragment: no deeper in the answer, but a level deeper in the document."""
        parent = self.schema.get_type(type_name) if type_name else place.parent
        return replace(place, parent=parent, levels=place.levels + 1)

    def _size(self, node: FieldNode, known: GraphQLField | None, inherited: int) -> int:
        """The items asked for by the field's own size argument, else by the one of the object that holds it."""
        name = next((name for name in SIZES if known and name in known.args), "")
        if not known or not name:
            return inherited
        given = next((argument.value for argument in node.arguments or () if argument.name.value == name), None)
        value = value_from_ast_untyped(given, dict(self.variables)) if given else known.args[name].default_value
        if not isinstance(value, int):
            return LARGEST
        if name == PAGED and not 1 <= value <= PAGE_LIMIT:
            raise InvalidQuery(f"{PAGED} is {value}.", hint=f"Use 1 to {PAGE_LIMIT}.")
        return max(0, value)

    def _count_again(self, path: tuple[str, ...]) -> None:
        self.tally.asked[path] += 1
        if self.tally.asked[path] > REPEATS:
            raise InvalidQuery(f"The query asks for {path[-1]} more than {REPEATS} times in one place.", hint=SMALLER)

    def _count(self, *, selections: int = 0, aliases: int = 0, cost: int = 0) -> None:
        tally, limits = self.tally, self.limits
        tally.selections += selections
        tally.aliases += aliases
        tally.cost += cost
        if tally.selections > 2 * limits.tokens:
            raise InvalidQuery(f"Written out, the query has more than {2 * limits.tokens} fields.", hint=SMALLER)
        if tally.aliases > limits.aliases:
            raise InvalidQuery(f"The query has more than {limits.aliases} aliases.", hint=SMALLER)
        if tally.cost > limits.cost:
            raise InvalidQuery(f"The query asks for more than {limits.cost} items.", hint=SMALLER)


def _known(operation: OperationDefinitionNode, variables: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the operation's variables, defaults included."""
    defaults = {
        definition.variable.name.value: value_from_ast_untyped(definition.default_value)
        for definition in operation.variable_definitions or ()
        if definition.default_value
    }
    return defaults | dict(variables)
