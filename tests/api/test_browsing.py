"""Nodes, their relationships and pages of them, over HTTP."""

from collections.abc import Iterator
from typing import Any

import pytest
from api_given import Service
from given import day, record, talk

QUOTE = "quote { text start end speaker happenedAt title chunk { text } }"
DECISION = f"""
  text status decidedAt live
  because {{ relation weight confidence {QUOTE} reason {{ __typename text }} }}
  rejected {{ weight {QUOTE} option {{ text outcome because {{ reason {{ text }} }} }} }}
  considered {{ option {{ text }} }}
  objections {{ {QUOTE} reason {{ text ... on Reason {{ stance objectedBy {{ person {{ name }} }} }} }} }}
  decidedBy {{ weight {QUOTE} person {{ name }} }}
  supersedes {{ relation statement {{ text live ... on Decision {{ status }} }} }}
  ledTo {{ statement {{ text }} }}
  followedFrom {{ statement {{ text }} }}
  evidence {{ text start end chunk {{ text }} }}
  episode {{ title }}
"""


async def decision(service: Service) -> dict[str, Any]:
    data = await service.data(f"{{ decisions(first: 1) {{ edges {{ node {{ {DECISION} }} }} }} }}")
    found: dict[str, Any] = data["decisions"]["edges"][0]["node"]
    return found


def far(links: list[dict[str, Any]], end: str) -> list[str]:
    """The texts or names at the far end of links."""
    return [link[end].get("text") or link[end]["name"] for link in links]


async def test_a_decision_shows_what_it_stands_on_and_who_took_part(service: Service) -> None:
    found = await decision(service)
    assert (found["text"], found["status"], found["live"]) == ("we move to Kafka", "ACCEPTED", True)
    assert far(found["because"], "reason") == ["replay needs a log"]
    assert far(found["rejected"], "option") == far(found["considered"], "option") == ["NATS"]
    assert far(found["rejected"][0]["option"]["because"], "reason") == ["nobody runs it"]
    assert far(found["objections"], "reason") == ["Kafka is heavy"]
    assert far(found["objections"][0]["reason"]["objectedBy"], "person") == ["Cyd"]
    assert far(found["decidedBy"], "person") == ["Ada"]
    assert far(found["ledTo"], "statement") == ["consumers were rewritten"]
    assert far(found["followedFrom"], "statement") == ["the queue lost orders"]
    assert found["episode"]["title"] == "Log"


async def test_a_link_says_how_it_reads_what_it_weighs_and_which_words_show_it(service: Service) -> None:
    because = (await decision(service))["because"][0]
    assert because["relation"] == "because"
    assert 0 < because["weight"] <= 1
    assert because["confidence"] == 0.8
    assert because["quote"]["text"] == "replay needs a log"
    assert because["quote"]["title"] == "Log"


async def test_a_link_to_a_person_quotes_the_statement_it_comes_from(service: Service) -> None:
    assert (await decision(service))["decidedBy"][0]["quote"]["text"] == "we move to Kafka"


async def test_what_a_decision_superseded_is_told_without_asking_for_history(service: Service) -> None:
    old = (await decision(service))["supersedes"][0]["statement"]
    assert old == {"text": "we use RabbitMQ", "live": False, "status": "SUPERSEDED"}


def quotes(value: Any) -> Iterator[dict[str, Any]]:
    """Every quote in a reply, with its chunk."""
    if isinstance(value, dict):
        if "chunk" in value:
            yield value
        value = list(value.values())
    for each in value if isinstance(value, list) else ():
        yield from quotes(each)


async def test_every_quote_is_a_slice_of_its_chunk(service: Service) -> None:
    found = list(quotes(await decision(service)))
    assert len(found) == 5
    assert all(quote["chunk"]["text"][quote["start"] : quote["end"]] == quote["text"] for quote in found)


async def test_a_person_shows_what_they_decided_proposed_and_objected_to(service: Service) -> None:
    data = await service.data(
        """{ people { edges { node { name
             decided { decision { text } } proposed { statement { text } }
             objected { quote { text } statement { text } }
             statements { relation statement { __typename text } } } } } }"""
    )
    people = {edge["node"]["name"]: edge["node"] for edge in data["people"]["edges"]}
    assert list(people) == ["Ada", "Bob", "Cyd", "Kafka"]
    assert far(people["Ada"]["decided"], "decision") == ["we move to Kafka"]
    assert sorted(far(people["Bob"]["proposed"], "statement")) == ["replay needs a log", "the queue lost orders"]
    assert people["Cyd"]["objected"] == [{"quote": {"text": "Kafka is heavy"}, "statement": {"text": "Kafka is heavy"}}]
    assert {"relation": "decided", "statement": {"__typename": "Decision", "text": "we move to Kafka"}} in people[
        "Ada"
    ]["statements"]


async def test_an_episode_shows_its_chunks_and_what_was_drawn_from_it(service: Service) -> None:
    data = await service.data(
        """{ episodes { edges { node { title kind happenedAt chunks { position text heading episode { title } }
                                       statements { __typename text evidence { text } } } } } }"""
    )
    log = data["episodes"]["edges"][0]["node"]
    assert (log["title"], log["kind"], log["happenedAt"]) == ("Log", "DECISION_RECORD", "2026-03-20T12:00:00+00:00")
    assert [chunk["position"] for chunk in log["chunks"]] == list(range(7))
    assert log["chunks"][0]["episode"] == {"title": "Log"}
    assert log["statements"][0] == {
        "__typename": "Decision",
        "text": "we move to Kafka",
        "evidence": [{"text": "we move to Kafka"}],
    }


async def test_a_fact_names_its_subject_and_facts_are_found_by_it(service: Service) -> None:
    data = await service.data("{ facts { edges { node { text predicate value subject { entity { id name } } } } } }")
    nodes = [edge["node"] for edge in data["facts"]["edges"]]
    fact = next(node for node in nodes if node["text"] == "Kafka keeps messages seven days")
    assert (fact["predicate"], fact["value"], fact["subject"][0]["entity"]["name"]) == ("is", "x", "Kafka")
    about = await service.data(
        "query ($id: ID!) { facts(subject: $id) { edges { node { text } } } }",
        {"id": fact["subject"][0]["entity"]["id"]},
    )
    assert [edge["node"]["text"] for edge in about["facts"]["edges"]] == ["Kafka keeps messages seven days"]


async def test_topics_are_listed_by_name(service: Service) -> None:
    data = await service.data("{ topics { edges { node { name slug } } } }")
    assert [edge["node"] for edge in data["topics"]["edges"]] == [{"name": "messaging", "slug": "messaging"}]


async def test_a_node_is_found_by_id_and_by_handle(service: Service) -> None:
    data = await service.data("{ decisions { edges { node { id handle } } } }")
    node = data["decisions"]["edges"][0]["node"]
    for name in node.values():
        found = await service.data(
            "query ($id: ID!) { node(id: $id) { __typename id ... on Decision { text } } }", {"id": name}
        )
        assert found["node"] == {"__typename": "Decision", "id": node["id"], "text": "we move to Kafka"}


async def test_what_does_not_exist_and_what_another_tenant_has_look_the_same(service: Service, fresh: Service) -> None:
    data = await service.data("{ decisions { edges { node { id } } } }")
    theirs = data["decisions"]["edges"][0]["node"]["id"]
    for unknown in (theirs, "d-nowhere", ""):
        assert await fresh.data("query ($id: ID!) { node(id: $id) { id } }", {"id": unknown}) == {"node": None}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("", ["we move to Kafka"]),
        ("(includeHistory: true)", ["we move to Kafka", "we use RabbitMQ"]),
        ('(asOf: {valid: "2026-03-10"})', ["we use RabbitMQ"]),
        ('(asOf: {valid: "2026-03-25T00:00:00+02:00"})', ["we move to Kafka"]),
        ('(asOf: {valid: "2026-03-01"})', []),
        ('(asOf: {recorded: "2020-01-01T00:00:00Z"})', []),
    ],
)
async def test_decisions_are_those_of_the_moment_asked(service: Service, arguments: str, expected: list[str]) -> None:
    data = await service.data(f"{{ decisions{arguments} {{ edges {{ node {{ text }} }} }} }}")
    assert [edge["node"]["text"] for edge in data["decisions"]["edges"]] == expected


async def test_nested_fields_inherit_the_moment_of_their_own_root_field(service: Service) -> None:
    nested = "edges { node { text supersededBy { statement { text } } } }"
    data = await service.data(
        f"""{{ then: decisions(asOf: {{valid: "2026-03-10"}}) {{ {nested} }}
               all: decisions(includeHistory: true) {{ {nested} }} }}"""
    )
    assert data["then"]["edges"] == [{"node": {"text": "we use RabbitMQ", "supersededBy": []}}]
    newer = data["all"]["edges"][1]["node"]["supersededBy"]
    assert far(newer, "statement") == ["we move to Kafka"]


async def test_what_a_person_decided_and_an_episode_says_are_those_of_the_moment_too(service: Service) -> None:
    ids = await service.data("{ people { edges { node { id name } } } episodes { edges { node { id title } } } }")
    ada = next(edge["node"]["id"] for edge in ids["people"]["edges"] if edge["node"]["name"] == "Ada")
    broker = next(edge["node"]["id"] for edge in ids["episodes"]["edges"] if edge["node"]["title"] == "Broker")
    data = await service.data(
        """query ($ada: ID!, $broker: ID!) {
             then: node(id: $ada, asOf: {valid: "2026-03-10"}) { ... on Person { decided { decision { text } } } }
             now: node(id: $ada) { ... on Person { decided { decision { text } } } }
             said: node(id: $broker, asOf: {valid: "2026-03-10"}) { ... on Episode { statements { text } } }
             holds: node(id: $broker) { ... on Episode { statements { text } } } }""",
        {"ada": ada, "broker": broker},
    )
    assert far(data["then"]["decided"], "decision") == ["we use RabbitMQ"]
    assert far(data["now"]["decided"], "decision") == ["we move to Kafka"]
    assert {one["text"] for one in data["said"]["statements"]} == {"we use RabbitMQ", "the team knows it"}
    assert [one["text"] for one in data["holds"]["statements"]] == ["the team knows it"]


async def test_pages_give_everything_once_undated_and_equally_dated_ones_included(fresh: Service) -> None:
    dated = [talk(("Ada", f"turn {n}"), session=f"s{n}", at=day(3 + n // 3)) for n in range(6)]
    await fresh.write(*dated, talk(("Ada", "undated"), session="s-none"), talk(("Ada", "so too"), session="s-none2"))
    seen: list[str] = []
    after, more = None, True
    while more:
        data = await fresh.data(
            """query ($after: String) { episodes(first: 3, after: $after) {
                 edges { cursor node { happenedAt chunks { text } } }
                 pageInfo { hasNextPage endCursor hasPreviousPage } } }""",
            {"after": after},
        )
        page = data["episodes"]
        assert page["pageInfo"]["hasPreviousPage"] is (after is not None)
        assert page["edges"][-1]["cursor"] == page["pageInfo"]["endCursor"]
        seen += [edge["node"]["chunks"][0]["text"] for edge in page["edges"]]
        after, more = page["pageInfo"]["endCursor"], page["pageInfo"]["hasNextPage"]
    assert sorted(seen) == sorted([*(f"turn {n}" for n in range(6)), "undated", "so too"])
    assert set(seen[-2:]) == {"undated", "so too"}


@pytest.mark.parametrize("field", ["people", "topics", "decisions", "facts", "episodes"])
async def test_a_page_after_the_first_node_starts_with_the_second(service: Service, field: str) -> None:
    ask = f"query ($after: String) {{ {field}(after: $after) {{ edges {{ cursor node {{ id }} }} }} }}"
    whole = (await service.data(ask))[field]["edges"]
    rest = (await service.data(ask, {"after": whole[0]["cursor"]}))[field]["edges"]
    assert rest == whole[1:]


async def test_a_cursor_of_another_list_is_refused(service: Service) -> None:
    cursor = (await service.data("{ people { pageInfo { endCursor } } }"))["people"]["pageInfo"]["endCursor"]
    reply = await service.ask("query ($c: String) { episodes(after: $c) { pageInfo { endCursor } } }", {"c": cursor})
    assert reply["errors"][0]["extensions"]["code"] == "invalid_cursor"


async def test_episodes_are_narrowed_by_project_and_kind(fresh: Service) -> None:
    await fresh.write(
        talk(("Ada", "hello"), session="a", project="red"),
        talk(("Ada", "hullo"), session="b", project="blue"),
        record(1, "Broker", at=day(1), decision="Decision by Ada: x"),
    )
    data = await fresh.data(
        """{ red: episodes(project: "red") { edges { node { project kind } } }
             records: episodes(kind: DECISION_RECORD) { edges { node { title } } } }"""
    )
    assert data["red"]["edges"] == [{"node": {"project": "red", "kind": "CONVERSATION"}}]
    assert data["records"]["edges"] == [{"node": {"title": "Broker"}}]


async def test_status_counts_what_there_is(service: Service) -> None:
    status = (await service.data("{ status { tenant server edition schema model counts { kind nodes } } }"))["status"]
    assert status["tenant"] == service.reader.tenant
    assert status["server"][:4].isdigit()
    counts = {count["kind"]: count["nodes"] for count in status["counts"]}
    assert (counts["Episode"], counts["Decision"], counts["Chunk"]) == (2, 1, 9)
