"""What is said again, changed or contradicted: one statement, one current value, all of it in history."""

import asyncio
from collections.abc import Sequence
from typing import Any

import neo4j
import pytest
from given import day, talk

from graphmem.app import App
from graphmem.domain.answers import RecallQuery
from graphmem.domain.documents import Document
from graphmem.domain.scope import Reader
from graphmem.domain.time import AsOf
from graphmem.store.client import Client, Connection


async def write(memory: App, reader: Reader, *documents: Document) -> None:
    async for _ in memory.record(documents, reader):
        pass


@pytest.fixture(scope="session")
async def driver(connection: Connection, client: Client) -> Any:  # noqa: ARG001 - it brings the schema
    auth = (connection.user, connection.password) if connection.user else None
    async with neo4j.AsyncGraphDatabase.driver(connection.uri, auth=auth) as opened:
        yield opened


def said(text: str, on: int, *, by: str = "Ada Sato", project: str = "", session: str = "") -> Document:
    return talk((by, text), session=session or f"{by}-{on}-{text[:12]}", at=day(on), project=project)


async def rows(driver: neo4j.AsyncDriver, query: str, tenant: str) -> list[tuple[Any, ...]]:
    found = await driver.execute_query(query, tenant=tenant)
    return [tuple(row.values()) for row in found.records]


ENDINGS = (
    "MATCH (new:Statement {tenant: $tenant})-[r:SUPERSEDES]->(old:Statement) "
    "RETURN new.text, old.text, r.quote ORDER BY new.valid_at, old.valid_at"
)
LIVE = "MATCH (s:Statement {tenant: $tenant, live: true}) RETURN s.text ORDER BY s.valid_at, s.text"
COUNTED = (
    "MATCH (s:Statement {tenant: $tenant})-[r:EVIDENCED_BY]->() "
    "WITH s, count(r) AS sources RETURN s.text, sources ORDER BY s.valid_at, s.text"
)


async def now(memory: App, reader: Reader, question: str, **more: Any) -> list[str]:
    return [item.text for item in (await memory.recall(RecallQuery(text=question, **more), reader)).items]


async def dump(driver: neo4j.AsyncDriver, tenant: str) -> tuple[list[str], list[str]]:
    nodes = await driver.execute_query(
        "MATCH (n {tenant: $tenant}) RETURN labels(n) AS l, n {.*, created_at: null} AS n", tenant=tenant
    )
    edges = await driver.execute_query(
        "MATCH (a {tenant: $tenant})-[r]->(b) RETURN a.id AS a, type(r) AS t, b.id AS b, r {.*, created_at: null} AS r",
        tenant=tenant,
    )
    return sorted(map(_told, nodes.records)), sorted(map(_told, edges.records))


def _told(record: neo4j.Record) -> str:
    """A record as text; the order in which the engine happens to keep properties is no difference."""
    return str([sorted(value.items()) if isinstance(value, dict) else value for value in record.values()])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I love olives.", "I hate olives."),
        ("The billing service listens on port 6001.", "The billing service listens on port 6002."),
        ("We use Postgres.", "We moved to MySQL on 3 May."),
    ],
)
async def test_tmp_01_the_new_value_is_current_and_the_old_one_kept_with_its_end(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver, old: str, new: str
) -> None:
    """TMP-01: a contradiction neither deletes the old fact nor loses the new one."""
    await write(memory, reader, said(old, 1))
    await write(memory, reader, said(new, 9))
    found = await rows(
        driver,
        "MATCH (new:Statement {tenant: $tenant})-[:SUPERSEDES]->(old) "
        "RETURN new.live, old.live, old.invalid_at = new.valid_at",
        reader.tenant,
    )
    assert found == [(True, False, True)]
    assert await now(memory, reader, old) == [new]
    assert await now(memory, reader, old, as_of=AsOf(valid=day(5))) == [old]
    assert await now(memory, reader, old, include_history=True) == [new, old]


LESSONS = tuple(
    f"The {part} {lesson}."
    for part, lesson in [
        ("importer", "fails on files without a header"),
        ("importer", "is slow on wide files"),
        ("exporter", "needs two passes"),
        ("scheduler", "starts at 02:00"),
        ("scheduler", "keeps 3 old runs"),
        ("cache", "is cold after a deploy"),
        ("cache", "holds 500 entries"),
        ("queue", "is durable"),
        ("queue", "has 4 partitions"),
        ("gateway", "listens on port 8080"),
        ("worker", "listens on port 8081"),
        ("staging database", "has 5 replicas"),
        ("production database", "has 7 replicas"),
        ("read timeout", "is 5 seconds"),
        ("write timeout", "is 20 seconds"),
        ("minimum batch", "is 10 rows"),
        ("maximum batch", "is 900 rows"),
        ("linter", "runs before the tests"),
        ("formatter", "runs after the tests"),
        ("kiosk", "opens at 8:00 in summer"),
        ("kiosk", "opens at 10:00 in winter"),
        ("mobile app", "has 12 screens"),
        ("desktop app", "has 30 screens"),
        ("basic plan", "costs 9 euros"),
        ("pro plan", "costs 29 euros"),
        ("retro", "is on Fridays"),
        ("planning", "is on Mondays"),
        ("photos", "are stored in the bucket quay-media"),
        ("videos", "are stored in the bucket pier-media"),
        ("table", "has 14 columns"),
    ]
)
CHANGES = {
    "The scheduler starts at 02:00.": "The scheduler starts at 03:30 now.",
    "The gateway listens on port 8080.": "The gateway listens on port 9090.",
    "The production database has 7 replicas.": "The production database has 9 replicas.",
    "The pro plan costs 29 euros.": "We raised the pro plan to 35 euros.",
    "The planning is on Mondays.": "The planning moved to Tuesdays.",
}


async def test_tmp_02_unrelated_facts_never_retire_each_other(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    """TMP-02: of thirty lessons about one area none is closed; of five real changes exactly five, each by its words."""
    for number, lesson in enumerate(LESSONS):
        await write(memory, reader, said(lesson, 1 + number % 9, session=f"l{number}"))
    assert await rows(driver, ENDINGS, reader.tenant) == []
    for number, change in enumerate(CHANGES.values()):
        await write(memory, reader, said(change, 11 + number))
    found = await rows(driver, ENDINGS, reader.tenant)
    assert sorted(quote for _, _, quote in found) == sorted(CHANGES.values())


async def test_tmp_04_current_values_are_found_and_no_old_one_takes_their_place(memory: App, reader: Reader) -> None:
    """TMP-04: things changed five times each; the current value is first and the answer is not thinned out."""
    for step in range(5):
        await write(
            memory,
            reader,
            *(said(f"The {thing} limit is {10 * n + step}.", 1 + step) for n, thing in enumerate(THINGS, start=1)),
        )
    for n, thing in enumerate(THINGS, start=1):
        items = await now(memory, reader, f"What is the {thing} limit?", top_k=5)
        assert items[0] == f"The {thing} limit is {10 * n + 4}."
        assert len(items) == 5
        assert all(text.endswith("4.") for text in items)


THINGS = ("upload", "login", "mail", "invoice", "search", "export")


async def test_ded_01_the_same_again_adds_a_source_and_nothing_else(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    """DED-01: an exact duplicate is one fact with two sources, then three."""
    text = "The API rate limit is 5 requests per second."
    for on in (1, 3, 8):
        await write(memory, reader, said(text, on))
    assert [count for _, count in await rows(driver, COUNTED, reader.tenant)] == [3]
    assert await now(memory, reader, "What is the API rate limit?") == [text]


async def test_ded_03_one_event_in_other_words_is_one_fact_with_several_sources(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    """DED-03: the same value in six wordings, two of them in one session, stays one statement."""
    wordings = [
        "The request timeout is 5 seconds.",
        "The request timeout is 5000 ms.",
        "Request timeout: 5 s",
        "The request timeout is five seconds.",
    ]
    for on, text in enumerate(wordings, start=1):
        await write(memory, reader, said(text, on))
    turns = [("Bo Lind", "Our request timeout is 5 seconds."), ("Ada Sato", "Yes, the request timeout is 5 seconds.")]
    await write(memory, reader, talk(*turns, session="again", at=day(9)))
    found = await rows(driver, COUNTED, reader.tenant)
    assert [count for _, count in found] == [6]


async def test_ded_02_reading_everything_again_changes_nothing(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    """DED-02: full dumps after the first, second and third run are equal, also when each session is read as grown."""
    story = [
        ("The limit is 5.", "We deploy on Fridays.", "I love olives."),
        ("The limit is 5.", "Lunch is at noon."),
        ("The limit is 7.", "We deploy on Tuesdays now.", "I hate olives now."),
        ("The limit is 9 now.", "The limit is 7."),
    ]
    sessions = [
        talk(*(("Ada Sato", text) for text in texts), session=f"s{n}", at=day(2 + n)) for n, texts in enumerate(story)
    ]
    await write(memory, reader, *sessions)
    first = await dump(driver, reader.tenant)
    await driver.execute_query("MATCH (e:Episode {tenant: $tenant}) SET e.text_hash = 'another'", tenant=reader.tenant)
    for session in (*sessions, *reversed(sessions)):
        await write(memory, reader, session)
    again = await dump(driver, reader.tenant)
    assert sorted(set(again[1]) ^ set(first[1])) == []
    assert sorted(set(again[0]) ^ set(first[0])) == []
    assert again == first


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (2, 0, 1)])
async def test_an_older_statement_that_arrives_later_is_history_at_once(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver, order: Sequence[int]
) -> None:
    texts = ["The limit is 5.", "The limit is 7.", "The limit is 9."]
    for place in order:
        await write(memory, reader, said(texts[place], 1 + 3 * place))
    found = await rows(
        driver,
        "MATCH (s:Statement {tenant: $tenant}) RETURN s.live, s.valid_at.day, s.invalid_at.day ORDER BY s.valid_at",
        reader.tenant,
    )
    assert found == [(False, 1, 4), (False, 4, 7), (True, 7, None)]
    assert await now(memory, reader, "What is the limit?") == ["The limit is 9."]
    assert await now(memory, reader, "What is the limit?", as_of=AsOf(valid=day(5))) == ["The limit is 7."]


async def test_a_later_turn_of_one_conversation_updates_an_earlier_one(memory: App, reader: Reader) -> None:
    turns = [
        ("Ada Sato", "The standup is at 9:30. Bring coffee, the machine in the kitchen is broken."),
        ("Bo Lind", "Could we have it a bit later?"),
        ("Ada Sato", "Fine, the standup moved to 10:15."),
    ]
    await write(memory, reader, talk(*turns, at=day(2)))
    items = await now(memory, reader, "When is the standup?")
    assert items[0] == "Fine, the standup moved to 10:15."
    assert not any("9:30" in text for text in items)
    assert "Bring coffee, the machine in the kitchen is broken." in await now(memory, reader, "Who brings coffee?")


async def test_con_02_fifty_parallel_writes_of_one_fact_leave_one_statement(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    """CON-02: identical adds from many sessions at once end as one live statement with fifty sources."""
    text = "The API rate limit is 5 requests per second."
    await asyncio.gather(*(write(memory, reader, said(text, 1, session=f"s{n}")) for n in range(50)))
    assert [count for _, count in await rows(driver, COUNTED, reader.tenant)] == [50]


async def test_what_a_sentence_no_longer_says_it_no_longer_ends(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    await write(memory, reader, said("The limit is 5.", 1))
    await write(memory, reader, said("The limit is 7.", 5, session="x"))
    assert len(await rows(driver, LIVE, reader.tenant)) == 1
    await write(memory, reader, said("The weather is fine.", 5, session="x"))
    assert "The limit is 5" in [text.rstrip(".") for (text,) in await rows(driver, LIVE, reader.tenant)]


async def test_two_voices_at_one_moment_are_an_open_question(
    memory: App, reader: Reader, driver: neo4j.AsyncDriver
) -> None:
    await write(memory, reader, said("The limit is 5.", 1))
    await write(memory, reader, said("The limit is 7.", 1, by="Bo Lind"))
    found = await rows(driver, "MATCH ({tenant: $tenant})-[r:CONTRADICTS]->() RETURN r.status, r.tenant", reader.tenant)
    assert found == [("open", reader.tenant)]
    assert len(await rows(driver, LIVE, reader.tenant)) == 2
