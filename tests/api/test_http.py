"""The door: who may ask, how much, and what every reply carries (SEC-04, GQL-02)."""

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from api_given import Service

from api.auth import check_address
from api.graphql.limits import ApiLimits
from graphmem.domain.errors import BadInput, DatabaseUnavailable
from graphmem.govern.audience import reader_of

ASK = {"query": "{ __typename }"}
TOKEN = "s3cret-tökén"
ROUTES = [("POST", "/graphql"), ("GET", "/graphql"), ("GET", "/health"), ("GET", "/ready"), ("GET", "/nowhere")]
HERE = "127.0.0.1:8420"


class Nodes:
    """A store that only knows the state of its indexes."""

    def __init__(self, indexes: dict[str, str] | Exception) -> None:
        self._indexes = indexes

    async def find_indexes(self) -> dict[str, str]:
        if isinstance(self._indexes, Exception):
            raise self._indexes
        return self._indexes


class Memory:
    """A memory without a database."""

    def __init__(self, indexes: dict[str, str] | Exception) -> None:
        self.nodes = Nodes(indexes)


def service(indexes: dict[str, str] | Exception | None = None, **limits: Any) -> Service:
    memory: Any = Memory({"chunk_text": "ONLINE"} if indexes is None else indexes)
    return Service(memory, reader_of("t", "ada"), ApiLimits(**limits))


async def send(method: str, path: str, headers: dict[str, str], **values: Any) -> httpx.Response:
    async with service().client(**values) as client:
        return await client.request(method, path, headers=headers, json=ASK if method == "POST" else None)


@pytest.mark.parametrize(("method", "path"), ROUTES)
@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:8420"},
        {"Host": "127.0.0.1.evil.example"},
        {"Host": "localhost.evil.example:8420"},
        {"Host": "0.0.0.0:8420"},
        {"Host": "192.168.1.7"},
        {"Host": ""},
        {"Host": "evil.example@127.0.0.1/"},
        {"Host": HERE, "Origin": "http://evil.example"},
        {"Host": HERE, "Origin": "http://127.0.0.1.evil.example"},
        {"Host": HERE, "Origin": "null"},
        {"Host": HERE, "Origin": "http://[::1"},
        {"Host": HERE, "Origin": ""},
    ],
    ids=str,
)
async def test_foreign_names_and_pages_are_refused_on_every_route(
    method: str, path: str, headers: dict[str, str]
) -> None:
    answer = await send(method, path, headers)
    assert answer.status_code == 403
    assert answer.json()["errors"][0]["extensions"]["code"] in {"foreign_host", "foreign_origin"}


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": HERE},
        {"Host": "localhost"},
        {"Host": "LOCALHOST:8420"},
        {"Host": "[::1]:8420"},
        {"Host": HERE, "Origin": f"http://{HERE}"},
        {"Host": HERE, "Origin": "http://localhost:8420"},
    ],
    ids=str,
)
async def test_this_machine_is_answered(headers: dict[str, str]) -> None:
    answer = await send("POST", "/graphql", headers)
    assert answer.json() == {"data": {"__typename": "Query"}}


async def test_two_host_headers_are_refused() -> None:
    async with service().client() as client:
        answer = await client.post("/graphql", json=ASK, headers=[("Host", HERE), ("Host", "evil.example")])
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "given",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        f"Basic {TOKEN}",
        TOKEN,
        f"Bearer {TOKEN}x",
        f"Bearer {TOKEN[:-1]}",
    ],
)
async def test_without_the_token_nobody_is_answered(given: str | None) -> None:
    headers = [] if given is None else [("Authorization", given.encode())]
    async with service().client(token=TOKEN) as client:
        answer = await client.post("/graphql", json=ASK, headers=headers)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert TOKEN not in answer.text


async def test_with_the_token_any_host_name_is_answered_but_no_page_of_another_one() -> None:
    bearer = ("Authorization", f"bearer {TOKEN}".encode())
    async with service().client(token=TOKEN, base_url="https://memory.example") as client:
        plain = await client.post("/graphql", json=ASK, headers=[bearer])
        same = await client.post("/graphql", json=ASK, headers=[bearer, ("Origin", b"https://memory.example")])
        other = await client.post("/graphql", json=ASK, headers=[bearer, ("Origin", b"https://evil.example")])
    assert [plain.status_code, same.status_code, other.status_code] == [200, 200, 403]


async def test_a_supervisor_needs_no_token() -> None:
    async with service().client(token=TOKEN) as client:
        assert (await client.get("/health")).json() == {"status": "ok"}
        assert (await client.get("/ready")).json() == {"ready": True, "waiting": {}}


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "memory.example", ""])
def test_serving_to_the_network_without_a_token_is_refused(host: str) -> None:
    with pytest.raises(BadInput) as refused:
        check_address(host, token="")
    assert refused.value.hint
    check_address(host, token=TOKEN)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_serving_to_this_machine_needs_no_token(host: str) -> None:
    check_address(host, token="")


@pytest.mark.parametrize("protocol", ["graphql-ws", "graphql-transport-ws", ""])
async def test_a_web_socket_is_closed_before_it_is_accepted(protocol: str) -> None:
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def note(message: Any) -> None:
        sent.append(message)

    async with service().client() as client:
        scope = {
            "type": "websocket",
            "path": "/graphql",
            "headers": [(b"host", HERE.encode())],
            "subprotocols": [protocol] if protocol else [],
        }
        await client._transport.app(scope, receive, note)  # type: ignore[attr-defined]
    assert sent == [{"type": "websocket.close", "code": 1008}]


@pytest.mark.parametrize(("method", "path"), [*ROUTES, ("OPTIONS", "/graphql")])
async def test_every_reply_carries_security_headers_and_allows_no_other_origin(method: str, path: str) -> None:
    answer = await send(
        method, path, {"Host": HERE, "Origin": f"http://{HERE}", "Access-Control-Request-Method": "POST"}
    )
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert answer.headers["cache-control"] == "no-store"
    assert not [name for name in answer.headers if name.startswith("access-control")]


async def test_a_page_to_ask_from_is_there_in_development_only() -> None:
    async with service().client() as client:
        assert (await client.get("/graphql")).status_code == 405
    async with service().client(development=True) as client:
        page = await client.get("/graphql", headers={"Accept": "text/html"})
    assert page.status_code == 200
    assert "graphiql" in page.text.lower()
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]


async def test_no_description_of_the_routes_is_published() -> None:
    async with service().client() as client:
        assert [(await client.get(path)).status_code for path in ("/docs", "/redoc", "/openapi.json")] == [404] * 3


async def pieces(count: int, size: int) -> AsyncIterator[bytes]:
    for _ in range(count):
        yield b"x" * size


async def test_a_body_over_the_limit_is_refused_with_and_without_its_length() -> None:
    headers = {"Content-Type": "application/json"}
    async with service(body_bytes=1000).client() as client:
        whole = await client.post("/graphql", content=b"x" * 1001, headers=headers)
        chunked = await client.post("/graphql", content=pieces(11, 100), headers=headers)
        fitting = await client.post("/graphql", content=json.dumps(ASK).ljust(1000), headers=headers)
    assert [whole.status_code, chunked.status_code, fitting.status_code] == [413, 413, 200]


async def test_a_body_that_never_ends_is_not_read_beyond_the_limit() -> None:
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        while True:
            read += 1
            yield b"x" * 100

    sent: list[Any] = []
    stream = endless()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": await anext(stream), "more_body": True}

    async def note(message: Any) -> None:
        sent.append(message)

    async with service(body_bytes=1000).client() as client:
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/graphql",
            "query_string": b"",
            "headers": [(b"host", HERE.encode()), (b"content-type", b"application/json")],
        }
        await client._transport.app(scope, receive, note)  # type: ignore[attr-defined]
    assert sent[0]["status"] == 413
    assert read <= 12


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (json.dumps([ASK, ASK]), "application/json", 400),
        ("[]", "application/json", 400),
        ("{", "application/json", 400),
        ("", "application/json", 400),
        ("{}", "application/json", 400),
        ('{"query": 5}', "application/json", 400),
        ('{"query": "{ __typename }", "variables": []}', "application/json", 200),
        ('{"query": "{ __typename }", "variables": [1]}', "application/json", 400),
        ('{"query": "{ __typename }", "operationName": 5}', "application/json", 400),
        ("[" * 100_000, "application/json", 400),
        ("1" * 10_000, "application/json", 400),
        (json.dumps(ASK), "text/plain", 415),
        (json.dumps(ASK), "application/x-www-form-urlencoded", 415),
        (json.dumps(ASK), "multipart/form-data; boundary=x", 415),
        (json.dumps(ASK), "", 415),
        (json.dumps(ASK), "application/json; charset=utf-8", 200),
        ("\ufeff" + json.dumps(ASK), "application/json", 200),
    ],
)
async def test_only_one_operation_in_json_is_read(body: str, kind: str, status: int) -> None:
    async with service().client() as client:
        answer = await client.post("/graphql", content=body.encode(), headers={"Content-Type": kind})
    assert answer.status_code == status
    assert ("errors" in answer.json()) is (status != 200)


async def test_readiness_names_what_is_not_online() -> None:
    async with service({"chunk_text": "ONLINE", "chunk_embedding": "POPULATING"}).client() as client:
        answer = await client.get("/ready")
    assert answer.status_code == 503
    assert answer.json() == {"ready": False, "waiting": {"chunk_embedding": "POPULATING"}}


async def test_readiness_without_a_database_says_so_and_nothing_of_where_it_is() -> None:
    async with service(DatabaseUnavailable("bolt://db.internal:7687 does not answer")).client() as client:
        answer = await client.get("/ready")
        alive = await client.get("/health")
    assert answer.status_code == 503
    assert answer.json() == {"ready": False, "waiting": {"database": "does not answer"}}
    assert alive.status_code == 200


async def test_a_ready_database_is_ready(fresh: Service) -> None:
    async with fresh.client() as client:
        assert (await client.get("/ready")).json() == {"ready": True, "waiting": {}}
