"""Who is who over HTTP."""

from api_given import Service
from given import talk

MERGE = """mutation ($ids: [ID!]!, $into: ID) { mergeEntities(ids: $ids, into: $into) {
  id changed userErrors { code hint } } }"""
UNMERGE = "mutation ($id: ID!) { unmergeEntities(id: $id) { id changed userErrors { code } } }"
DISMISS = "mutation ($a: ID!, $b: ID!) { dismissSameAs(source: $a, target: $b) { id userErrors { code } } }"
OPEN = """query ($dismissed: Boolean! = false) { sameAs(first: 5, dismissed: $dismissed) {
  edges { node { source { id name handle } target { id name } reason dismissed } } pageInfo { hasNextPage } } }"""
PEOPLE = "{ people { edges { node { id name } } } }"


async def ids_of(service: Service) -> dict[str, str]:
    found = (await service.data(PEOPLE))["people"]["edges"]
    return {edge["node"]["name"]: edge["node"]["id"] for edge in found}


async def test_a_proposal_is_seen_merged_and_undone(fresh: Service) -> None:
    said = "Decision by Wilhelmina: we paint.\n\nDecision by Wilhelmnia: we sing."
    await fresh.write(talk(("", said)))
    [edge] = (await fresh.data(OPEN))["sameAs"]["edges"]
    pair = edge["node"]
    assert {pair["source"]["name"], pair["target"]["name"], pair["reason"]} == {"Wilhelmina", "Wilhelmnia", "spelling"}
    people = await ids_of(fresh)
    good, slip = people["Wilhelmina"], people["Wilhelmnia"]
    merged = (await fresh.data(MERGE, {"ids": [good, slip]}))["mergeEntities"]
    assert merged == {"id": good, "changed": [slip], "userErrors": []}
    assert list(await ids_of(fresh)) == ["Wilhelmina"]
    refused = (await fresh.data(MERGE, {"ids": [good], "into": slip}))["mergeEntities"]
    assert [error["code"] for error in refused["userErrors"]] == ["conflict"]
    freed = (await fresh.data(UNMERGE, {"id": slip}))["unmergeEntities"]
    assert freed == {"id": good, "changed": [slip], "userErrors": []}
    assert await ids_of(fresh) == people


async def test_what_is_dismissed_is_listed_apart(fresh: Service) -> None:
    await fresh.write(talk(("", "Decision by Wilhelmina: we paint.\n\nDecision by Wilhelmnia: we sing.")))
    people = await ids_of(fresh)
    done = await fresh.data(DISMISS, {"a": people["Wilhelmina"], "b": people["Wilhelmnia"]})
    assert done["dismissSameAs"]["userErrors"] == []
    assert (await fresh.data(OPEN))["sameAs"]["edges"] == []
    [edge] = (await fresh.data(OPEN, {"dismissed": True}))["sameAs"]["edges"]
    assert edge["node"]["dismissed"] is True
    unknown = await fresh.data(DISMISS, {"a": "p-nobody", "b": people["Wilhelmnia"]})
    assert unknown["dismissSameAs"]["userErrors"] == [{"code": "not_found"}]
