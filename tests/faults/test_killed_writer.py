"""A writer is killed while it drains: what was accepted is there exactly once, and no episode is ever half there."""

import asyncio
import os
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import neo4j
import pytest
from graph_shape import episodes, halves, shape
from outbox_given import filled, path_job, text_job
from writers import PATIENT, Writers, open_memory

from graphmem.app import App
from graphmem.cli.queue import delivery
from graphmem.ports import Embedder
from graphmem.store.client import Client, Connection
from ingest.outbox import Job, Spool
from ingest.outbox.drain import drain

ROUNDS = int(os.environ.get("GRAPHMEM_TEST_KILLS", "12"))
"""Kills in one run of the suite; `GRAPHMEM_TEST_KILLS=200` for the full count."""
SEED = int(os.environ.get("GRAPHMEM_TEST_SEED", "7"))
MOST_S = 1.5
SESSIONS = 40 if ROUNDS >= 200 else 16
COPIES = 50


@dataclass(frozen=True, slots=True)
class Lab:
    """A memory whose vectors cost nothing, a look at the whole store, and processes to be killed."""

    memory: App
    driver: neo4j.AsyncDriver
    writers: Writers

    async def whole(self, folder: Path, jobs: list[Job]) -> tuple[Counter[str], dict[str, Any]]:
        """The graph and its episodes when nobody kills anything."""
        done = await drain(filled(folder, *jobs), delivery(self.memory), PATIENT)
        assert (done.done, done.dead) == (len(jobs), 0)
        return await shape(self.driver, jobs[0].tenant), await episodes(self.driver, jobs[0].tenant)

    async def run(self, spool: Spool, *kill_after_s: float | None) -> list[bool]:
        """A round of writers; for each whether it was killed before it was done."""
        return await asyncio.to_thread(self.writers.run, spool.folder, *kill_after_s)


@pytest.fixture(scope="module")
async def lab(connection: Connection, embedder: Embedder, client: Client) -> AsyncIterator[Lab]:  # noqa: ARG001 - schema
    auth = (connection.user, connection.password) if connection.user else None
    memory = await open_memory(connection, embedder.identity)
    async with neo4j.AsyncGraphDatabase.driver(connection.uri, auth=auth, notifications_min_severity="OFF") as driver:
        with Writers.open(connection, embedder.identity) as writers:
            yield Lab(memory, driver, writers)
    await memory.client.close()


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two decision records of which one supersedes the other, a chat that is cut into windows, a note."""
    folder = tmp_path_factory.mktemp("sources")
    for number, tool, old in ((1, "RabbitMQ", ""), (2, "Kafka", "Supersedes [ADR 1](adr-0001.md)\n\n")):
        (folder / f"adr-000{number}.md").write_text(
            f"# {number}. Use {tool}\n\nDate: 2026-03-0{number}\n\n## Status\n\nAccepted\n\n{old}## Context\n\n"
            f"Orders get lost because the queue is not durable.\n\n## Decision\n\nWe will use {tool}.\n"
        )
    turns = (
        f"[2026-03-0{day} 10:0{minute}] {who}: We decided to keep topic {day}{minute} because {who} measured it."
        for day in (3, 4, 5)
        for minute, who in enumerate(("Ada Sato", "Bo Lind", "Chi Okafor"))
    )
    (folder / "chat.txt").write_text("\n".join(turns) + "\n")
    (folder / "note.md").write_text("# Harbour\n\nAda Sato owns the harbour reports. They are due on Mondays.\n")
    return folder


def work(sources: Path, tenant: str) -> list[Job]:
    """Nine jobs: files, and remarks of two sessions."""
    files = [path_job(sources / name, tenant=tenant) for name in ("adr-0001.md", "adr-0002.md", "chat.txt", "note.md")]
    said = (f"Ada Sato decided to move job {n} to Kafka because RabbitMQ loses messages." for n in range(5))
    return [*files, *(text_job(text, tenant=tenant, session=f"s{n % 2}") for n, text in enumerate(said))]


async def test_kill_9_at_random_points_loses_nothing_doubles_nothing_and_leaves_nothing_half(
    lab: Lab, sources: Path, tmp_path: Path, tenant: str, record_testsuite_property: Callable[[str, object], None]
) -> None:
    """ING-12, NEO-12: acknowledged = present exactly once, however often the writer dies on the way."""
    whole, counts = await lab.whole(tmp_path / "whole", work(sources, f"{tenant}w"))
    dice, kills, world = random.Random(SEED), 0, 0
    while kills < ROUNDS:
        world += 1
        own = f"{tenant}{world}"
        spool = filled(tmp_path / own, *work(sources, own))
        while spool.entries() or spool.claims():
            plan = [dice.uniform(0, MOST_S) for _ in range(dice.choice((1, 1, 2)))] if kills < ROUNDS else [None]
            kills += sum(await lab.run(spool, *plan))
            assert await halves(lab.driver, own) == []
            found = await episodes(lab.driver, own)
            assert found.items() <= counts.items(), "an episode is whole or not there"
        assert await shape(lab.driver, own) == whole
        assert list(spool.buried()) == []
    record_testsuite_property("kills", kills)
    record_testsuite_property("worlds", world)


async def test_eight_writers_at_once_make_the_graph_of_one(lab: Lab, tmp_path: Path, tenant: str) -> None:
    """CON-01: eight workers, sessions about the same five people and one project: no failure, the sequential graph."""
    whole, _ = await lab.whole(tmp_path / "whole", crowd(f"{tenant}w"))
    for number in (2, 8):
        own = f"{tenant}{number}"
        spool = filled(tmp_path / own, *crowd(own))
        assert await lab.run(spool, *[None] * number) == [False] * number
        assert (spool.entries(), spool.claims(), list(spool.buried())) == ([], [], [])
        assert await shape(lab.driver, own) == whole


def crowd(tenant: str) -> list[Job]:
    """Sessions that all mention the same five people and one project."""
    names = ["Ada Sato", "Bo Lind", "Chi Okafor", "Dana Roth", "Eli Stone"]
    turned = (names[n % 5 :] + names[: n % 5] for n in range(SESSIONS))
    return [
        text_job(
            f"{', '.join(order)} met about Ferrylight. {order[0]} decided to use Kafka for lane {n} because "
            f"{order[1]} measured it.",
            tenant=tenant,
            project="Ferrylight",
        )
        for n, order in enumerate(turned)
    ]


async def test_fifty_identical_adds_of_four_processes_are_one_episode(lab: Lab, tmp_path: Path, tenant: str) -> None:
    """CON-02, DED-01: the same sentence, accepted fifty times, drained by four processes at once."""
    said = "We decided to use Kafka for the order events because RabbitMQ lost messages in March."
    spool = filled(tmp_path / "all", text_job(said, tenant=tenant))
    [entry] = spool.entries()
    content = (spool.queued / entry.name).read_bytes()
    for number in range(1, COPIES):
        (spool.queued / replace(entry, seq=entry.seq + number).name).write_bytes(content)
    assert len(spool.entries()) == COPIES
    assert await lab.run(spool, *[None] * 4) == [False] * 4
    found = await lab.driver.execute_query(
        "MATCH (e:Episode {tenant: $tenant}) RETURN count(e) AS n, count(DISTINCT e.id) AS ids", tenant=tenant
    )
    assert tuple(found.records[0].values()) == (1, 1)
    assert (spool.entries(), spool.claims(), await halves(lab.driver, tenant)) == ([], [], [])
