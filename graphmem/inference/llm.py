"""A language model behind an API as an engine, through llama-index: OpenAI-compatible, Anthropic, Gemini, Ollama."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from importlib.util import find_spec
from typing import Any, Literal

from graphmem.domain.engines import Prompt, Reply, engine_name
from graphmem.domain.errors import ExtractorUnavailable
from graphmem.remember.outside.shape import SCHEMA, VERSION

Provider = Literal["openai", "anthropic", "gemini", "ollama"]
TEMPERATURE = 0.0
CONTEXT_TOKENS = 32_000
_SHOWN = 200
_LOCKED_OUT = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND})
_NO_SCHEMA = frozenset({HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY})
_CUT = frozenset({"length", "max_tokens", "MAX_TOKENS"})
_CUT_ERRORS = ("terminated early: MAX_TOKENS",)
"""How llama-index tells that Gemini stopped at its limit; the text is lost then."""
_PING_S = 5.0
_HOMES: dict[Provider, str] = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com",
    "gemini": "https://generativelanguage.googleapis.com",
    "ollama": "http://127.0.0.1:11434",
}
_INSTALL = "Install it with `pip install 'graphmem[llm]'`."


@dataclass(frozen=True, slots=True, kw_only=True)
class LlmChoice:
    """Which model. base_url: "" = the provider's own; answer_tokens: the longest answer; timeout_s: of one call."""

    provider: Provider
    model: str
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    answer_tokens: int = 4_096
    timeout_s: float = 120.0


@dataclass(slots=True)
class Llm:
    """One call is one request, without retries of its own; made by `load_llm`."""

    choice: LlmChoice
    _model: Any
    _chat_message: Callable[..., Any]
    _with_schema: bool = True

    @property
    def name(self) -> str:
        """`llm:mistral-small@1`."""
        return engine_name("llm", self.choice.model, VERSION)

    async def ask(self, prompt: Prompt) -> Reply:
        """The model's answer, asked for in the schema where the service takes one.

        Raises ExtractorUnavailable when the service does not let us in or does not know the model.
        """
        messages = [
            self._chat_message(role="system", content=prompt.instructions),
            self._chat_message(role="user", content=prompt.text),
        ]
        try:
            async with asyncio.timeout(self.choice.timeout_s):
                response = await self._model.achat(messages, **self._structured())
        except TimeoutError:
            return Reply(trouble=f"it gave no answer in {self.choice.timeout_s:g} s", passes=True)
        except Exception as error:  # noqa: BLE001 - each provider's client has errors of its own
            return self._refused(error)
        return _reply(response)

    def _structured(self) -> dict[str, Any]:
        """What asks this provider for an answer in the shape."""
        if not self._with_schema:
            return {}
        match self.choice.provider:
            case "openai":
                schema = {"name": "extraction", "schema": SCHEMA}
                return {"response_format": {"type": "json_schema", "json_schema": schema}}
            case "gemini":
                return {"generation_config": {"response_mime_type": "application/json", "response_schema": SCHEMA}}
            case "ollama":
                return {"format": SCHEMA}
            case "anthropic":
                return {}

    def _refused(self, error: Exception) -> Reply:
        if isinstance(error, TypeError | AttributeError):
            raise ExtractorUnavailable(
                f"The installed packages for {self.choice.provider} do not fit each other.", hint=_INSTALL
            ) from error
        if any(mark in str(error) for mark in _CUT_ERRORS):
            return Reply(is_cut=True)
        status = _status(error)
        if status in _LOCKED_OUT:
            raise ExtractorUnavailable(
                f"{self.choice.provider} refuses with status {status}.",
                hint="Check GRAPHMEM_LLM_API_KEY, GRAPHMEM_LLM_BASE_URL and GRAPHMEM_LLM_MODEL.",
            ) from error
        if status in _NO_SCHEMA and self._with_schema and self.choice.provider != "anthropic":
            self._with_schema = False
            return Reply(trouble=f"it does not take a schema (status {status})", passes=True)
        passes = status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR or not status
        told = f"status {status}" if status else type(error).__name__
        return Reply(trouble=f"it fails with {told}", passes=passes, wait_s=_asked_wait(error))


def load_llm(choice: LlmChoice) -> Llm:
    """The engine, ready; nothing is asked of the service yet.

    Raises ExtractorUnavailable when the extra is not installed or no model is named.
    """
    if not choice.model:
        raise ExtractorUnavailable("No model is set.", hint="Set GRAPHMEM_LLM_MODEL.")
    try:
        from llama_index.core.llms import ChatMessage  # noqa: PLC0415

        return Llm(choice, _made(choice), ChatMessage)
    except ImportError as error:
        raise ExtractorUnavailable(f"{choice.provider} needs the extra `llm`.", hint=_INSTALL) from error


async def ping(choice: LlmChoice) -> str:
    """What a person wants to know of the service: that the extra is there and that somebody answers.

    Raises ExtractorUnavailable when not. No model is called.
    """
    import httpx  # noqa: PLC0415 - only doctor asks

    if find_spec("llama_index.core" if find_spec("llama_index") else "llama_index") is None:
        raise ExtractorUnavailable(f"{choice.provider} needs the extra `llm`.", hint=_INSTALL)
    if not choice.model:
        raise ExtractorUnavailable("No model is set.", hint="Set GRAPHMEM_LLM_MODEL.")
    url = choice.base_url or _HOMES[choice.provider]
    try:
        async with httpx.AsyncClient(timeout=_PING_S) as client:
            await client.get(url)
    except httpx.HTTPError as error:
        raise ExtractorUnavailable(
            f"Nobody answers at {url}: {type(error).__name__}.", hint="Check GRAPHMEM_LLM_BASE_URL."
        ) from error
    return f"{choice.model} at {url}"


def _made(choice: LlmChoice) -> Any:
    common: dict[str, Any] = {"model": choice.model, "temperature": TEMPERATURE}
    url = {"base_url": choice.base_url} if choice.base_url else {}
    match choice.provider:
        case "openai":
            from llama_index.llms.openai_like import OpenAILike  # noqa: PLC0415

            return OpenAILike(
                **common,
                api_base=choice.base_url or _HOMES["openai"],
                api_key=choice.api_key or "none",
                is_chat_model=True,
                max_tokens=choice.answer_tokens,
                max_retries=0,
                timeout=choice.timeout_s,
                context_window=CONTEXT_TOKENS,
            )
        case "anthropic":
            from llama_index.llms.anthropic import Anthropic  # noqa: PLC0415

            return Anthropic(
                **common,
                **url,
                api_key=choice.api_key,
                max_tokens=choice.answer_tokens,
                max_retries=0,
                timeout=choice.timeout_s,
            )
        case "gemini":
            return _gemini(choice)
        case "ollama":
            from llama_index.llms.ollama import Ollama  # noqa: PLC0415

            return Ollama(
                **common,
                **url,
                request_timeout=choice.timeout_s,
                context_window=CONTEXT_TOKENS,
                additional_kwargs={"num_predict": choice.answer_tokens},
            )


def _gemini(choice: LlmChoice) -> Any:
    from google.genai.types import HttpOptions  # noqa: PLC0415
    from llama_index.llms.google_genai import GoogleGenAI  # noqa: PLC0415

    options = HttpOptions(base_url=choice.base_url or None, timeout=int(choice.timeout_s * 1000))
    return GoogleGenAI(
        model=choice.model,
        temperature=TEMPERATURE,
        api_key=choice.api_key or "none",
        max_tokens=choice.answer_tokens,
        context_window=CONTEXT_TOKENS,
        max_retries=1,
        http_options=options,
    )


def _reply(response: Any) -> Reply:
    raw = _as_map(response.raw)
    usage = _as_map(raw.get("usage") or raw.get("usage_metadata"))
    choices = [_as_map(one) for one in raw.get("choices") or raw.get("candidates") or ()]
    ends = (raw.get("stop_reason"), raw.get("done_reason"), *(one.get("finish_reason") for one in choices))
    return Reply(
        text=str(response.message.content or ""),
        tokens_in=_count(usage, "prompt_tokens", "input_tokens", "prompt_token_count"),
        tokens_out=_count(usage, "completion_tokens", "output_tokens", "candidates_token_count"),
        is_cut=any(str(getattr(end, "value", end)) in _CUT for end in ends),
    )


def _as_map(value: Any) -> Mapping[str, Any]:
    """A provider's answer as a map, whichever of its classes it is."""
    if isinstance(value, Mapping):
        return value
    return dict(value.model_dump()) if hasattr(value, "model_dump") else {}


def _count(usage: Mapping[str, Any], *names: str) -> int:
    return next((int(usage[name]) for name in names if isinstance(usage.get(name), int)), 0)


def _status(error: Exception) -> int:
    """The HTTP status of a provider's error; 0 when it has none (nobody answered)."""
    found = next((getattr(error, name, None) for name in ("status_code", "code") if getattr(error, name, None)), 0)
    return found if isinstance(found, int) else 0


def _asked_wait(error: Exception) -> float:
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    asked = str(headers.get("retry-after", "")) if hasattr(headers, "get") else ""
    return float(asked) if asked.isdecimal() else 0.0
