"""Remember and ingest over HTTP."""

from typing import Any

import pytest
from api_given import Service

from graphmem.govern.audience import reader_of

REMEMBER = """mutation ($text: String!, $scope: String! = "personal", $visibility: Visibility, $at: DateTime) {
  remember(text: $text, scope: $scope, visibility: $visibility, happenedAt: $at, project: "red") {
    new unchanged chunks statements skipped { reason } userErrors { code message hint } } }"""
INGEST = """mutation ($text: String!, $source: String! = "") {
  ingest(text: $text, title: "Stand-up", source: $source, project: "red", happenedAt: "2026-03-05T09:00:00Z") {
    connector new changed unchanged chunks embedded skipped { line reason isFault } userErrors { code hint } } }"""
EPISODES = "{ episodes { edges { node { title project happenedAt chunks { text speaker } } } } }"


async def remember(service: Service, text: str, **values: Any) -> dict[str, Any]:
    payload: dict[str, Any] = (await service.data(REMEMBER, {"text": text} | values))["remember"]
    return payload


async def episodes(service: Service, **values: Any) -> list[dict[str, Any]]:
    data = await service.data(EPISODES, **values)
    return [edge["node"] for edge in data["episodes"]["edges"]]


async def test_what_is_remembered_can_be_read_and_again_changes_nothing(fresh: Service) -> None:
    first = await remember(fresh, "  We chose Postgres. ", at="2026-03-04T10:00:00+01:00")
    assert (first["new"], first["chunks"], first["userErrors"]) == (1, 1, [])
    again = await remember(fresh, "We chose Postgres.", at="2026-03-04T10:00:00+01:00")
    assert (again["new"], again["unchanged"]) == (0, 1)
    assert await episodes(fresh) == [
        {
            "title": "We chose Postgres.",
            "project": "red",
            "happenedAt": "2026-03-04T09:00:00+00:00",
            "chunks": [{"text": "We chose Postgres.", "speaker": ""}],
        }
    ]


async def test_a_text_is_read_by_its_kind(fresh: Service) -> None:
    text = "Ada: the queue lost orders again\nBob: then we move to Kafka\nAda: agreed, Kafka it is\n"
    payload = (await fresh.data(INGEST, {"text": text}))["ingest"]
    assert (payload["new"], payload["userErrors"]) == (1, [])
    assert payload["embedded"] > 0
    found = (await episodes(fresh))[0]
    assert [chunk["speaker"] for chunk in found["chunks"]] == ["Ada", "Bob", "Ada"]
    again = (await fresh.data(INGEST, {"text": text}))["ingest"]
    assert (again["new"], again["unchanged"], again["embedded"]) == (0, 1, 0)


@pytest.mark.parametrize(
    ("scope", "visibility", "bob_reads"),
    [
        ("personal", None, False),
        ("personal", "PRIVATE", False),
        ("personal", "SHARED", True),
        ("company", None, True),
    ],
)
async def test_scope_and_visibility_say_who_else_may_read(
    fresh: Service, scope: str, visibility: str | None, bob_reads: bool
) -> None:
    await remember(fresh, "The canary sings.", scope=scope, visibility=visibility)
    bob = reader_of(fresh.reader.tenant, "bob")
    assert bool(await episodes(fresh, reader=bob)) is bob_reads
    assert len(await episodes(fresh)) == 1


@pytest.mark.parametrize(
    ("text", "values", "code"),
    [
        ("We chose Postgres.", {"scope": "everybody"}, "invalid_query"),
        ("We chose Postgres.", {"scope": "team:"}, "invalid_query"),
        ("", {}, "bad_input"),
        (" \n\t ", {}, "bad_input"),
    ],
)
async def test_a_mistake_in_the_input_is_data_with_a_hint(
    fresh: Service, text: str, values: dict[str, Any], code: str
) -> None:
    payload = await remember(fresh, text, **values)
    assert [error["code"] for error in payload["userErrors"]] == [code]
    assert payload["userErrors"][0]["hint"]
    assert payload["new"] == 0
    assert await episodes(fresh) == []


async def test_an_unknown_source_is_a_mistake_that_names_the_known_ones(fresh: Service) -> None:
    payload = (await fresh.data(INGEST, {"text": "x", "source": "Decision`) DETACH DELETE n"}))["ingest"]
    assert payload["userErrors"][0]["code"] == "unknown_format"
    assert "markdown" in payload["userErrors"][0]["hint"]
