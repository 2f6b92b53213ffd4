"""Recall, why and connect over HTTP."""

from api_given import Service
from given import day, talk

WHY = """
query ($question: String!) { why(question: $question) {
  summary abstained missing
  decision { decidedAt title by { name }
             statement { text quote { text } node { __typename ... on Decision { status } } } }
  reasons { statement { text }
            path { score hops { relation fromText toText quote { text start end chunk { text } } } } }
  objections { statement { text } by }
  alternatives { statement { text standing } whyNot { text } }
  supersedesChain { statement { text } }
  people { name role person { name } }
  evidence { text }
} }
"""


async def test_why_answers_with_a_quoted_path_for_each_reason(service: Service) -> None:
    answer = (await service.data(WHY, {"question": "Why did we move to Kafka?"}))["why"]
    assert answer["decision"]["statement"]["text"] == "we move to Kafka"
    assert answer["decision"]["statement"]["node"] == {"__typename": "Decision", "status": "ACCEPTED"}
    assert answer["decision"]["by"] == [{"name": "Ada"}]
    reason = answer["reasons"][0]
    assert reason["statement"]["text"] == "replay needs a log"
    assert [hop["relation"] for hop in reason["path"]["hops"]] == ["because"]
    quote = reason["path"]["hops"][0]["quote"]
    assert quote["chunk"]["text"][quote["start"] : quote["end"]] == quote["text"] == "replay needs a log"
    assert answer["objections"] == [{"statement": {"text": "Kafka is heavy"}, "by": ["Cyd"]}]
    assert answer["alternatives"][0]["whyNot"] == [{"text": "nobody runs it"}]
    assert answer["supersedesChain"][0]["statement"]["text"] == "we use RabbitMQ"
    assert {"name": "Cyd", "role": "objected", "person": {"name": "Cyd"}} in answer["people"]


async def test_why_takes_the_id_and_the_handle_of_a_decision(service: Service) -> None:
    node = (await service.data("{ decisions { edges { node { id handle } } } }"))["decisions"]["edges"][0]["node"]
    for name in node.values():
        data = await service.data("query ($id: ID!) { why(id: $id) { decision { statement { id } } } }", {"id": name})
        assert data["why"]["decision"]["statement"]["id"] == node["id"]


async def test_why_of_an_unknown_id_is_not_found(service: Service) -> None:
    reply = await service.ask('{ why(id: "d-nowhere") { summary } }')
    assert reply["errors"][0]["extensions"]["code"] == "not_found"
    assert reply["errors"][0]["extensions"]["hint"]


async def test_recall_explains_each_item_unless_told_not_to(service: Service) -> None:
    ask = """query ($explain: Boolean!) { recall(question: "Which queue lost orders?", topK: 2, explain: $explain) {
        abstained cut items {
          text because score quote { text } signals { signal rank } statements { kind text } } } }"""
    told = (await service.data(ask, {"explain": True}))["recall"]
    assert 0 < len(told["items"]) <= 2
    assert told["items"][0]["because"]
    assert {"LEXICAL", "SEMANTIC"} <= {share["signal"] for item in told["items"] for share in item["signals"]}
    plain = (await service.data(ask, {"explain": False}))["recall"]
    assert [item["text"] for item in plain["items"]] == [item["text"] for item in told["items"]]
    assert all(item["signals"] == [] and item["because"] == "" for item in plain["items"])


async def test_recall_takes_kinds_signals_and_a_window(fresh: Service) -> None:
    await fresh.write(*(talk(("Ada", f"the release {n} went well"), session=f"s{n}", at=day(n)) for n in range(1, 6)))
    data = await fresh.data(
        """{ recall(question: "how did the release go", since: "2026-03-02", until: "2026-03-04T00:00:00Z",
                    kinds: [CHUNK], signals: [LEXICAL]) {
               items { text signals { signal } } readings { since until } } }"""
    )
    assert sorted(item["text"] for item in data["recall"]["items"]) == [
        "the release 2 went well",
        "the release 3 went well",
    ]
    assert {share["signal"] for item in data["recall"]["items"] for share in item["signals"]} == {"LEXICAL"}
    assert data["recall"]["readings"]["since"] == "2026-03-02T00:00:00+00:00"


async def test_connect_shows_the_path_between_two_people(service: Service) -> None:
    data = await service.data(
        """{ connect(start: "Ada", end: "Cyd") { missing
               paths { score hops { relation fromText toText quote { text } } } } }"""
    )
    assert data["connect"]["missing"] == []
    hops = data["connect"]["paths"][0]["hops"]
    assert (hops[0]["fromText"], hops[-1]["toText"]) == ("Ada", "Cyd")
    assert all(hop["quote"]["text"] for hop in hops)


async def test_a_question_out_of_its_limits_is_told_with_a_hint(service: Service) -> None:
    for field in ('recall(question: " ") { cut }', 'recall(question: "x", topK: 101) { cut }', "why { summary }"):
        reply = await service.ask(f"{{ {field} }}")
        error = reply["errors"][0]
        assert error["extensions"]["code"] == "invalid_query"
        assert error["extensions"]["hint"]
