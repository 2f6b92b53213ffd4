"""From the bytes of a request to a GraphQL request, or the reason why there is none."""

import asyncio
import json
from typing import Any

from starlette.requests import ClientDisconnect, Request

from api.auth import Refusal
from api.graphql.execute import Request as GraphQLRequest

JSON = "application/json"


async def read(request: Request, *, max_bytes: int, timeout_s: float) -> GraphQLRequest | Refusal:
    """What is asked; nothing over `max_bytes` is kept, whatever the headers say of the length."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        return Refusal(status=415, code="unsupported_content", message="Only JSON is read.", hint=f"Send {JSON}.")
    try:
        async with asyncio.timeout(timeout_s):
            body = await _body(request, max_bytes)
    except TimeoutError:
        return Refusal(status=408, code="timeout", message=f"The request took longer than {timeout_s:g} s to arrive.")
    except ClientDisconnect:
        return _bad("The request broke off.")
    if body is None:
        return Refusal(status=413, code="too_large", message=f"A request has at most {max_bytes} bytes.")
    return parse(body)


def parse(body: bytes) -> GraphQLRequest | Refusal:
    """One operation; a batch is refused, since the limits hold for a request."""
    try:
        payload = _decoded(body)
    except (ValueError, RecursionError):
        return _bad("The body is no JSON that can be read.")
    if isinstance(payload, list):
        return _bad("Batches are not taken.", hint="Send one operation a request.")
    match payload:
        case {"query": str(query)}:
            variables, operation = payload.get("variables") or {}, payload.get("operationName")
            if isinstance(variables, dict) and isinstance(operation, str | None):
                return GraphQLRequest(query=query, variables=variables, operation=operation)
    return _bad("The body is no GraphQL request.", hint='Send {"query": "…", "variables": {…}, "operationName": "…"}.')


def _decoded(body: bytes) -> Any:
    """The JSON of `body`; halves of surrogate pairs, which clients make that cut an emoji in two, become `?`."""
    payload = json.loads(body.decode("utf-8-sig", "replace"))
    return json.loads(json.dumps(payload, ensure_ascii=False).encode("utf-8", "replace"))


async def _body(request: Request, max_bytes: int) -> bytes | None:
    """The whole body; None as soon as it is over the limit."""
    whole = bytearray()
    async for chunk in request.stream():
        whole += chunk
        if len(whole) > max_bytes:
            return None
    return bytes(whole)


def _bad(message: str, *, hint: str = "") -> Refusal:
    return Refusal(status=400, code="bad_request", message=message, hint=hint)
