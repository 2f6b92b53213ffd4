"""A world where the text says who is named."""

from typing import Any

import neo4j
import pytest
from identity_given import World, bracketed

from graphmem.app import App
from graphmem.domain.scope import Reader
from graphmem.store.client import Client, Connection


@pytest.fixture(scope="session")
async def driver(connection: Connection, client: Client) -> Any:  # noqa: ARG001 - it brings the schema
    auth = (connection.user, connection.password) if connection.user else None
    async with neo4j.AsyncGraphDatabase.driver(connection.uri, auth=auth, notifications_min_severity="OFF") as opened:
        yield opened


@pytest.fixture
def world(memory: App, reader: Reader, driver: neo4j.AsyncDriver) -> World:
    """An empty tenant; names stand in brackets."""
    return World(memory=bracketed(memory), reader=reader, driver=driver)
