"""A language model as an engine, against local servers that speak the protocols of the providers."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from engines_given import GOOD, MemoryLedger, no_sleep, said

from graphmem.domain.engines import Budget, Prompt
from graphmem.domain.errors import ExtractorUnavailable
from graphmem.domain.time import now
from graphmem.inference.engines import EngineChoices, load_engine
from graphmem.inference.llm import Llm, LlmChoice, Provider, load_llm, ping
from graphmem.remember.extract import RuleExtractor
from graphmem.remember.outside.meter import Answer, Meter
from graphmem.remember.outside.shape import SCHEMA

pytestmark = pytest.mark.filterwarnings("ignore")
PROMPT = Prompt(instructions="Write down what it says.", text="Ada: we decided to use Kafka.")
Body = dict[str, Any]
Answered = tuple[int, Any]


def openai(text: str, *, finish: str = "stop") -> Answered:
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    usage = {"prompt_tokens": 120, "completion_tokens": 34, "total_tokens": 154}
    return 200, {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [choice],
        "usage": usage,
    }


def anthropic(text: str, *, finish: str = "end_turn") -> Answered:
    return 200, {
        "id": "1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [{"type": "text", "text": text}],
        "stop_reason": {"length": "max_tokens"}.get(finish, finish),
        "usage": {"input_tokens": 120, "output_tokens": 34},
    }


def gemini(text: str, *, finish: str = "STOP") -> Answered:
    content = {"role": "model", "parts": [{"text": text}]}
    ends = {"length": "MAX_TOKENS"}.get(finish, finish)
    counts = {"promptTokenCount": 120, "candidatesTokenCount": 34, "totalTokenCount": 154}
    return 200, {"candidates": [{"content": content, "finishReason": ends}], "usageMetadata": counts}


def ollama(text: str, *, finish: str = "stop") -> Answered:
    return 200, {
        "model": "m",
        "created_at": "2026-03-02T10:00:00Z",
        "message": {"role": "assistant", "content": text},
        "done": True,
        "done_reason": finish,
        "prompt_eval_count": 120,
        "eval_count": 34,
    }


SHAPES: dict[Provider, Callable[..., Answered]] = {
    "openai": openai,
    "anthropic": anthropic,
    "gemini": gemini,
    "ollama": ollama,
}


@dataclass
class Service:
    """A server on a free loopback port; `answers` are given in turn, the last one for ever."""

    answers: list[Answered] = field(default_factory=list)
    asked: list[Body] = field(default_factory=list)
    url: str = ""
    hold: threading.Event = field(default_factory=threading.Event)

    def llm(self, provider: Provider = "openai", **values: Any) -> Llm:
        url = f"{self.url}/v1" if provider == "openai" else self.url
        choice = LlmChoice(provider=provider, model=_model(provider), base_url=url, api_key="k", **values)
        return load_llm(choice)

    async def answer(self, llm: Llm, **values: Any) -> tuple[Answer, MemoryLedger]:
        ledger = MemoryLedger()
        meter = Meter(
            engine=llm,
            ledger=ledger,
            tenant="t",
            budget=Budget(),
            clock=now,
            sleep=values.pop("sleep", no_sleep),
            **values,
        )
        return await meter.ask(PROMPT), ledger


def _model(provider: Provider) -> str:
    return {"anthropic": "claude-sonnet-4-0", "gemini": "gemini-2.0-flash"}.get(provider, "some-model")


@pytest.fixture
def service() -> Iterator[Service]:
    service = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.do_POST()

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
            service.asked.append(body)
            status, payload = service.answers[min(len(service.asked), len(service.answers)) - 1]
            if payload == "slow":
                service.hold.wait(60)
            content = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            if status == 429:
                self.send_header("retry-after", "9")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Stay quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    service.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield service
    service.hold.set()
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("provider", SHAPES)
async def test_every_provider_gets_the_prompt_and_the_schema_and_gives_text_and_tokens(
    service: Service, provider: Provider
) -> None:
    service.answers = [SHAPES[provider](said(GOOD))]
    reply = await service.llm(provider).ask(PROMPT)
    assert (json.loads(reply.text), reply.trouble, reply.is_cut) == (GOOD, "", False)
    assert (reply.tokens_in, reply.tokens_out) == (120, 34)
    [body] = service.asked
    told = json.dumps(body)
    assert PROMPT.text in told
    assert PROMPT.instructions in told
    asked_for = {
        "openai": lambda: body["response_format"]["json_schema"]["schema"] == SCHEMA,
        "ollama": lambda: body["format"] == SCHEMA,
        "gemini": lambda: "decisions" in json.dumps(body["generationConfig"]["responseSchema"]),
        "anthropic": lambda: True,
    }
    assert asked_for[provider]()
    cold = {"openai": body, "anthropic": body, "ollama": body.get("options"), "gemini": body.get("generationConfig")}
    assert cold[provider]["temperature"] == 0  # type: ignore[index]


@pytest.mark.parametrize("provider", SHAPES)
async def test_an_answer_that_stops_at_its_limit_says_so(service: Service, provider: Provider) -> None:
    whole = said(GOOD)
    service.answers = [SHAPES[provider](whole[: whole.index('"facts"')], finish="length")]
    reply = await service.llm(provider).ask(PROMPT)
    assert reply.is_cut
    answer, _ = await service.answer(service.llm(provider))
    assert answer.is_cut
    kept = answer.loose.value or {}
    assert kept.get("decisions", GOOD["decisions"]) == GOOD["decisions"]


@pytest.mark.parametrize("provider", SHAPES)
@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_passing_failure_is_one_call_each_and_then_the_answer(
    service: Service, provider: Provider, status: int
) -> None:
    """COST-03: no client retries behind our back: every call is in the ledger."""
    service.answers = [(status, {"error": {"message": "busy"}}), SHAPES[provider](said(GOOD))]
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    answer, ledger = await service.answer(service.llm(provider), sleep=sleep)
    assert answer.loose.value == GOOD
    [used] = ledger.used.values()
    assert used.calls == len(service.asked) == 2
    assert len(waits) == 1
    if status == 429 and provider in {"openai", "anthropic"}:
        assert waits == [9.0], "as long as the service asks"


@pytest.mark.parametrize("provider", SHAPES)
@pytest.mark.parametrize("status", [401, 403, 404])
async def test_a_service_that_does_not_let_us_in_ends_the_run(
    service: Service, provider: Provider, status: int
) -> None:
    """REL-01: a wrong key or model was taken for an empty answer for weeks."""
    service.answers = [(status, {"error": {"message": "no", "code": status}})]
    with pytest.raises(ExtractorUnavailable) as told:
        await service.llm(provider).ask(PROMPT)
    assert str(status) in str(told.value)
    assert len(service.asked) == 1


async def test_a_service_that_takes_no_schema_is_asked_without_one(service: Service) -> None:
    """REL-01: a provider changed its schema rules and every add was dropped."""
    service.answers = [(400, {"error": {"message": "response_format is not supported"}}), openai(said(GOOD))]
    llm = service.llm()
    answer, _ = await service.answer(llm)
    assert answer.loose.value == GOOD
    assert ["response_format" in body for body in service.asked] == [True, False]
    await llm.ask(PROMPT)
    assert "response_format" not in service.asked[-1], "and that is remembered"


@pytest.mark.parametrize(
    "answered",
    [
        openai("I am afraid I cannot do that."),
        openai(""),
        openai('{"something": "else"}'),
        (200, b"<html>gateway</html>"),
        (200, {"choices": []}),
        (200, b""),
        (500, b"oops"),
        (400, {"error": {"message": "bad"}}),
    ],
    ids=["prose", "empty", "other json", "html", "no choices", "no body", "500", "400"],
)
async def test_what_is_no_answer_is_asked_for_a_bounded_number_of_times_and_told(
    service: Service, answered: Answered
) -> None:
    service.answers = [answered]
    answer, ledger = await service.answer(service.llm(), attempts=3)
    assert answer.loose.value is None
    assert answer.trouble
    [used] = ledger.used.values()
    assert used.calls == len(service.asked) <= 3


async def test_a_slow_service_is_given_up_in_time(service: Service) -> None:
    service.answers = [(200, "slow")]
    reply = await service.llm(timeout_s=1.0).ask(PROMPT)
    assert (reply.text, reply.passes) == ("", True)


async def test_nobody_there_is_a_failure_that_may_pass_and_doctor_tells_it(service: Service) -> None:
    service.answers = [(404, {})]
    choice = LlmChoice(provider="openai", model="m", base_url=f"{service.url}/v1")
    assert service.url in await ping(choice)
    nobody = replace(choice, base_url="http://127.0.0.1:9/v1")
    reply = await load_llm(nobody).ask(PROMPT)
    assert (reply.passes, bool(reply.trouble)) == (True, True)
    with pytest.raises(ExtractorUnavailable, match="Nobody answers"):
        await ping(nobody)


def test_a_model_that_is_not_set_is_told_with_a_hint() -> None:
    for choice in (None, LlmChoice(provider="openai", model="")):
        with pytest.raises(ExtractorUnavailable) as told:
            load_engine("llm", EngineChoices(llm=choice), RuleExtractor())
        assert told.value.hint


def test_a_key_is_never_shown(service: Service) -> None:
    choice = LlmChoice(provider="openai", model="m", base_url=service.url, api_key="sk-hush")
    assert "hush" not in repr(choice) + repr(EngineChoices(llm=choice))
