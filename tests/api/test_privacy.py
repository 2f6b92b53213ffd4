"""What a reader may not see leaves no trace in any root field, and nobody can ask in another's name (TEN-01)."""

import json

from api_given import Service
from given import day, record
from graphql import GraphQLObjectType

from api.graphql.limits import ApiLimits
from api.graphql.schema import create_schema
from graphmem.domain.scope import Placement, Visibility
from graphmem.govern.audience import reader_of

EVERYTHING = """query ($id: ID!) {
  node(id: $id) { id ... on Statement { text } }
  episodes { edges { node { title chunks { text } statements { text } } } }
  topics { edges { node { name statements { statement { text } } } } }
  people { edges { node { name statements { statement { text } } } } }
  decisions(first: 5, includeHistory: true) { edges { node { text because(first: 2) { reason { text } } } } }
  facts(includeHistory: true) { edges { node { text } } }
  status { counts { kind nodes } }
  recall(question: "canary Zanzibar", includeHistory: true) { cut items { text statements { text } } }
  why(question: "why the canary Zanzibar") { summary evidence { text } }
  connect(start: "Zanzibar", end: "Quill") { missing paths { score } }
}"""


async def test_a_private_item_is_nowhere_in_what_another_reader_gets(fresh: Service) -> None:
    await fresh.write(
        record(
            1,
            "Canary",
            at=day(1),
            decision="Decision by Quill: canary is freed",
            reasons="Reason by Quill: canary sings",
            facts="Fact by Zanzibar: canary lives there",
            topic="Topic: canary keeping",
        ),
        placement=Placement(visibility=Visibility.PRIVATE),
    )
    mine = await fresh.data("{ decisions { edges { node { id } } } }")
    identifier = mine["decisions"]["edges"][0]["node"]["id"]
    assert "canary" in json.dumps(await fresh.data(EVERYTHING, {"id": identifier}))
    theirs = await fresh.data(EVERYTHING, {"id": identifier}, reader=reader_of(fresh.reader.tenant, "bob"))
    assert theirs["connect"].pop("missing") == ["Zanzibar", "Quill"]
    assert not {"canary", "quill", "zanzibar"} & set(json.dumps(theirs).lower().replace('"', " ").split())
    assert theirs["status"]["counts"] == []


def test_no_read_takes_a_tenant_a_principal_or_a_scope_from_the_caller() -> None:
    query = create_schema(ApiLimits())._schema.query_type
    assert isinstance(query, GraphQLObjectType)
    named = {name for field in query.fields.values() for name in field.args}
    assert not {"tenant", "principal", "owner", "audience", "scope", "role", "user"} & named
