"""A real Neo4j for every test that asks for one, a fresh tenant each; under CI a missing engine is a failure."""

import os
import tempfile
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from graphmem.app import App
from graphmem.compose import build_app, engine_config
from graphmem.domain.errors import EngineUnavailable
from graphmem.domain.scope import Reader
from graphmem.engine import down, up
from graphmem.govern.audience import reader_of
from graphmem.inference import EmbedderChoice, load_embedder
from graphmem.ports import Embedder
from graphmem.settings import Settings
from graphmem.store.client import Client, Connection
from graphmem.store.migrate import migrate


def _given_server() -> Connection | None:
    uri = os.environ.get("GRAPHMEM_TEST_NEO4J_URI", "")
    if not uri:
        return None
    user = os.environ.get("GRAPHMEM_TEST_NEO4J_USER", "neo4j")
    return Connection(uri=uri, user=user, password=os.environ.get("GRAPHMEM_TEST_NEO4J_PASSWORD", ""))


def _container() -> Iterator[Connection]:
    from testcontainers.neo4j import Neo4jContainer

    container = Neo4jContainer("neo4j:2026.08-community", password=uuid.uuid4().hex)
    container.with_env("NEO4J_PLUGINS", '["graph-data-science"]')
    with container as running:
        yield Connection(uri=running.get_connection_url(), user="neo4j", password=running.password)


@pytest.fixture(scope="session")
def connection() -> Iterator[Connection]:
    """A given server, else our private engine, else a container."""
    if given := _given_server():
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="graphmem-test-") as home:
        settings = Settings(home=Path(home), engine_fast_start=True, engine_aot=False, engine_browser=True)
        config = engine_config(settings)
        try:
            endpoint = up(config)
        except EngineUnavailable:
            yield from _container()
            return
        try:
            yield Connection(uri=endpoint.uri, user=endpoint.user, password=endpoint.password)
        finally:
            down(config)


@pytest.fixture(scope="session")
def engine_env(connection: Connection, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a graphmem process that uses the test engine, and nobody's outbox."""
    return {
        **{key: value for key, value in os.environ.items() if not key.startswith("GRAPHMEM_")},
        "GRAPHMEM_NEO4J_URI": connection.uri,
        "GRAPHMEM_NEO4J_USER": connection.user,
        "GRAPHMEM_NEO4J_PASSWORD": connection.password,
        "GRAPHMEM_OUTBOX": str(tmp_path_factory.mktemp("outbox")),
    }


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    """The default model."""
    return load_embedder(EmbedderChoice())


@pytest.fixture(scope="session")
async def client(connection: Connection, embedder: Embedder) -> AsyncIterator[Client]:
    """An open client on a migrated database."""
    opened = await Client.open(connection)
    await migrate(opened, embedder.identity)
    yield opened
    await opened.close()


@pytest.fixture(scope="session")
def memory(client: Client, embedder: Embedder) -> App:
    """The product over the test engine."""
    return build_app(client, embedder, Settings(), schema=3)


@pytest.fixture
def tenant() -> str:
    """A world of its own for one test."""
    return f"t{uuid.uuid4().hex[:12]}"


@pytest.fixture
def reader(tenant: str) -> Reader:
    """The one person in that world."""
    return reader_of(tenant, "ada")
