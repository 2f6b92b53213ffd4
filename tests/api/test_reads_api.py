"""Bounded reads over the API: pages by cursor, moments on both clocks, names that mean nothing."""

from typing import Any

from api_given import Service
from given import day, talk


def nodes(connection: Any) -> list[Any]:
    return [edge["node"] for edge in connection["edges"]]


async def test_a_timeline_goes_on_where_its_page_ended_and_tells_what_took_a_place(service: Service) -> None:
    query = """query ($after: String) { timeline(subject: "Ada", kinds: [DECISION], first: 2, after: $after) {
        edges { node { at turn statement { text } by { text } } } pageInfo { hasNextPage endCursor } } }"""
    first = (await service.data(query))["timeline"]
    rest = (await service.data(query, {"after": first["pageInfo"]["endCursor"]}))["timeline"]
    told = [(one["turn"], one["statement"]["text"]) for one in nodes(first) + nodes(rest)]
    assert told == [("BEGAN", "we use RabbitMQ"), ("BEGAN", "we move to Kafka"), ("ENDED", "we use RabbitMQ")]
    assert nodes(rest)[-1]["by"]["text"] == "we move to Kafka"
    assert (first["pageInfo"]["hasNextPage"], rest["pageInfo"]["hasNextPage"]) == (True, False)


async def test_a_difference_tells_what_began_and_what_ended(service: Service) -> None:
    data = await service.data(
        """{ diff(subject: "Ada", since: "2026-03-10", until: "2026-03-25", kinds: [DECISION]) {
               edges { node { turn statement { text quote { text } } } } }
             none: diff(subject: "Ada", since: "2026-03-25", until: "2026-03-26") { edges { node { turn } } } }"""
    )
    assert [(one["turn"], one["statement"]["text"]) for one in nodes(data["diff"])] == [
        ("BEGAN", "we move to Kafka"),
        ("ENDED", "we use RabbitMQ"),
    ]
    assert nodes(data["none"]) == []


async def test_what_is_said_of_a_thing_is_that_of_the_moment(service: Service) -> None:
    data = await service.data(
        """{ now: about(subject: "Kafka") { edges { node { relations statement { text } until } } }
             early: about(subject: "Kafka", asOf: {valid: "2026-03-10"}) { edges { node { statement { text } } } } }"""
    )
    assert [one["statement"]["text"] for one in nodes(data["now"])] == ["Kafka keeps messages seven days"]
    assert nodes(data["now"])[0]["relations"] == ["is the subject of"]
    assert nodes(data["early"]) == []


async def test_a_profile_and_neighbours_are_told_by_name(service: Service) -> None:
    data = await service.data(
        """{ profile(name: "Ada") { subject { kind name } parts { name entries { statement { text } } }
                                    episodes { title } }
             neighbours(start: "Ada", hops: 1, first: 2) { edges { node { hop kind relation text } }
                                                         pageInfo { hasNextPage endCursor } } }"""
    )
    parts = {part["name"]: part["entries"] for part in data["profile"]["parts"]}
    assert [one["statement"]["text"] for one in parts["decided"]] == ["we move to Kafka"]
    assert {one["title"] for one in data["profile"]["episodes"]} == {"Broker", "Log"}
    assert [one["hop"] for one in nodes(data["neighbours"])] == [1, 1]
    after = data["neighbours"]["pageInfo"]["endCursor"]
    more = await service.data(
        """query ($after: String) { neighbours(start: "Ada", hops: 1, first: 2, after: $after) {
               edges { node { text } } } }""",
        {"after": after},
    )
    assert not {one["text"] for one in nodes(more["neighbours"])} & {one["text"] for one in nodes(data["neighbours"])}


async def test_a_pack_is_whole_lines_inside_its_budget(fresh: Service) -> None:
    await fresh.write(talk(("Ada", "Hello there."), session="x", at=day(3), project="pier"))
    data = await fresh.data('{ context(session: "x", budgetChars: 300) { project text cut episodes { text } } }')
    assert data["context"]["project"] == "pier"
    assert len(data["context"]["episodes"]) == 1
    assert data["context"]["text"].startswith("Last:\n- 2026-03-03")


async def test_a_name_that_means_nothing_and_a_wrong_cursor_are_told_with_a_hint(service: Service) -> None:
    reply = await service.ask('{ profile(name: "Nobody") { names } }')
    assert reply["errors"][0]["extensions"]["code"] == "not_found"
    reply = await service.ask('{ timeline(subject: "Ada", after: "x") { edges { cursor } } }')
    assert reply["errors"][0]["extensions"]["code"] == "invalid_cursor"
    reply = await service.ask('{ neighbours(start: "Ada", hops: 9) { edges { cursor } } }')
    assert reply["errors"][0]["extensions"]["code"] == "invalid_query"


async def test_the_audit_is_listed_and_there_is_nothing_to_settle(fresh: Service) -> None:
    await fresh.write(talk(("Ada", "Fact by Kafka: Kafka keeps five days"), session="x", at=day(3)))
    [fact] = nodes((await fresh.data("{ facts { edges { node { id } } } }"))["facts"])
    await fresh.data(
        """mutation ($old: String!) { supersede(old: $old, newText: "Kafka keeps six days") { newId } }""",
        {"old": fact["id"]},
    )
    data = await fresh.data(
        """{ auditTrail(first: 5) { edges { node { action target principal } } pageInfo { hasNextPage endCursor } }
             contradictions { edges { node { key } } } }"""
    )
    assert [(one["action"], one["target"]) for one in nodes(data["auditTrail"])] == [("supersede", fact["id"])]
    assert nodes(data["contradictions"]) == []
    reply = await fresh.ask('mutation { resolve(key: "x/y", keep: "both") { key } }')
    assert reply["errors"][0]["extensions"]["code"] == "not_found"
