"""Embeddings from any service that speaks OpenAI's `/embeddings`: hosted, Ollama, vLLM, text-embeddings-inference."""

import hashlib
import time
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

import httpx
import numpy as np

from graphmem.domain.errors import ModelUnavailable
from graphmem.domain.vectors import ModelIdentity, Side, Vector, normalised
from graphmem.inference.batching import Batcher, halves
from graphmem.inference.prefixes import prefix_for

# A token is at least a byte, so 8,000 bytes keep within the usual 8,191 tokens in every script.
_TEXT_BYTES = 8_000
_REQUEST_BYTES = 200_000
_REQUEST_TEXTS = 64
_WORKERS = 4
_SMALLEST_TEXT = 64
_BACKOFF_SECONDS = (0.5, 2.0, 8.0)
_LONGEST_WAIT_SECONDS = 60.0
_TOO_MUCH = {HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.UNPROCESSABLE_ENTITY}
# Several services refuse an empty text; the memory may hold one.
_BLANK = "(blank)"


class _Refused(Exception):
    """The service will never take this request as it is."""


class OpenAiCompatible:
    """A model behind a URL; its dimension is asked for when it is made."""

    def __init__(
        self,
        *,
        base_url: str,
        model: str,
        api_key: str = "",
        workers: int = 0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Ask the service for one vector; `workers` requests may be under way at once, 0 means 4.

        Raises ModelUnavailable when the service cannot be reached, refuses the key or the model, or answers nonsense.
        """
        self._url = f"{base_url.rstrip('/')}/embeddings"
        self._model = model
        self._sleep = sleep
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._client = httpx.Client(headers=headers, timeout=_LONGEST_WAIT_SECONDS)
        self._dimension = 0
        self._dimension = self._run(["dimension"]).shape[1]
        self._batcher = Batcher(
            measure=lambda texts: [len(text.encode()) for text in texts],
            run=self._run,
            dimension=self._dimension,
            window=_TEXT_BYTES,
            budget=_REQUEST_BYTES,
            rows=_REQUEST_TEXTS,
            workers=workers or _WORKERS,
        )

    @property
    def identity(self) -> ModelIdentity:
        """The model's name; the fingerprint is of name and endpoint, as the weights are out of reach."""
        fingerprint = hashlib.sha256(f"{self._model}\n{self._url}".encode()).hexdigest()
        return ModelIdentity(name=self._model, dimension=self._dimension, fingerprint=fingerprint)

    def embed(self, texts: Sequence[str], *, side: Side = Side.PASSAGE) -> Vector:
        """One L2-normalised row a text, shape (len(texts), dimension), in the caller's order; any string is allowed.

        Raises ModelUnavailable when the service stays unreachable or its answer does not fit the request.
        """
        return self._batcher.embed(texts, prefix=prefix_for(self._model, side))

    def _run(self, texts: Sequence[str]) -> Vector:
        """The rows of `texts`; a refused request is made smaller before it is sent again, never repeated as it was."""
        try:
            return normalised(self._rows(self._answer(texts), len(texts)))
        except _Refused as refusal:
            if len(texts) > 1:
                middle = len(texts) // 2
                return np.concatenate([self._run(texts[:middle]), self._run(texts[middle:])])
            if len(texts[0]) > _SMALLEST_TEXT:
                return normalised(np.sum([self._run([half]) for half in halves(texts[0])], axis=0))
            raise ModelUnavailable(
                f"The embedding service refuses the request: {refusal}",
                hint=f"Check that it serves the model {self._model} for embeddings.",
            ) from refusal

    def _answer(self, texts: Sequence[str]) -> httpx.Response:
        body = {"model": self._model, "input": [text if text.strip() else _BLANK for text in texts]}
        for wait in (*_BACKOFF_SECONDS, None):
            response, trouble = self._post(body)
            if response is not None and not _is_passing(response):
                return _accepted(response)
            if wait is not None:
                self._sleep(_asked_wait(response) or wait)
        raise ModelUnavailable(
            f"The embedding service at {self._url} does not answer: {trouble}.",
            hint="Check the URL and that the service runs, then try again.",
        )

    def _post(self, body: dict[str, Any]) -> tuple[httpx.Response | None, str]:
        try:
            response = self._client.post(self._url, json=body)
        except httpx.HTTPError as error:
            return None, f"{type(error).__name__}: {error}"
        return response, f"status {response.status_code}"

    def _rows(self, response: httpx.Response, count: int) -> Vector:
        try:
            items = sorted(response.json()["data"], key=lambda item: item["index"])
            rows = np.array([item["embedding"] for item in items], np.float32)
        except (ValueError, KeyError, TypeError) as cause:
            raise _nonsense("no list of vectors") from cause
        dimension = self._dimension or (rows.shape[-1] if rows.ndim else 0)
        if rows.shape != (count, dimension):
            raise _nonsense(f"vectors of shape {rows.shape} where {(count, dimension)} was expected")
        if not np.isfinite(rows).all() or not rows.any(axis=1).all():
            raise _nonsense("a vector without a direction")
        return rows


def _nonsense(what: str) -> ModelUnavailable:
    return ModelUnavailable(
        f"The embedding service answers with {what}.",
        hint="Check that the URL and the model name belong to an embedding model that has not been exchanged.",
    )


def _is_passing(response: httpx.Response) -> bool:
    return response.status_code == HTTPStatus.TOO_MANY_REQUESTS or response.is_server_error


def _asked_wait(response: httpx.Response | None) -> float:
    """Seconds of the Retry-After header, at most a minute; 0 when there is none that is a number."""
    asked = response.headers.get("retry-after", "") if response is not None else ""
    return min(float(asked), _LONGEST_WAIT_SECONDS) if asked.isdecimal() else 0.0


def _accepted(response: httpx.Response) -> httpx.Response:
    """The response when it is a success; what is refused for its size or content may be sent smaller."""
    if response.status_code in _TOO_MUCH:
        raise _Refused(response.text[:200])
    if not response.is_success:
        raise ModelUnavailable(
            f"The embedding service refuses with status {response.status_code}.",
            hint="Check the API key, the base URL and the model name.",
        )
    return response
