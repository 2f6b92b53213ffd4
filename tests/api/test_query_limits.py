"""A request over the limits is refused before any resolver runs (GQL-01, GQL-06)."""

from typing import Any

import pytest
from graphql import get_named_type, get_nullable_type, is_enum_type, is_list_type, is_object_type, is_scalar_type

from api.graphql.context import Context
from api.graphql.execute import Reply, Request, execute
from api.graphql.limits import ApiLimits
from api.graphql.loaders import Loaders
from api.graphql.schema import create_schema
from graphmem.govern.audience import reader_of

READER = reader_of("t", "ada")


class Untouched:
    """Stands for the memory, the store and the ingest port: a resolver that reaches for one of them fails here."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"a resolver ran: {name}")


async def ask(
    query: str, variables: dict[str, Any] | None = None, *, development: bool = False, **limits: int
) -> Reply:
    untouched: Any = Untouched()
    context = Context(memory=untouched, reader=READER, ingest_text=untouched, loaders=Loaders(untouched, READER))
    schema = create_schema(ApiLimits(**limits), development=development)
    return await execute(schema, Request(query=query, variables=variables or {}), context, timeout_s=30)


async def refused(query: str, variables: dict[str, Any] | None = None, **limits: int) -> str:
    """The message of the one error; fails when a resolver was reached."""
    reply = await ask(query, variables, **limits)
    assert reply["data"] is None
    assert {error["extensions"]["code"] for error in reply["errors"]} == {"invalid_query"}
    message: str = reply["errors"][0]["message"]
    return message


def deep(levels: int) -> str:
    return (
        "{ decisions(first: 1) { edges { node "
        + "{ dependsOn(first: 1) { statement " * levels
        + "{ id }"
        + " } }" * levels
        + " } } }"
    )


async def test_a_query_deeper_than_the_limit_is_refused() -> None:
    assert "deeper than 12" in await refused(deep(6))


async def test_a_query_as_deep_as_the_limit_reaches_the_resolvers() -> None:
    reply = await ask(deep(4))
    assert reply["errors"][0]["extensions"]["code"] == "fault"


async def test_fragments_do_not_hide_depth() -> None:
    chain = "".join(
        f"fragment F{n} on Statement {{ dependsOn(first: 1) {{ statement {{ ...F{n + 1} }} }} }}\n" for n in range(30)
    )
    query = f"{{ node(id: 1) {{ ...F0 }} }}\n{chain} fragment F30 on Statement {{ id }}"
    assert "deeper than 12" in await refused(query)


async def test_fragments_around_nothing_do_not_exhaust_the_stack() -> None:
    chain = "".join(f"fragment F{n} on Node {{ ...F{n + 1} }}\n" for n in range(280))
    query = f"{{ node(id: 1) {{ ...F0 }} }}\n{chain} fragment F280 on Node {{ id }}"
    assert "deeper than 12" in await refused(query, tokens=5_000)


@pytest.mark.parametrize(
    "query",
    [
        "{ node(id: 1) { ...A } } fragment A on Node { id ...B } fragment B on Node { id ...A }",
        "{ node(id: 1) { ...A } } fragment A on Node { ...A }",
        "{ node(id: 1) { ...A } } fragment A on Statement { dependsOn { statement { ... on Node { ...A } } } }",
    ],
)
async def test_a_circle_of_fragments_is_refused(query: str) -> None:
    assert "contains itself" in await refused(query)


async def test_a_circle_of_fragments_that_nothing_uses_is_refused_too() -> None:
    reply = await ask("{ status { tenant } } fragment A on Node { ...B } fragment B on Node { ...A }")
    assert reply["data"] is None


async def test_aliases_inside_fragments_are_counted_each_time() -> None:
    many = " ".join(f"a{n}: id" for n in range(10))
    spread = " ".join(f"n{n}: node(id: {n}) {{ ...Many }}" for n in range(10))
    assert "aliases" in await refused(f"{{ {spread} }} fragment Many on Node {{ {many} }}")


async def test_a_thousand_aliases_are_refused() -> None:
    assert "aliases" in await refused("{ " + " ".join(f"a{n}: __typename" for n in range(400)) + " }")


@pytest.mark.parametrize(("last", "says"), [("", "more than 4000 fields"), ("id", "more than 25 times")])
async def test_fragments_that_double_at_every_level_are_refused_without_writing_them_out(last: str, says: str) -> None:
    doubling = "".join(f"fragment F{n} on Node {{ ...F{n + 1} ...F{n + 1} }}\n" for n in range(40))
    end = f"fragment F40 on Node {{ {last} }}" if last else ""
    assert says in await refused(f"{{ node(id: 1) {{ ...F0 }} }}\n{doubling} {end}", depth=50)


@pytest.mark.parametrize(
    "query",
    [
        "{ " + "status { tenant server } " * 300 + "}",
        "{ status { " + "tenant " * 300 + "} }",
        "{ status { ...A ...B } } " + " ".join(f"fragment {n} on Status {{ {'tenant ' * 13} }}" for n in "AB"),
    ],
)
async def test_one_field_asked_for_again_and_again_is_refused(query: str) -> None:
    assert "more than 25 times" in await refused(query)


async def test_a_fragment_that_nothing_uses_hides_nothing() -> None:
    assert "not used" in await refused("{ status { tenant } } fragment A on Status { " + "tenant " * 300 + "}")


async def test_a_long_document_is_refused_unread() -> None:
    for filling in ("{" * 200_000, "#" + "x" * 200_000, '{ recall(question: "' + "x" * 200_000 + '") { cut } }'):
        assert "too long" in await refused(filling)


async def test_a_document_of_too_many_tokens_is_not_parsed() -> None:
    assert "2000 tokens" in await refused("{ " + "id " * 3000 + "}")


@pytest.mark.parametrize(
    "query",
    [
        """{ decisions(first: 100) { edges { node { because(first: 100) {
             reason { dependsOn(first: 100) { weight } } } } } } }""",
        "{ decisions(first: 100) { edges { node { because(first: 60) { weight } } } } }",
        """{ decisions(first: 100) { edges { node { ...Many } } } }
           fragment Many on Decision { because(first: 60) { weight } }""",
        "query ($n: Int! = 100) { decisions(first: $n) { edges { node { because(first: $n) { weight } } } } }",
        "{ people(first: 100) { edges { node { decided { decision { because { weight } } } } } } }",
    ],
)
async def test_nested_lists_cost_their_product(query: str) -> None:
    assert "more than 5000 items" in await refused(query)


async def test_the_size_in_a_variable_counts() -> None:
    query = "query ($n: Int!) { decisions(first: $n) { edges { node { because(first: $n) { weight } } } } }"
    assert "more than 5000 items" in await refused(query, {"n": 100})
    reply = await ask(query, {"n": 5})
    assert reply["errors"][0]["extensions"]["code"] == "fault"


async def test_several_operations_in_a_document_are_counted_together() -> None:
    once = "{ decisions(first: 100) { edges { node { because(first: 30) { weight } } } } }"
    assert "more than 5000 items" in await refused(f"query A {once} query B {once}")


@pytest.mark.parametrize("first", ["-1", "0", "101", "1000000000", "null", '"5"', "99999999999"])
@pytest.mark.parametrize(
    "field",
    [
        "episodes(first: %s) { pageInfo { endCursor } }",
        "people(first: %s) { pageInfo { endCursor } }",
        "decisions(first: %s) { pageInfo { endCursor } }",
    ],
)
async def test_a_page_size_out_of_range_is_refused(field: str, first: str) -> None:
    message = await refused("{ " + field.replace("%s", first) + " }")
    assert "first" in message or "Int" in message or "items" in message


async def test_introspection_and_suggestions_are_for_development_only() -> None:
    schema, typo = "{ __schema { types { name } } }", "{ statu { tenant } }"
    assert "introspection" in (await refused(schema)).lower()
    assert "status" not in await refused(typo)
    assert (await ask(schema, development=True))["data"]["__schema"]["types"]
    assert "status" in (await ask(typo, development=True))["errors"][0]["message"]


def test_every_list_of_stored_things_has_a_page_size() -> None:
    schema = create_schema(ApiLimits())._schema
    for kind in schema.type_map.values():
        if not is_object_type(kind) or kind.name.startswith("__") or kind.name.endswith(("Connection", "Answer")):
            continue
        for name, field in kind.fields.items():
            held = get_named_type(field.type)
            if is_list_type(get_nullable_type(field.type)) and not (is_scalar_type(held) or is_enum_type(held)):
                is_stored = any(face.name in {"Node", "Link"} for face in getattr(held, "interfaces", ()))
                assert "first" in field.args or not is_stored, f"{kind.name}.{name}"


def test_every_connection_has_a_page_size() -> None:
    query = create_schema(ApiLimits())._schema.query_type
    assert query
    paged = {name: field for name, field in query.fields.items() if str(field.type).endswith("Connection")}
    browsed = {"episodes", "topics", "people", "decisions", "facts", "owed", "sameAs", "quarantine"}
    assert set(paged) == browsed | {"about", "auditTrail", "contradictions", "diff", "neighbours", "timeline"}
    assert all(str(field.args["first"].type) == "Int!" for field in paged.values())
