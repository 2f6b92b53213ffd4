"""What an agent hands over: checked against the stored words, kept beside what the rules read."""

from typing import Any

import neo4j
import pytest
from engines_given import GOOD, TALK, said, stored
from given import day, talk

from graphmem.app import App
from graphmem.domain.answers import RecallQuery
from graphmem.domain.errors import BadInput, InvalidQuery, NotFound
from graphmem.domain.nodes import PageKey
from graphmem.domain.scope import Placement, Reader, Visibility
from graphmem.govern.audience import reader_of
from graphmem.remember.capture import Capture
from graphmem.store.client import Client, Connection


@pytest.fixture(scope="module")
async def driver(connection: Connection, client: Client) -> Any:  # noqa: ARG001 - it brings the schema
    auth = (connection.user, connection.password) if connection.user else None
    async with neo4j.AsyncGraphDatabase.driver(connection.uri, auth=auth) as opened:
        yield opened


async def rows(driver: neo4j.AsyncDriver, query: str, **values: Any) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for row in (await driver.execute_query(query, values)).records]


READ = """MATCH (s:Statement {tenant: $tenant}) OPTIONAL MATCH (s)-[q:EVIDENCED_BY]->(c:Chunk)
WITH s, q, c ORDER BY q.extractor
RETURN s.kind AS kind, s.text AS text, coalesce(s.status, '') AS status, s.origin AS origin,
       collect(q.extractor) AS readers, collect(substring(c.text, q.start, q.end - q.start)) AS quotes
ORDER BY kind, text"""


async def capture(memory: App, reader: Reader, value: object, **values: str) -> Any:
    wanted = {"session": "s1"} | values
    return await memory.capture(Capture(extraction=said(value), agent="claude", **wanted), reader)


async def test_the_agents_items_reinforce_what_the_rules_read_and_add_what_they_missed(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    await stored(memory, reader)
    before = {(kind, text) for kind, text, *_ in await rows(driver, READ, tenant=reader.tenant)}
    sure = await rows(driver, "MATCH (d:Decision {tenant: $tenant}) RETURN d.confidence", tenant=reader.tenant)
    missed = {"text": "Use Kafka when RabbitMQ lost messages", "quote": "RabbitMQ lost messages in March"}
    report = await capture(memory, reader, GOOD | {"procedures": [missed]})
    assert (report.extractor, report.unquoted, report.dropped) == ("capture:claude@1", 0, ())
    assert report.enriched.reinforced >= 1
    found = await rows(driver, READ, tenant=reader.tenant)
    assert before <= {(kind, text) for kind, text, *_ in found}
    [decision] = [row for row in found if row[0] == "Decision"]
    assert decision[4] == ["capture:claude@1", "rules@1"]
    surer = await rows(driver, "MATCH (d:Decision {tenant: $tenant}) RETURN d.confidence", tenant=reader.tenant)
    assert surer[0][0] > sure[0][0]
    added = {row[1] for row in found if row[4] == ["capture:claude@1"]}
    assert missed["text"] in added
    whole = "\n".join(text for _, text in TALK)
    assert all(quote in whole for row in found for quote in row[5])


async def test_the_same_capture_again_changes_nothing(memory: App, reader: Reader, driver: neo4j.AsyncDriver) -> None:
    await stored(memory, reader)
    await capture(memory, reader, GOOD)
    everything = (
        "MATCH (n {tenant: $tenant}) OPTIONAL MATCH (n)-[r]->(m) "
        "RETURN n {.*, created_at: null} AS node, type(r) AS type, r {.*, created_at: null} AS edge, m.id AS other"
    )
    before = sorted(map(str, await rows(driver, everything, tenant=reader.tenant)))
    await capture(memory, reader, GOOD)
    assert sorted(map(str, await rows(driver, everything, tenant=reader.tenant))) == before


async def test_a_later_capture_of_a_session_takes_nothing_away_from_an_earlier_one(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    await stored(memory, reader)
    await capture(memory, reader, {"facts": GOOD["facts"]})
    await capture(memory, reader, {"decisions": GOOD["decisions"]})
    read = [row[4] for row in await rows(driver, READ, tenant=reader.tenant) if row[0] == "Fact"]
    assert ["capture:claude@1", "rules@1"] in read


async def test_an_item_whose_quote_is_not_in_the_text_is_kept_without_evidence_and_says_so(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    await stored(memory, reader)
    report = await capture(
        memory, reader, {"facts": [{"text": "The budget is gone", "quote": "the budget is gone", "subject": "budget"}]}
    )
    assert (report.kept, report.unquoted) == (1, 1)
    [row] = [row for row in await rows(driver, READ, tenant=reader.tenant) if row[1] == "The budget is gone"]
    assert row[3:] == ("captured", [], [])
    page = await memory.nodes.find_statements(reader, "Fact", first=10, after=PageKey())
    assert "The budget is gone" in {node.text for node in page}


async def test_a_better_engine_corrects_a_standing_and_what_was_said_before_stays_readable(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    await stored(memory, reader)
    decision = {**GOOD["decisions"][0], "status": "proposed", "reasons": []}
    report = await capture(memory, reader, {"decisions": [decision]})
    assert report.enriched.corrected == 1
    query = "MATCH (d:Decision {tenant: $tenant}) RETURN d.status, d.corrected, d.judged_by, d.live"
    assert await rows(driver, query, tenant=reader.tenant) == [
        ("proposed", ["accepted (rules@1)"], "capture:claude@1", True)
    ]
    await stored(memory, reader, talk(*TALK, ("Bo Lind", "Fine by me."), at=day(2)))
    assert (await rows(driver, query, tenant=reader.tenant))[0][0] == "proposed", "the rules do not win it back"


async def test_nothing_that_is_handed_over_widens_a_scope_locks_deletes_or_ends_anything(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    await stored(memory, reader)
    value = {
        "scope": "company",
        "forget": ["everything"],
        "decisions": [
            {
                **GOOD["decisions"][0],
                "scope": "company",
                "audience": f"{reader.tenant}/company",
                "pinned": True,
                "authoritative": True,
                "reverses": True,
            },
            {"text": "RabbitMQ is gone", "quote": "RabbitMQ lost messages", "status": "superseded"},
        ],
    }
    report = await capture(memory, reader, value)
    assert {(one.kind, one.reason.split(":")[0]) for one in report.dropped} == {
        ("scope", "the shape has no such list"),
        ("forget", "the shape has no such list"),
        ("decisions", "an engine ends no decision"),
    }
    query = (
        "MATCH (s:Statement {tenant: $tenant}) RETURN DISTINCT s.scope, s.audience, s.pinned, s.authoritative, s.live"
    )
    assert await rows(driver, query, tenant=reader.tenant) == [
        ("personal", f"{reader.tenant}/personal:ada", False, False, True)
    ]


async def test_what_is_learnt_from_a_shared_conversation_belongs_where_the_conversation_does(
    memory: App, tenant: str, driver: neo4j.AsyncDriver
) -> None:
    ada, bo = reader_of(tenant, "ada"), reader_of(tenant, "bo")
    shared = Placement(scope="company", visibility=Visibility.SHARED)
    async for _ in memory.record([talk(*TALK, at=day(2))], ada, shared):
        pass
    await capture(memory, bo, {"facts": GOOD["facts"]})
    query = "MATCH (s:Fact {tenant: $tenant}) RETURN DISTINCT s.audience, s.owner"
    assert await rows(driver, query, tenant=tenant) == [(f"{tenant}/company", "ada")]


async def test_nobody_adds_to_a_conversation_he_may_not_read(memory: App, tenant: str) -> None:
    await stored(memory, reader_of(tenant, "ada"))
    with pytest.raises(NotFound):
        await capture(memory, reader_of(tenant, "bo"), GOOD)


async def test_a_session_of_several_episodes_gets_each_item_where_its_words_stand(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    from dataclasses import replace

    early = talk(*TALK, at=day(2))
    late = talk(("Bo Lind", "The disk of the broker holds 40 GB."), at=day(3))
    late = replace(late, parts=tuple(replace(part, key=f"x{part.key}") for part in late.parts))
    first, second = await stored(memory, reader, early, late)
    fact = {"text": "The disk holds 40 GB", "quote": "disk of the broker holds 40 GB", "subject": "disk"}
    report = await capture(memory, reader, {"decisions": GOOD["decisions"], "facts": [fact]})
    assert set(report.episodes) == {first, second}
    query = "MATCH (s:Fact {tenant: $tenant})-[:EVIDENCED_BY {extractor: 'capture:claude@1'}]->() RETURN s.episode_id"
    assert await rows(driver, query, tenant=reader.tenant) == [(second,)]


async def test_what_cannot_be_taken_over_is_told_with_a_way_out(memory: App, reader: Reader) -> None:
    with pytest.raises(NotFound) as missing:
        await capture(memory, reader, GOOD)
    assert "text" in missing.value.hint
    await stored(memory, reader)
    with pytest.raises(BadInput, match="no JSON object"):
        await memory.capture(Capture(extraction="I learnt a lot!", agent="claude", session="s1"), reader)
    with pytest.raises(InvalidQuery):
        await memory.capture(Capture(extraction=said(GOOD), agent="claude"), reader)
    with pytest.raises(InvalidQuery):
        await memory.capture(Capture(extraction=said(GOOD), agent=" ", session="s1"), reader)


async def test_what_an_agent_hands_over_ends_what_stood_before_and_keeps_doing_so(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    """The words said do not show it ("ok, Tuesdays then"); the agent's own wording does."""
    old = talk(("Ada Sato", "We deploy on Fridays."), session="old", at=day(1))
    asked = ("Ada Sato", "When do we deploy from now on?")
    new = talk(asked, ("Bo Lind", "ok, Tuesdays then, that suits the whole team."), session="new", at=day(5))
    async for _ in memory.record([old, new], reader):
        pass
    fact = {"text": "We deploy on Tuesdays now", "quote": "ok, Tuesdays then"}
    await capture(memory, reader, {"facts": [fact]}, session="new")
    ended = "MATCH (n {tenant: $tenant})-[:SUPERSEDES]->(o) RETURN n.text, o.text, o.live"
    assert await rows(driver, ended, tenant=reader.tenant) == [
        ("We deploy on Tuesdays now", "We deploy on Fridays", False)
    ]
    answer = await memory.recall(RecallQuery(text="When do we deploy?"), reader)
    told = " ".join(item.text for item in answer.items)
    assert "Tuesdays" in told
    assert "Fridays" not in told
    again = talk(
        asked,
        ("Bo Lind", "ok, Tuesdays then, that suits the whole team."),
        ("Ada Sato", "Good."),
        session="new",
        at=day(5),
    )
    async for _ in memory.record([again], reader):
        pass
    assert len(await rows(driver, ended, tenant=reader.tenant)) == 1


async def test_a_capture_closes_nothing_that_another_engine_has_ended(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    old = talk(("Ada Sato", "We deploy on Fridays."), session="old", at=day(1))
    new = talk(("Bo Lind", "We deploy on Tuesdays now. Lunch is at noon."), session="new", at=day(5))
    async for _ in memory.record([old, new], reader):
        pass
    count = "MATCH ({tenant: $tenant})-[r:SUPERSEDES]->() RETURN count(r)"
    assert await rows(driver, count, tenant=reader.tenant) == [(1,)]
    await capture(memory, reader, {"facts": [{"text": "Lunch is at noon", "quote": "Lunch is at noon"}]}, session="new")
    assert await rows(driver, count, tenant=reader.tenant) == [(1,)]
