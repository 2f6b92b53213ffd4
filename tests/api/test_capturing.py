"""Capture over HTTP."""

from dataclasses import replace
from typing import Any

import pytest
from api_given import Service
from engines_given import GOOD, TALK, stored
from given import day, talk

from graphmem.app import App
from graphmem.domain.scope import Reader

CAPTURE = """mutation ($input: CaptureInput!) { capture(input: $input) {
  extractor episodes kept unquoted added reinforced corrected dropped { kind what reason }
  userErrors { code message hint } } }"""
FACTS = "{ facts { edges { node { text origin extractor evidence { text } } } } }"


@pytest.fixture
def service(memory: App, reader: Reader) -> Service:
    """The API over an empty world, read by the rules."""
    return Service(memory, reader)


async def capture(service: Service, **values: Any) -> dict[str, Any]:
    given = {"extraction": GOOD, "agent": "claude"} | values
    payload: dict[str, Any] = (await service.data(CAPTURE, {"input": given}))["capture"]
    return payload


async def test_an_agent_hands_over_what_it_learnt(service: Service, memory: App, reader: Reader) -> None:
    [episode] = await stored(memory, reader)
    payload = await capture(service, session="s1")
    assert (payload["extractor"], payload["episodes"], payload["kept"]) == ("capture:claude@1", [episode], 2)
    assert payload["userErrors"] == []


async def test_an_item_without_evidence_shows_as_such(service: Service, memory: App, reader: Reader) -> None:
    await stored(memory, reader)
    lost = {"facts": [{"text": "The budget is gone", "quote": "budget is gone", "subject": "budget"}]}
    assert (await capture(service, session="s1", extraction=lost))["unquoted"] == 1
    nodes = [edge["node"] for edge in (await service.data(FACTS))["facts"]["edges"]]
    assert {
        "text": "The budget is gone",
        "origin": "captured",
        "extractor": "capture:claude@1",
        "evidence": [],
    } in nodes


async def test_a_conversation_that_is_not_stored_comes_with_its_text(service: Service) -> None:
    missing = await capture(service, session="s1")
    assert [error["code"] for error in missing["userErrors"]] == ["not_found"]
    text = "\n".join(f"{speaker}: {said}" for speaker, said in TALK)
    payload = await capture(service, session="s1", text=text)
    assert (payload["kept"], payload["unquoted"]) == (2, 0)


async def test_what_is_no_extraction_is_the_callers_mistake(service: Service, memory: App, reader: Reader) -> None:
    await stored(memory, reader, replace(talk(*TALK, at=day(2))))
    for wrong in ("hello", 7, [], {"nothing": 1}):
        payload = await capture(service, session="s1", extraction=wrong)
        assert [error["code"] for error in payload["userErrors"]] == ["bad_input"]
