"""The HTTP embedder against a local server that answers as a script says."""

import json
import math
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from graphmem.domain.errors import ModelUnavailable
from graphmem.domain.vectors import Side
from graphmem.inference import EmbedderChoice, load_embedder
from graphmem.inference.openai_compatible import OpenAiCompatible

Answer = tuple[int, Any]
Script = Callable[[list[str]], Answer]


def vector_of(text: str) -> list[float]:
    return [len(text), text.count("a"), 1.0]


def answer(texts: list[str], rows: list[list[float]] | None = None) -> Answer:
    """Items in reverse, as a service may send them: `index` says whose they are."""
    rows = [vector_of(text) for text in texts] if rows is None else rows
    return 200, {"data": [{"index": i, "embedding": row} for i, row in reversed(list(enumerate(rows)))]}


@dataclass
class Service:
    """A server on a free loopback port that keeps what it was asked."""

    script: Script = answer
    asked: list[list[str]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    url: str = ""
    slept: list[float] = field(default_factory=list)

    def embedder(self, *, model: str = "some-model", api_key: str = "") -> OpenAiCompatible:
        return OpenAiCompatible(base_url=self.url, model=model, api_key=api_key, sleep=self.slept.append)


@pytest.fixture
def service() -> Iterator[Service]:
    service = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            service.asked.append(body["input"])
            service.headers.append({name.lower(): value for name, value in self.headers.items()})
            known = self.path == "/v1/embeddings" and body["model"] in {"some-model", "intfloat/e5-small-v2"}
            status, payload = service.script(body["input"]) if known else (404, {"error": "no such model"})
            content = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(content)))
            if status == 429:
                self.send_header("retry-after", "7")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Stay quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield service
    server.shutdown()
    server.server_close()
    thread.join()


def always(status: int, payload: object = None) -> Script:
    return lambda _: (status, payload)


def failing(times: int, status: int) -> Script:
    """A script that fails `times` times after the first probe, then answers."""
    left = [None, *[status] * times]

    def script(texts: list[str]) -> Answer:
        failure = left.pop(0) if left else None
        return (failure, {"error": "later"}) if failure else answer(texts)

    return script


def test_rows_come_back_normalised_in_the_callers_order(service: Service) -> None:
    texts = ["banana", "b", "a much longer text about a banana"]
    vectors = service.embedder().embed(texts)
    for text, vector in zip(texts, vectors, strict=True):
        expected = np.array(vector_of(text))
        assert np.allclose(vector, expected / np.linalg.norm(expected), atol=1e-6)


def test_the_dimension_is_asked_for_and_the_endpoint_is_part_of_the_identity(service: Service) -> None:
    identity = service.embedder().identity
    assert (identity.name, identity.dimension, len(identity.fingerprint)) == ("some-model", 3, 64)
    other = Service(url=service.url + "/").embedder().identity
    assert other == identity


def test_the_key_is_sent_as_a_bearer_token_and_never_shown(service: Service) -> None:
    choice = EmbedderChoice(kind="openai", base_url=service.url, model="some-model", api_key="sk-secret")
    load_embedder(choice)
    assert service.headers[0]["authorization"] == "Bearer sk-secret"
    assert "sk-secret" not in repr(choice)
    service.embedder()
    assert "authorization" not in service.headers[1]


def test_requests_keep_to_their_count_and_size(service: Service) -> None:
    embedder = service.embedder()
    embedder.embed([f"{'word ' * (number % 900)}{number}" for number in range(300)])
    assert all(len(texts) <= 64 for texts in service.asked)
    assert all(sum(len(text.encode()) for text in texts) <= 200_000 for texts in service.asked)


def test_rel_09_a_long_text_goes_in_parts_and_its_end_is_sent(service: Service) -> None:
    service.embedder().embed(["数" * 10_000 + " the very end"])
    parts = [text for texts in service.asked[1:] for text in texts]
    assert all(len(text.encode()) <= 8_000 for text in parts)
    assert sum(text.count("数") for text in parts) == 10_000
    assert any(text.endswith("the very end") for text in parts)


def test_rel_09_one_text_that_the_service_refuses_does_not_fail_its_batch(service: Service) -> None:
    def refuses_long(texts: list[str]) -> Answer:
        too_long = any(len(text) > 100 for text in texts)
        return (400, {"error": "maximum context length"}) if too_long else answer(texts)

    service.script = refuses_long
    vectors = service.embedder().embed(["short", "long " * 50, "also short"])
    assert np.isfinite(vectors).all()
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    assert np.allclose(vectors[0], service.embedder().embed(["short"])[0], atol=1e-6)


def test_rel_09_a_refused_request_is_never_sent_again_as_it_was(service: Service) -> None:
    embedder = service.embedder()
    service.script = always(400, {"error": "no"})
    with pytest.raises(ModelUnavailable, match="refuses the request") as refusal:
        embedder.embed([f"{'text ' * 100}{number}" for number in range(40)])
    assert refusal.value.hint
    sent = [tuple(texts) for texts in service.asked]
    assert len(sent) == len(set(sent))
    assert len(sent) < 15
    assert service.slept == []


@pytest.mark.parametrize("status", [500, 502, 503])
def test_a_passing_failure_is_tried_again_with_growing_waits(service: Service, status: int) -> None:
    service.script = failing(2, status)
    assert service.embedder().embed(["text"]).shape == (1, 3)
    assert service.slept == [0.5, 2.0]


def test_too_many_requests_waits_as_long_as_the_service_asks(service: Service) -> None:
    service.script = failing(1, 429)
    assert service.embedder().embed(["text"]).shape == (1, 3)
    assert service.slept == [7.0]


def test_a_service_that_stays_down_is_given_up_after_four_tries(service: Service) -> None:
    embedder = service.embedder()
    service.script = always(503)
    with pytest.raises(ModelUnavailable, match="status 503"):
        embedder.embed(["text"])
    assert len(service.asked) == 1 + 4


def test_an_unreachable_service_is_reported_with_a_hint() -> None:
    waits: list[float] = []
    with pytest.raises(ModelUnavailable, match="does not answer: ConnectError") as trouble:
        OpenAiCompatible(base_url="http://127.0.0.1:1/v1", model="m", sleep=waits.append)
    assert "URL" in trouble.value.hint
    assert len(waits) == 3


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_not_tried_again(service: Service, status: int) -> None:
    service.script = always(status)
    with pytest.raises(ModelUnavailable, match=f"status {status}") as refusal:
        service.embedder(api_key="sk-secret")
    assert "API key" in refusal.value.hint
    assert "sk-secret" not in str(refusal.value)
    assert len(service.asked) == 1


def test_an_unknown_model_is_not_tried_again(service: Service) -> None:
    with pytest.raises(ModelUnavailable, match="status 404"):
        service.embedder(model="another")
    assert len(service.asked) == 1


@pytest.mark.parametrize(
    "rows",
    [
        [[1.0, 2.0]],
        [[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]],
        [],
        [[0.0, 0.0, 0.0]],
        [[1.0, math.nan, 1.0]],
        [[1.0, None, 1.0]],
    ],
)
def test_neo_05_a_bad_vector_never_comes_through(service: Service, rows: list[Any]) -> None:
    embedder = service.embedder()
    service.script = lambda texts: answer(texts, rows)
    with pytest.raises(ModelUnavailable, match="answers with"):
        embedder.embed(["text"])


@pytest.mark.parametrize("payload", [b"<html>proxy</html>", {"error": "odd"}, [], {"data": [1]}, {"data": []}])
def test_an_answer_of_another_shape_is_refused(service: Service, payload: object) -> None:
    service.script = always(200, payload)
    with pytest.raises(ModelUnavailable, match="answers with"):
        service.embedder()


def test_blank_and_broken_text_is_never_sent_as_it_is(service: Service) -> None:
    vectors = service.embedder().embed(["", "  ", "\x00", "a\ud83d"])
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    assert all(text.strip() and "\x00" not in text for texts in service.asked for text in texts)


def test_a_model_named_e5_gets_its_prefixes(service: Service) -> None:
    embedder = service.embedder(model="intfloat/e5-small-v2")
    embedder.embed(["why"], side=Side.QUERY)
    embedder.embed(["because"])
    assert service.asked[1:] == [["query: why"], ["passage: because"]]
