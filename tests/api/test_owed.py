"""What is owed, over HTTP."""

from dataclasses import replace

import pytest
from api_given import Service
from given import day, talk

from graphmem.app import App
from graphmem.domain.scope import Reader

OWED = """query ($who: String! = "", $all: Boolean! = false, $first: Int! = 20, $after: String) {
  owed(who: $who, includeClosed: $all, first: $first, after: $after) {
    edges { node { id handle text kind due dueAt isOverdue isStale closedAt closedBy closedNote
      owedBy { person { name } } closing { text speaker } evidence { text speaker } } }
    pageInfo { hasNextPage endCursor } } }"""
CLOSE = 'mutation ($id: ID!) { closeCommitment(id: $id, note: "painted") { id userErrors { code hint } } }'
SNOOZE = 'mutation ($id: ID!) { snooze(id: $id, until: "2199-01-01T00:00:00Z") { id userErrors { code } } }'


@pytest.fixture
async def harbour(memory: App, reader: Reader) -> Service:
    """Three promises, one of them kept."""
    service = Service(replace(memory), reader)
    await service.write(
        talk(("Ada", "I'll send the harbour report by Friday."), ("Bo", "I'll paint the buoy."), at=day(2)),
        talk(("Cy", "I'll grease the winch."), ("Bo", "Fine."), at=day(3), session="s2"),
        talk(("Cy", "I greased it: the winch is done, I fixed the winch."), at=day(5), session="s3"),
    )
    return service


async def listed(service: Service, **values: object) -> list[dict[str, object]]:
    return [edge["node"] for edge in (await service.data(OWED, values))["owed"]["edges"]]


async def test_the_list_has_owner_date_and_quote(harbour: Service) -> None:
    first, second = await listed(harbour)
    assert (first["text"], first["kind"], first["due"]) == (
        "I'll send the harbour report by Friday.",
        "promise",
        "by Friday",
    )
    assert (first["dueAt"], first["isOverdue"], first["isStale"]) == ("2026-03-07T00:00:00+00:00", True, True)
    assert first["owedBy"] == [{"person": {"name": "Ada"}}]
    assert first["evidence"] == [{"text": first["text"], "speaker": "Ada"}]
    assert second["text"] == "I'll paint the buoy."
    assert [one["text"] for one in await listed(harbour, who="Bo")] == ["I'll paint the buoy."]


async def test_what_was_kept_is_told_with_the_words_that_closed_it(harbour: Service) -> None:
    kept = [one for one in await listed(harbour, all=True) if one["closedAt"]]
    assert [(one["text"], one["closedBy"]) for one in kept] == [("I'll grease the winch.", "")]
    assert kept[0]["closing"]["speaker"] == "Cy"  # type: ignore[index]


async def test_a_page_leads_to_the_next(harbour: Service) -> None:
    page = (await harbour.data(OWED, {"first": 1}))["owed"]
    assert page["pageInfo"]["hasNextPage"]
    rest = await listed(harbour, first=5, after=page["pageInfo"]["endCursor"])
    assert [one["text"] for one in rest] == ["I'll paint the buoy."]


async def test_a_commitment_is_closed_and_snoozed_by_handle(harbour: Service) -> None:
    first, second = await listed(harbour)
    assert (await harbour.data(CLOSE, {"id": first["handle"]}))["closeCommitment"]["id"] == first["id"]
    assert (await harbour.data(SNOOZE, {"id": second["id"]}))["snooze"]["id"] == second["id"]
    assert await listed(harbour) == []
    closed = next(one for one in await listed(harbour, all=True) if one["id"] == first["id"])
    assert (closed["closedBy"], closed["closedNote"]) == ("ada", "painted")


async def test_an_unknown_one_is_a_mistake_of_the_callers(harbour: Service) -> None:
    for mutation, name in ((CLOSE, "closeCommitment"), (SNOOZE, "snooze")):
        payload = (await harbour.data(mutation, {"id": "w-nothing"}))[name]
        assert (payload["id"], payload["userErrors"][0]["code"]) == (None, "not_found")
