"""What an error may say: mistakes in full, faults by number only (GQL-04, NEO-02)."""

import asyncio
import json
import logging
import re
from typing import Any

import pytest
from api_given import Service

from api.graphql.limits import ApiLimits
from graphmem.app import App
from graphmem.domain.errors import (
    Conflict,
    DatabaseUnavailable,
    EmbedderMismatch,
    GraphmemError,
    InvalidQuery,
    ModelUnavailable,
)
from graphmem.govern.audience import reader_of

LEAK = re.compile(r"Neo\.|bolt:|MATCH|DETACH|RETURN|/home|/root|\.py|Traceback|db\.internal|hunter2")
ASK = '{ recall(question: "x") { cut } }'


class Failing:
    """A memory whose every use-case raises one error."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def recall(self, *_: object) -> None:
        raise self._error


async def failing(error: Exception) -> dict[str, Any]:
    memory: Any = Failing(error)
    memory.nodes = None
    reply = await Service(memory, reader_of("t", "ada")).ask(ASK)
    told: dict[str, Any] = reply["errors"][0]
    return told


FAULTS = [
    (Conflict("Neo4j refused recall/walk: Neo.ClientError.Statement.SyntaxError.", hint="MATCH (n)"), "conflict"),
    (
        DatabaseUnavailable("bolt://db.internal:7687 does not answer.", hint="see /home/ada/.env"),
        "database_unavailable",
    ),
    (ModelUnavailable("/root/model.onnx is not the pinned one"), "model_unavailable"),
    (EmbedderMismatch("the vectors at db.internal are of another model"), "embedder_mismatch"),
    (KeyError("/home/ada/secret.py"), "fault"),
    (ValueError("password hunter2 in MATCH (n) RETURN n"), "fault"),
    (GraphmemError("hunter2"), "fault"),
]


@pytest.mark.parametrize(("error", "code"), FAULTS, ids=lambda value: type(value).__name__)
async def test_a_fault_is_told_by_a_number_that_the_log_explains(
    error: Exception, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, logger="graphmem.api"):
        told = await failing(error)
    assert told["extensions"]["code"] == code
    assert not LEAK.search(json.dumps(told))
    number = told["extensions"]["hint"].rstrip(".").rsplit(" ", 1)[-1]
    logged = next(record for record in caplog.records if number in record.getMessage())
    assert "Traceback" in logged.getMessage()
    assert type(error).__name__ in logged.getMessage()


async def test_a_mistake_keeps_its_words_its_code_and_its_hint() -> None:
    told = await failing(InvalidQuery("The question is empty.", hint="Ask in words."))
    assert told["message"] == "The question is empty."
    assert told["extensions"] == {"code": "invalid_query", "hint": "Ask in words."}
    assert told["path"] == ["recall"]


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("{ recall(", "Syntax Error"),
        ("{ nothing }", "nothing"),
        ('{ recall(question: "x", since: "yesterday") { cut } }', "DateTime"),
        ("{ recall(question: 5) { cut } }", "String"),
        ('query ($d: DateTime) { recall(question: "x", since: $d) { cut } }', "DateTime"),
    ],
)
async def test_a_wrong_query_is_told_what_is_wrong_with_it(
    query: str, says: str, caplog: pytest.LogCaptureFixture
) -> None:
    memory: Any = Failing(AssertionError("no resolver may run"))
    memory.nodes = None
    reply = await Service(memory, reader_of("t", "ada")).ask(query, {"d": "yesterday"} if "$d" in query else None)
    assert says in reply["errors"][0]["message"]
    assert reply["errors"][0]["extensions"]["code"] == "invalid_query"
    assert not caplog.records


async def test_an_answer_that_takes_too_long_is_broken_off() -> None:
    class Slow:
        nodes = None
        was_cancelled = False

        async def recall(self, *_: object) -> None:
            try:
                await asyncio.Event().wait()
            finally:
                Slow.was_cancelled = True

    memory: Any = Slow()
    reply = await Service(memory, reader_of("t", "ada"), ApiLimits(timeout_s=0.05)).ask(ASK)
    assert reply["data"] is None
    assert reply["errors"][0]["extensions"]["code"] == "timeout"
    assert Slow.was_cancelled


@pytest.mark.parametrize(
    ("body", "operation"),
    [("query A { status { tenant } } query B { status { tenant } }", "C"), ("fragment A on Node { id }", None)],
)
async def test_a_document_without_the_operation_named_is_refused(
    body: str, operation: str | None, fresh: Service
) -> None:
    async with fresh.client() as client:
        reply = (await client.post("/graphql", json={"query": body, "operationName": operation})).json()
    assert reply["errors"][0]["extensions"]["code"] == "invalid_query"


PAYLOADS = [
    "Decision`) WITH n MATCH (m) DETACH DELETE m //",
    "x'}) DETACH DELETE n //",
    '"}) RETURN 1 UNION MATCH (n) RETURN n //',
    "$audiences",
    "*:* OR live:true",
    "\\",
    "a/b [1 TO",
    "{.*}",
    "\u0000",
    "' OR 1=1 --",
]
STRINGS = """query ($s: String!, $id: ID!) {
  a: recall(question: $s) { cut }  b: recall(question: "kafka", project: $s) { cut }
  c: why(question: $s) { summary } d: why(id: $id) { summary } e: why(question: "kafka", project: $s) { summary }
  f: connect(start: $s, end: "Ada") { missing }  g: connect(start: "Ada", end: "Cyd", project: $s) { missing }
  h: node(id: $id) { id }
  i: episodes(after: $s) { pageInfo { endCursor } }  j: episodes(project: $s) { pageInfo { endCursor } }
  k: topics(after: $s) { pageInfo { endCursor } }  l: decisions(project: $s) { pageInfo { endCursor } }
  m: decisions(about: $id) { pageInfo { endCursor } }  n: facts(subject: $id) { pageInfo { endCursor } }
}"""


@pytest.mark.parametrize("payload", PAYLOADS)
async def test_no_string_becomes_a_part_of_a_query(payload: str, service: Service, app: App) -> None:
    before = await app.nodes.count(service.reader)
    reply = await service.ask(STRINGS, {"s": payload, "id": payload})
    codes = {error["extensions"]["code"] for error in reply["errors"]}
    assert codes <= {"invalid_query", "invalid_cursor", "not_found"}
    messages = json.dumps([error["message"] for error in reply["errors"]])
    assert not LEAK.search(messages.replace(json.dumps(repr(payload))[1:-1], ""))
    assert await app.nodes.count(service.reader) == before


async def test_half_an_emoji_is_no_fault(service: Service) -> None:
    async with service.client() as client:
        body = json.dumps(
            {"query": "query ($q: String!) { recall(question: $q) { cut } }", "variables": {"q": "why \ud83d"}}
        )
        reply = (await client.post("/graphql", content=body, headers={"Content-Type": "application/json"})).json()
    assert "errors" not in reply
