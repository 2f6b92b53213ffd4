"""The engine is killed while episodes are being written: nothing acknowledged is lost, nothing is there twice."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from given import day, talk

from graphmem.app import App
from graphmem.compose import build_app, engine_config
from graphmem.domain.documents import Document
from graphmem.domain.errors import DatabaseUnavailable
from graphmem.domain.scope import Reader
from graphmem.engine import Endpoint, EngineConfig, down, up
from graphmem.govern.audience import reader_of
from graphmem.ports import Embedder
from graphmem.settings import Settings
from graphmem.store.client import Client, Connection
from graphmem.store.migrate import migrate

SESSIONS = 24


@pytest.fixture
def private_engine(tmp_path: Path) -> Iterator[EngineConfig]:
    config = engine_config(Settings(home=tmp_path, engine_fast_start=True, engine_aot=False, engine_browser=False))
    yield config
    down(config)


def sessions() -> list[Document]:
    return [
        talk(
            ("Ada Sato", f"We decided to use Kafka for topic {n} because RabbitMQ lost messages."),
            ("Bo Lind", "My concern is the on-call load."),
            session=f"s{n}",
            at=day(1 + n % 28),
        )
        for n in range(SESSIONS)
    ]


async def open_app(endpoint: Endpoint, embedder: Embedder) -> App:
    client = await Client.open(Connection(uri=endpoint.uri, user=endpoint.user, password=endpoint.password, retry_s=1))
    schema = await migrate(client, embedder.identity)
    return build_app(client, embedder, Settings(batch_episodes=2), schema=schema)


async def shape(memory: App, reader: Reader) -> dict[str, Any]:
    return await memory.nodes.count(reader)


async def test_kill_9_while_ingesting_then_ingest_again_loses_nothing_and_doubles_nothing(
    private_engine: EngineConfig, embedder: Embedder
) -> None:
    endpoint = up(private_engine)
    reader, whole = reader_of("cut", "ada"), reader_of("whole", "ada")
    memory = await open_app(endpoint, embedder)
    acknowledged: list[str] = []

    async def until_killed() -> None:
        async for done in memory.record(sessions(), reader):
            acknowledged.append(done.episode_id)
            if len(acknowledged) == SESSIONS // 3:
                os.kill(endpoint.pid, signal.SIGKILL)

    with pytest.raises(DatabaseUnavailable):
        await until_killed()
    await memory.client.close()

    memory = await open_app(up(private_engine), embedder)
    survivors = await memory.nodes.fetch(reader, acknowledged)
    assert set(survivors) == set(acknowledged)
    outcomes = [done.outcome async for done in memory.record(sessions(), reader)]
    assert outcomes.count("unchanged") >= len(acknowledged)
    async for _ in memory.record(sessions(), whole):
        pass
    assert await shape(memory, reader) == await shape(memory, whole)
    again = [done async for done in memory.record(sessions(), reader)]
    assert {done.outcome for done in again} == {"unchanged"}
    assert sum(done.nodes_created + done.embedded for done in again) == 0
    await memory.client.close()
