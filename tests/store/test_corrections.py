"""Supersede by hand: atomic, found by every path, refused when it comes too late, and undone."""

from typing import Any

import neo4j
import pytest
from given import day, talk

from graphmem.app import App
from graphmem.domain.answers import RecallQuery
from graphmem.domain.corrections import Verdict
from graphmem.domain.errors import Conflict, InvalidQuery, NotFound
from graphmem.domain.nodes import Moment, Node, PageKey
from graphmem.domain.scope import Reader
from graphmem.domain.time import AsOf
from graphmem.govern.audience import reader_of
from graphmem.store.client import Client, Connection

STACK, NEWER = "The stack is Django and Postgres.", "The stack is Django and MySQL."


@pytest.fixture(scope="session")
async def driver(connection: Connection, client: Client) -> Any:  # noqa: ARG001 - it brings the schema
    auth = (connection.user, connection.password) if connection.user else None
    async with neo4j.AsyncGraphDatabase.driver(connection.uri, auth=auth) as opened:
        yield opened


async def told(memory: App, reader: Reader, text: str) -> Node:
    async for _ in memory.record([talk(("Ada Sato", text), at=day(1))], reader):
        pass
    [fact] = await memory.nodes.find_statements(reader, "Fact", first=5, after=PageKey())
    return fact


async def items(memory: App, reader: Reader, question: str, **more: Any) -> list[str]:
    return [item.text for item in (await memory.recall(RecallQuery(text=question, **more), reader)).items]


async def test_tmp_03_a_corrected_statement_is_gone_from_every_default_read(memory: App, reader: Reader) -> None:
    """TMP-03: store, correct, ask in three wordings, travel in time."""
    fact = await told(memory, reader, STACK)
    done = await memory.supersede(fact.values["handle"], reader, new_text=NEWER, reason="we moved", at=day(9))
    for question in ("What is the stack?", "Django and Postgres", "Which database do we have in the stack?"):
        assert await items(memory, reader, question) == [NEWER]
    assert await items(memory, reader, "What is the stack?", as_of=AsOf(valid=day(5))) == [STACK]
    assert await items(memory, reader, "What is the stack?", include_history=True) == [NEWER, STACK]
    [now] = await memory.nodes.find_statements(reader, "Fact", first=5, after=PageKey())
    assert (now.id, now.values["text"], now.values["semantic_key"]) == (
        done.new_id,
        NEWER,
        fact.values["semantic_key"],
    )


async def test_the_chain_is_walked_both_ways(memory: App, reader: Reader) -> None:
    fact = await told(memory, reader, STACK)
    second = await memory.supersede(fact.id, reader, new_text=NEWER, at=day(5))
    third = await memory.supersede(second.new_id, reader, new_text="The stack is Flask and MySQL.", at=day(9))
    edges = await memory.nodes.find_edges(reader, [second.new_id], ["SUPERSEDES"], at=Moment(with_history=True))
    assert {(one.is_reversed, one.node.id) for one in edges[second.new_id]} == {(False, fact.id), (True, third.new_id)}


async def test_mcp_06_a_correction_that_comes_too_late_is_refused_and_names_what_holds(
    memory: App, reader: Reader
) -> None:
    """MCP-06: an overtaken or stale write is a conflict with the current version, never a silent replacement."""
    fact = await told(memory, reader, STACK)
    with pytest.raises(Conflict, match="version"):
        await memory.supersede(fact.id, reader, new_text=NEWER, version=fact.values["version"] + 1)
    done = await memory.supersede(fact.id, reader, new_text=NEWER, version=fact.values["version"])
    with pytest.raises(Conflict) as refused:
        await memory.supersede(fact.id, reader, new_text="The stack is Rails.")
    assert done.new_handle in refused.value.hint
    assert NEWER in refused.value.hint
    assert await items(memory, reader, "What is the stack?") == [NEWER]


async def test_an_undone_correction_leaves_the_old_statement_and_not_the_new(memory: App, reader: Reader) -> None:
    fact = await told(memory, reader, STACK)
    await memory.supersede(fact.id, reader, new_text=NEWER)
    assert (await memory.unsupersede(fact.id, reader)).live
    assert await items(memory, reader, "What is the stack?") == [STACK]
    with pytest.raises(Conflict):
        await memory.unsupersede(fact.id, reader)


async def test_an_undone_update_stays_undone_when_the_source_is_read_again(memory: App, reader: Reader) -> None:
    fact = await told(memory, reader, "The limit is 5.")
    later = talk(("Ada Sato", "The limit is 7."), session="later", at=day(9))
    async for _ in memory.record([later], reader):
        pass
    await memory.unsupersede(fact.id, reader)
    grown = talk(("Ada Sato", "The limit is 7."), ("Bo Lind", "Fine."), session="later", at=day(9))
    async for _ in memory.record([grown], reader):
        pass
    live = await memory.nodes.find_statements(reader, "Fact", first=5, after=PageKey())
    assert {node.values["text"].rstrip(".") for node in live} == {"The limit is 5", "The limit is 7"}


async def test_what_rests_on_a_superseded_statement_is_stale(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    fact = await told(memory, reader, STACK)
    await driver.execute_query(
        "MATCH (s:Statement {tenant: $tenant, id: $id}) CREATE (:Statement:Decision {tenant: $tenant, id: 'd', "
        "audience: s.audience, live: true, kind: 'Decision', text: 'Hire a DBA.', handle: 'd-1'})-[:DEPENDS_ON]->(s)",
        tenant=reader.tenant,
        id=fact.id,
    )
    assert (await memory.supersede(fact.id, reader, new_text=NEWER)).stale == 1
    [row] = (await driver.execute_query("MATCH (d {tenant: $t, id: 'd'}) RETURN d.stale_since AS at", t=reader.tenant))[
        0
    ]
    assert row["at"] is not None


async def test_nobody_corrects_what_he_may_not_read(memory: App, reader: Reader, tenant: str) -> None:
    fact = await told(memory, reader, STACK)
    with pytest.raises(NotFound):
        await memory.supersede(fact.id, reader_of(tenant, "eve"), new_text=NEWER)
    with pytest.raises(InvalidQuery):
        await memory.supersede(fact.id, reader, new_text=STACK)


async def test_corrections_and_outcomes_are_kept_as_labels_without_their_text(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    fact = await told(memory, reader, STACK)
    assert await memory.outcome([fact.id, "nothing"], Verdict.BAD, reader, note="outdated") == [fact.id]
    await memory.supersede(fact.id, reader, new_text=NEWER, reason="we moved")
    found = await driver.execute_query(
        "MATCH (a:AuditEntry {tenant: $t}) "
        "RETURN a.action AS action, a.target AS target, a.detail AS detail ORDER BY action",
        t=reader.tenant,
    )
    assert [(row["action"], row["target"]) for row in found.records] == [("outcome", fact.id), ("supersede", fact.id)]
    assert all("Django" not in row["detail"] for row in found.records)
    node = (await memory.nodes.fetch(reader, [fact.id]))[fact.id]
    assert (node.values["good"], node.values["bad"]) == (0, 1)
