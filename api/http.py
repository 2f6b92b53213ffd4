"""The HTTP face: one GraphQL endpoint and two answers for a supervisor, all behind the guard."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import strawberry
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from strawberry.http.ides import get_graphql_ide_html

from api.auth import Refusal
from api.graphql.context import Context
from api.graphql.errors import masked
from api.graphql.execute import execute
from api.graphql.limits import ApiLimits
from api.graphql.loaders import Loaders
from api.graphql.schema import create_schema
from api.guard import Guard, refusing
from api.ports import IngestText
from api.reading import read
from graphmem.app import App
from graphmem.domain.errors import GraphmemError
from graphmem.domain.reports import OutboxState
from graphmem.domain.scope import Reader

READY_TIMEOUT_S = 5.0
ONLINE = "ONLINE"
GRAPHIQL_POLICY = "default-src 'self' https: data: 'unsafe-inline'; frame-ancestors 'none'"
"""The page loads its scripts from elsewhere, each pinned by hash; it is served in development only."""


def create_api(
    memory: App,
    *,
    limits: ApiLimits,
    reader: Reader,
    ingest_text: IngestText,
    token: str = "",
    development: bool = False,
    outbox: Callable[[], OutboxState] | None = None,
) -> FastAPI:
    """The service over one memory, for one reader.

    token        asked of every caller when set; without it only loopback names are answered
    development  GraphiQL and introspection
    outbox       what was accepted and waits to be stored; None where nothing queues
    """
    schema = create_schema(limits, development=development)
    face = _Face(memory=memory, limits=limits, reader=reader, ingest_text=ingest_text, schema=schema, outbox=outbox)
    api = FastAPI(title="graphmem", openapi_url=None, docs_url=None, redoc_url=None)
    api.add_middleware(Guard, token=token)
    api.add_exception_handler(Exception, _fault)
    api.add_api_route("/graphql", face.graphql, methods=["POST"])
    api.add_api_route("/health", face.health, methods=["GET"])
    api.add_api_route("/ready", face.ready, methods=["GET"])
    if development:
        api.add_api_route("/graphql", _graphiql, methods=["GET"])
    return api


@dataclass(frozen=True, slots=True, kw_only=True)
class _Face:
    """The routes and what they work on."""

    memory: App
    limits: ApiLimits
    reader: Reader
    ingest_text: IngestText
    schema: strawberry.Schema
    outbox: Callable[[], OutboxState] | None

    async def graphql(self, request: Request) -> Response:
        asked = await read(request, max_bytes=self.limits.body_bytes, timeout_s=self.limits.timeout_s)
        if isinstance(asked, Refusal):
            return refusing(asked)
        context = Context(
            memory=self.memory,
            reader=self.reader,
            ingest_text=self.ingest_text,
            loaders=Loaders(self.memory.nodes, self.reader),
            outbox=self.outbox,
        )
        return JSONResponse(await execute(self.schema, asked, context, timeout_s=self.limits.timeout_s))

    async def health(self) -> Response:
        """Alive; degraded when something that was accepted will not be stored without help."""
        dead = (await asyncio.to_thread(self.outbox)).dead if self.outbox else 0
        return JSONResponse({"status": "degraded", "dead_jobs": dead} if dead else {"status": "ok"})

    async def ready(self) -> Response:
        try:
            async with asyncio.timeout(READY_TIMEOUT_S):
                indexes = await self.memory.nodes.find_indexes()
        except (GraphmemError, TimeoutError):
            waiting = {"database": "does not answer"}
        else:
            waiting = {name: state for name, state in indexes.items() if state != ONLINE}
        return JSONResponse({"ready": not waiting, "waiting": waiting}, status_code=503 if waiting else 200)


async def _graphiql() -> Response:
    return HTMLResponse(get_graphql_ide_html("graphiql"), headers={"Content-Security-Policy": GRAPHIQL_POLICY})


async def _fault(_: Request, error: Exception) -> Response:
    return JSONResponse({"errors": [masked(error)]}, status_code=500)
