"""Corrections over HTTP."""

from typing import Any

from api_given import Service

REMEMBER = 'mutation ($text: String!) { remember(text: $text, happenedAt: "2026-03-04T10:00:00Z") { new } }'
FACTS = '{ recall(question: "What is the parking code?") { items { text statements { id } } } }'
SUPERSEDE = 'mutation ($old: String!) { supersede(old: $old, newText: "The parking code is 9920.") { oldId text } }'
UNSUPERSEDE = "mutation ($old: String!) { unsupersede(old: $old) { id text } }"
OUTCOME = "mutation ($ids: [String!]!) { outcome(ids: $ids, verdict: GOOD) { ids } }"


async def first(service: Service) -> dict[str, Any]:
    data = await service.data(FACTS)
    item: dict[str, Any] = data["recall"]["items"][0]
    return item


async def test_a_correction_holds_until_it_is_taken_back(fresh: Service) -> None:
    await fresh.data(REMEMBER, {"text": "The parking code is 4417."})
    old = (await first(fresh))["statements"][0]["id"]
    done = (await fresh.data(SUPERSEDE, {"old": old}))["supersede"]
    assert done == {"oldId": old, "text": "The parking code is 9920."}
    assert "9920" in (await first(fresh))["text"]
    assert (await fresh.data(UNSUPERSEDE, {"old": old}))["unsupersede"]["id"] == old
    assert "4417" in (await first(fresh))["text"]
    assert (await fresh.data(OUTCOME, {"ids": [old]}))["outcome"] == {"ids": [old]}
