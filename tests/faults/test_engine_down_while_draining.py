"""The database goes away in the middle of a drain: everything waits, nobody is blamed, nothing is there twice."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import neo4j
import pytest
from graph_shape import halves, shape
from outbox_given import AT_ONCE, filled, text_job
from proxies import Door, door_to
from writers import open_memory

from graphmem.app import App
from graphmem.cli.queue import delivery
from graphmem.domain.errors import DatabaseUnavailable
from graphmem.ports import Embedder
from graphmem.store.client import Client, Connection
from ingest.outbox import Job
from ingest.outbox.drain import drain
from ingest.report import IngestReport

JOBS = 8


@pytest.fixture
def door(connection: Connection) -> Iterator[Door]:
    with door_to(connection.uri) as opened:
        yield opened


@pytest.fixture
async def look(connection: Connection, client: Client) -> AsyncIterator["Look"]:  # noqa: ARG001 - schema
    auth = (connection.user, connection.password) if connection.user else None
    async with neo4j.AsyncGraphDatabase.driver(connection.uri, auth=auth, notifications_min_severity="OFF") as opened:
        yield Look(opened)


@dataclass(frozen=True, slots=True)
class Look:
    """What the store holds, seen past the door."""

    driver: neo4j.AsyncDriver

    async def are_alike(self, one: str, other: str) -> bool:
        return await shape(self.driver, one) == await shape(self.driver, other)

    async def halves(self, tenant: str) -> list[str]:
        return await halves(self.driver, tenant)


@pytest.fixture
async def memory_behind(connection: Connection, embedder: Embedder, door: Door) -> AsyncIterator[tuple[App, Door]]:
    opened = await open_memory(replace(connection, uri=door.uri, retry_s=0.5), embedder.identity)
    yield opened, door
    await opened.client.close()


def remarks(tenant: str) -> list[Job]:
    return [text_job(f"Ada Sato decided to move lane {n} to Kafka.", tenant=tenant, session="s") for n in range(JOBS)]


@pytest.mark.parametrize("shut_at", [0, 3, JOBS - 1])
async def test_an_engine_that_goes_away_while_draining_loses_no_job_and_blames_none(
    memory_behind: tuple[App, Door], look: Look, tmp_path: Path, tenant: str, shut_at: int
) -> None:
    """NEO-12, REL-01: writes wait, the same process goes on when the server is back, no half episode."""
    memory, door = memory_behind
    spool, into, seen = filled(tmp_path / "cut", *remarks(tenant)), delivery(memory), []

    async def deliver(job: Job) -> IngestReport:
        seen.append(job.payload)
        if len(seen) == shut_at + 1:
            door.shut()
        return await into(job)

    done = await drain(spool, deliver, AT_ONCE)
    assert isinstance(done.paused, DatabaseUnavailable)
    assert (done.done, len(spool.entries()), list(spool.buried())) == (shut_at, JOBS - shut_at, [])
    assert (await drain(spool, deliver, AT_ONCE)).done == 0
    first = spool.peek(spool.queued / spool.entries()[0].name)
    assert first
    assert (first.payload, first.attempts) == (remarks(tenant)[shut_at].payload, 0)
    door.open()
    assert (await drain(spool, into, AT_ONCE)).done == JOBS - shut_at
    whole = filled(tmp_path / "whole", *remarks(f"{tenant}w"))
    await drain(whole, into, AT_ONCE)
    assert await look.are_alike(tenant, f"{tenant}w")
    assert await look.halves(tenant) == []
