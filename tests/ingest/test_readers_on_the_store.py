"""What readers promise, on a real store: whole sessions, whole notes, and reverts that end what they revert."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import neo4j
import pytest
from ingest_given import Content

from graphmem.app import App
from graphmem.cli.session import Desk
from graphmem.domain.scope import Reader
from graphmem.store.client import Client, Connection
from ingest.run import ingest

Write = Callable[[str, Content], Path]


@pytest.fixture(scope="session")
async def driver(connection: Connection, client: Client) -> Any:  # noqa: ARG001 - it brings the schema
    auth = (connection.user, connection.password) if connection.user else None
    async with neo4j.AsyncGraphDatabase.driver(connection.uri, auth=auth) as opened:
        yield opened


@pytest.fixture
def desk(memory: App, reader: Reader) -> Desk:
    return Desk(memory=memory, reader=reader)


async def live_texts(driver: neo4j.AsyncDriver, tenant: str, harness: str) -> list[str]:
    found = await driver.execute_query(
        "MATCH (c:Chunk {tenant: $tenant, live: true})-[:PART_OF]->(e:Episode {source: $source}) "
        "RETURN DISTINCT c.id AS id, c.text AS text ORDER BY text",
        tenant=tenant,
        source=harness,
    )
    return [record["text"] for record in found.records]


async def decisions(driver: neo4j.AsyncDriver, tenant: str) -> list[tuple[str, bool]]:
    found = await driver.execute_query(
        "MATCH (d:Decision {tenant: $tenant}) RETURN d.text AS text, d.live AS live ORDER BY text", tenant=tenant
    )
    return [(record["text"], record["live"]) for record in found.records]


def turn(own: str, text: str, session: str, minute: int) -> dict[str, object]:
    return {
        "type": "user",
        "uuid": own,
        "sessionId": session,
        "cwd": "/srv/app",
        "timestamp": f"2025-05-03T10:{minute:02}:00Z",
        "message": {"role": "user", "content": text},
    }


@pytest.mark.parametrize("order", [["A", "B"], ["B", "A"], ["B", "A", "B"]], ids="".join)
async def test_ing_04_files_that_come_one_at_a_time_give_each_session_whole_and_each_turn_once(
    write: Write, desk: Desk, driver: neo4j.AsyncDriver, order: list[str]
) -> None:
    talk = [turn(f"b{n}", f"Sentence number {n} about trams.", "B", n) for n in range(8)]
    write("A.jsonl", [turn("a1", "We decided to drop Redis.", "A", 1), *talk[3:]])
    home = write("B.jsonl", talk[:5]).parent
    for name in order:
        await ingest(desk, [home / f"{name}.jsonl"])
    tenant = desk.reader.tenant
    assert await live_texts(driver, tenant, "claude-code") == sorted(
        ["We decided to drop Redis.", *(f"Sentence number {n} about trams." for n in range(8))]
    )
    found = await driver.execute_query(
        "MATCH (e:Episode {tenant: $tenant})-[:IN_SESSION]->(s:Session) "
        "RETURN s.external_id AS session, count(e) AS episodes ORDER BY session",
        tenant=tenant,
    )
    assert [(row["session"], row["episodes"]) for row in found.records] == [("A", 1), ("B", 1)]
    said_by_b = await driver.execute_query(
        "MATCH (d:Decision {tenant: $tenant})-[:EVIDENCED_BY]->(:Chunk)-[:PART_OF]->(:Episode)-[:IN_SESSION]->(s) "
        "RETURN collect(DISTINCT s.external_id) AS sessions",
        tenant=tenant,
    )
    assert said_by_b.records[0]["sessions"] == ["A"]


async def test_a_note_that_is_longer_than_one_window_is_kept_whole(
    write: Write, desk: Desk, driver: neo4j.AsyncDriver
) -> None:
    words = [f"Paragraph {n:02} says that " + f"tram number {n} runs. " * 18 for n in range(90)]
    path = write("long.md", "# Trams\n\n" + "\n\n".join(words) + "\n")
    report = await ingest(desk, [path])
    assert report.totals.documents > 1
    texts = await live_texts(driver, desk.reader.tenant, "markdown")
    assert [text[:13] for text in texts if text.startswith("Paragraph")] == [word[:13] for word in words]
    again = await ingest(desk, [path])
    assert (again.totals.unchanged, again.totals.embedded) == (report.totals.documents, 0)
    copied = await ingest(desk, [write("copy/other.md", path.read_bytes())])
    assert copied.totals.unchanged >= 1


async def test_a_revert_ends_the_decision_that_it_reverts(write: Write, desk: Desk, driver: neo4j.AsyncDriver) -> None:
    bad, good = "a" * 8 + "1" * 32, "b" * 8 + "2" * 32
    head = "Author: Ada Lind <ada@example.org>\nDate:   Thu May 1 {hour}:00:00 2025 +0200\n\n"
    log = (
        f"commit {good}\n{head.format(hour=11)}"
        f'    Revert "Switch the cache to Redis"\n    \n    This reverts commit {bad}.\n    \n'
        f"    It lost sessions on restart.\n\n"
        f"commit {bad}\n{head.format(hour=10)}    Switch the cache to Redis\n    \n    Memcached is too slow.\n"
    )
    await ingest(desk, [write("log.txt", log)])
    assert await decisions(driver, desk.reader.tenant) == [
        ('Revert "Switch the cache to Redis"', True),
        ("Switch the cache to Redis", False),
    ]
    handles = await driver.execute_query(
        "MATCH (p:Person {tenant: $tenant, name: 'Ada Lind'}) RETURN p.handles AS handles", tenant=desk.reader.tenant
    )
    assert handles.records[0]["handles"] == ["ada@example.org"]
