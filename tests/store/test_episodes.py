"""Writing episodes on a real server: idempotent, whole or not at all, joined with what came before."""

import asyncio
from collections.abc import Sequence
from typing import Any

import neo4j
import pytest
from given import day, record, talk

from graphmem.app import App
from graphmem.domain.documents import Document
from graphmem.domain.nodes import PageKey
from graphmem.domain.reports import Recorded
from graphmem.domain.scope import Placement, Reader
from graphmem.govern.audience import reader_of
from graphmem.store.client import Client, Connection


async def write(
    memory: App, reader: Reader, *documents: Document, placement: Placement | None = None
) -> list[Recorded]:
    return [done async for done in memory.record(documents, reader, placement)]


@pytest.fixture(scope="session")
async def driver(connection: Connection, client: Client) -> Any:  # noqa: ARG001 - it brings the schema
    auth = (connection.user, connection.password) if connection.user else None
    async with neo4j.AsyncGraphDatabase.driver(connection.uri, auth=auth) as opened:
        yield opened


async def dump(driver: neo4j.AsyncDriver, tenant: str) -> tuple[list[Any], list[Any]]:
    """Everything of a tenant but the moments it was written at."""
    nodes = await driver.execute_query(
        "MATCH (n {tenant: $tenant}) RETURN labels(n) AS labels, n {.*, created_at: null, expired_at: null} AS n",
        tenant=tenant,
    )
    edges = await driver.execute_query(
        "MATCH (a {tenant: $tenant})-[r]->(b) RETURN a.id AS a, type(r) AS t, b.id AS b, r {.*, created_at: null} AS r",
        tenant=tenant,
    )
    return sorted(map(str, nodes.records)), sorted(map(str, edges.records))


CHAT = (
    ("Ada Sato", "We decided to use Kafka for the order events because RabbitMQ lost messages in March."),
    ("Bo Lind", "My concern is that nobody here has run Kafka before."),
    ("Ada Sato", "I'll write the runbook by Friday."),
)


async def test_the_same_input_twice_changes_nothing_and_embeds_nothing(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    [first] = await write(memory, reader, talk(*CHAT, at=day(2)))
    before = await dump(driver, reader.tenant)
    [second] = await write(memory, reader, talk(*CHAT, at=day(2)))
    assert (first.outcome, second.outcome) == ("new", "unchanged")
    assert first.embedded > 0
    assert (second.embedded, second.nodes_created, second.relationships_created) == (0, 0, 0)
    assert await dump(driver, reader.tenant) == before


async def test_a_grown_session_ends_as_the_graph_of_the_whole_one(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    whole = reader_of(f"{reader.tenant}w", "ada")
    await write(memory, reader, talk(*CHAT[:2], at=day(2)))
    [grown] = await write(memory, reader, talk(*CHAT, at=day(2)))
    await write(memory, whole, talk(*CHAT, at=day(2)))
    assert grown.outcome == "changed"
    shapes = []
    for tenant in (reader.tenant, whole.tenant):
        found = await driver.execute_query(
            "MATCH (n {tenant: $tenant}) OPTIONAL MATCH (n)-[r]->(m) "
            "RETURN labels(n) AS l, coalesce(n.text, n.name, n.kind) AS n, n.live AS live, type(r) AS r, "
            "coalesce(m.text, m.name, m.kind) AS m",
            tenant=tenant,
        )
        shapes.append(sorted(map(str, found.records)))
    assert shapes[0] == shapes[1]


async def test_only_the_new_turns_of_a_grown_session_are_embedded(memory: App, reader: Reader) -> None:
    await write(memory, reader, talk(*CHAT, at=day(2)))
    [grown] = await write(memory, reader, talk(*CHAT, ("Bo Lind", "Fine."), at=day(2)))
    assert 1 <= grown.embedded <= 2


async def test_a_shorter_window_of_a_session_takes_nothing_away(memory: App, reader: Reader) -> None:
    """ING-04: after a resume one session lies in two files; the shorter one must not shrink it."""
    await write(memory, reader, talk(*CHAT, at=day(2)))
    before = await memory.nodes.count(reader)
    await write(memory, reader, talk(*CHAT[:2], at=day(2)))
    assert await memory.nodes.count(reader) == before


async def test_a_copy_of_a_file_under_another_name_is_the_same_document(memory: App, reader: Reader) -> None:
    note = record(1, "Use Kafka", at=day(1), context="Orders get lost.", decision="We will use Kafka.")
    copy = Document(
        **{
            **{name: getattr(note, name) for name in Document.__slots__},
            "uri": "file:///copy.md",
            "external_id": "file:///copy.md",
        }
    )
    assert [done.outcome for done in await write(memory, reader, note, copy)] == ["new", "unchanged"]
    assert [done.outcome for done in await write(memory, reader, copy)] == ["unchanged"]


async def test_a_paragraph_taken_out_of_a_note_leaves_default_reads_and_stays_in_history(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    await write(
        memory, reader, record(1, "Use Kafka", at=day(1), context="Orders get lost.", decision="We will use Kafka.")
    )
    await write(memory, reader, record(1, "Use Kafka", at=day(1), decision="We will use Kafka."))
    rows = await driver.execute_query(
        "MATCH (c:Chunk {tenant: $tenant}) RETURN c.text AS text, c.live AS live, c.expired_at IS NULL AS current",
        tenant=reader.tenant,
    )
    found = {row["text"]: (row["live"], row["current"]) for row in rows.records}
    assert found == {"Orders get lost.": (False, False), "We will use Kafka.": (True, True)}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_a_record_that_supersedes_another_ends_it_whichever_arrives_first(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver, order: Sequence[int]
) -> None:
    records = [
        record(4, "Use RabbitMQ", at=day(1), context="We need a queue.", decision="We will use RabbitMQ."),
        record(9, "Use Kafka", at=day(9), supersedes=4, context="Messages got lost.", decision="We will use Kafka."),
    ]
    for place in order:
        await write(memory, reader, records[place])
    rows = await driver.execute_query(
        "MATCH (new:Decision {tenant: $tenant})-[:SUPERSEDES]->(old:Decision) "
        "RETURN new.text AS new, old.text AS old, new.live AS stands, old.live AS holds, old.status AS status, "
        "old.invalid_at = new.valid_at AS ends_then",
        tenant=reader.tenant,
    )
    assert [tuple(row.values()) for row in rows.records] == [
        ("We will use Kafka.", "We will use RabbitMQ.", True, False, "superseded", True)
    ]


async def test_every_quote_is_a_slice_of_its_chunk(memory: App, reader: Reader, driver: neo4j.AsyncDriver) -> None:
    await write(memory, reader, talk(*CHAT, at=day(2)))
    rows = await driver.execute_query(
        "MATCH (s:Statement {tenant: $tenant})-[q:EVIDENCED_BY]->(c:Chunk) "
        "RETURN c.text AS text, q.start AS start, q.end AS end",
        tenant=reader.tenant,
    )
    assert rows.records
    assert all(0 <= row["start"] < row["end"] <= len(row["text"]) for row in rows.records)


async def test_fifty_parallel_writes_of_one_episode_leave_one(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    """CON-02: uniqueness lives in the database, not in a process."""
    await asyncio.gather(*(write(memory, reader, talk(*CHAT, at=day(2))) for _ in range(50)))
    rows = await driver.execute_query(
        "MATCH (e:Episode {tenant: $tenant}) RETURN count(e) AS episodes, count(DISTINCT e.id) AS ids",
        tenant=reader.tenant,
    )
    assert tuple(rows.records[0].values()) == (1, 1)


async def test_eight_sessions_about_the_same_people_do_not_deadlock(memory: App, reader: Reader) -> None:
    """CON-01: shared names are locked in one order and a lost race is tried again."""
    names = ["Ada Sato", "Bo Lind", "Chi Okafor", "Dana Roth", "Eli Stone"]
    sessions = [
        talk(
            *(
                (name, f"I talked with {other} about Kafka.")
                for name, other in zip(names, names[n % 5 :] + names[: n % 5], strict=True)
            ),
            session=f"s{n}",
            at=day(2),
        )
        for n in range(8)
    ]
    done = await asyncio.gather(*(write(memory, reader, one) for one in sessions))
    assert [one.outcome for [one] in done] == ["new"] * 8


async def test_an_edge_to_a_node_that_is_not_there_fails_the_whole_episode(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ENT-06: a relationship is never lost in silence, and nothing half-written stays."""
    from graphmem.domain.errors import Conflict
    from graphmem.store import rows

    monkeypatch.setattr(
        rows,
        "edge_rows",
        lambda _: [{"source_id": "a", "target_id": "b", "relation": "BECAUSE", "weight": 1.0, "confidence": 1.0}],
    )
    with pytest.raises(Conflict):
        await write(memory, reader, talk(*CHAT, at=day(2)))
    rows = await driver.execute_query("MATCH (n {tenant: $tenant}) RETURN count(n) AS n", tenant=reader.tenant)
    assert rows.records[0]["n"] == 0


async def test_names_are_data_and_never_query_text(memory: App, reader: Reader) -> None:
    """NEO-01, NEO-02: quotes, backticks and Cypher in names are stored as they are."""
    nasty = ["x` WITH 1 AS y MATCH (m) DETACH DELETE m //", "'; RETURN 1", "由...组成", "100%", "a" * 9000]
    await write(
        memory, reader, talk(*((name, f"I am {name} and we decided to use {name}.") for name in nasty), at=day(2))
    )
    people = await memory.nodes.find_episodes(reader, first=5, after=PageKey())
    assert len(people) == 1


async def test_topics_whose_names_differ_by_a_dash_are_two_and_stored(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    """Two names with one web address refused the whole batch."""
    names = ["Spider Man", "Spider-Man"]
    told = {"decision": "We use the harbour."}
    done = await write(memory, reader, *(record(n, name, at=day(1), **told) for n, name in enumerate(names, start=1)))
    assert [one.outcome for one in done] == ["new"] * len(names)
    slugs = await driver.execute_query("MATCH (t:Topic {tenant: $tenant}) RETURN t.slug AS slug", tenant=reader.tenant)
    found = [row["slug"] for row in slugs.records]
    assert "spider-man" in found
    assert len(set(found)) == len(found) >= len(names)
