"""Moving a memory to another embedding model, on an engine of its own: a model belongs to a whole database."""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from given import day, record, talk
from neo4j import AsyncDriver, AsyncGraphDatabase

from graphmem.app import App
from graphmem.bench.hashed_words import HashedWords
from graphmem.compose import build_app, engine_config
from graphmem.domain.answers import RecallQuery, Signal
from graphmem.domain.documents import Document
from graphmem.domain.errors import EmbedderMismatch, ModelUnavailable
from graphmem.domain.scope import Reader
from graphmem.domain.vectors import ModelIdentity, Side, Vector
from graphmem.engine import down, up
from graphmem.govern.audience import reader_of
from graphmem.ports import Embedder
from graphmem.remember import reembed as module
from graphmem.remember.reembed import Reembed
from graphmem.settings import Settings
from graphmem.store.client import Client, Connection
from graphmem.store.migrate import migrate
from graphmem.store.reembedding import Neo4jReembeddingStore

OLD = ModelIdentity(name="old-words", dimension=32, fingerprint="a" * 64)
NEW = ModelIdentity(name="new-words", dimension=48, fingerprint="b" * 64)
THIRD = ModelIdentity(name="third-words", dimension=48, fingerprint="c" * 64)
DOCUMENTS = (
    talk(
        ("Ada", "We decided to store the tide tables in SQLite because the clerk edits them offline."),
        ("Bo", "Then I'll write the importer by Friday."),
        ("Ada", "The lighthouse still sends its log as a fax."),
        at=day(2),
    ),
    record(7, "Keep the fog horn", at=day(3), context="Ships asked for it.", decision="We keep the fog horn running."),
)


class Turned(HashedWords):
    """Vectors of its own: those of `HashedWords` with their order turned round by the model's letter."""

    def __init__(self, identity: ModelIdentity, *, breaks_after: int = -1) -> None:
        super().__init__(identity)
        self._left = breaks_after
        self.texts: list[str] = []

    def embed(self, texts: Sequence[str], *, side: Side = Side.PASSAGE) -> Vector:
        if self._left == 0:
            raise ModelUnavailable("Gone.")
        self._left -= 1
        self.texts += texts
        return super().embed([f"{word} {self.identity.name}" for word in texts], side=side)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    settings = Settings(home=tmp_path_factory.mktemp("moved"), engine_fast_start=True, engine_aot=False)
    config = engine_config(settings.model_copy(update={"engine_heap": "512m", "engine_browser": False}))
    try:
        endpoint = up(config)
        yield Connection(uri=endpoint.uri, user=endpoint.user, password=endpoint.password)
    finally:
        down(config)


@pytest.fixture
async def driver(server: Connection) -> AsyncIterator[AsyncDriver]:
    async with AsyncGraphDatabase.driver(server.uri, auth=(server.user, server.password)) as opened:
        await opened.execute_query("MATCH (n) DETACH DELETE n")
        indexes = await opened.execute_query("SHOW VECTOR INDEXES YIELD name")
        for row in indexes.records:
            await opened.execute_query("DROP INDEX $name IF EXISTS", {"name": row["name"]})
        yield opened


@pytest.fixture
async def old(server: Connection, driver: AsyncDriver) -> AsyncIterator[App]:  # noqa: ARG001 - it empties the database
    """A process with the old model, and what it has written for two tenants."""
    client = await Client.open(server)
    await migrate(client, OLD)
    app = build_app(client, Turned(OLD), Settings(), schema=3)
    for tenant in ("harbour", "island"):
        await write(app, reader_of(tenant, "ada"))
    yield app
    await client.close()


async def write(app: App, reader: Reader, documents: Sequence[Document] = DOCUMENTS) -> None:
    assert [one.outcome async for one in app.record(documents, reader)] == ["new"] * len(documents)


@pytest.fixture
async def mover(server: Connection) -> AsyncIterator[Client]:
    client = await Client.open(server)
    yield client
    await client.close()


def moving(client: Client, embedder: Embedder) -> Reembed:
    return Reembed(store=Neo4jReembeddingStore(client), embedder=embedder)


Held = dict[tuple[str, str], tuple[list[float], list[float]]]


async def vectors(driver: AsyncDriver, tenant: str) -> Held:
    """By kind and text: a node's vector and its window's, rounded."""
    found = await driver.execute_query(
        "MATCH (n:Chunk|Statement|Entity {tenant: $tenant}) WHERE n.embedding IS NOT NULL "
        "RETURN head([l IN labels(n) WHERE l IN ['Chunk', 'Statement', 'Entity']]) + coalesce(n.kind, '') AS kind, "
        "coalesce(n.text, n.name) AS text, n.embedding AS own, coalesce(n.window_embedding, []) AS window",
        {"tenant": tenant},
    )
    return {
        (row["kind"], row["text"]): ([round(x, 4) for x in row["own"]], [round(x, 4) for x in row["window"]])
        for row in found.records
    }


async def leftovers(driver: AsyncDriver) -> int:
    found = await driver.execute_query("MATCH (n) WHERE n.next_embedding IS NOT NULL RETURN count(n) AS n")
    return int(found.records[0]["n"])


async def opened(server: Connection, model: Embedder) -> tuple[Client, App]:
    client = await Client.open(server)
    await migrate(client, model.identity)
    return client, build_app(client, model, Settings(), schema=3)


QUESTION = RecallQuery(text="tide tables in SQLite", abstain=False)


async def test_afterwards_every_vector_is_the_one_a_fresh_write_would_make(
    server: Connection, driver: AsyncDriver, old: App, mover: Client
) -> None:
    """Also the windows, in every tenant, and with another number of dimensions."""
    done = await moving(mover, Turned(NEW)).run()
    assert done.has_switched
    assert old.embedder.identity == OLD
    client, app = await opened(server, Turned(NEW))
    await write(app, reader_of("fresh", "ada"))
    fresh = await vectors(driver, "fresh")
    assert len(fresh) > 8
    assert await vectors(driver, "harbour") == fresh == await vectors(driver, "island")
    assert await leftovers(driver) == 0
    answer = await app.recall(replace(QUESTION, signals=frozenset({Signal.SEMANTIC})), reader_of("harbour", "ada"))
    assert "SQLite" in answer.items[0].text
    await client.close()


async def test_neo_05_stopped_half_way_nothing_has_changed_and_the_next_run_goes_on(
    driver: AsyncDriver, old: App, mover: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was made is not made again."""
    monkeypatch.setattr(module, "EPISODES_AT_ONCE", 1)
    before = await vectors(driver, "harbour")
    broken = Turned(NEW, breaks_after=2)
    with pytest.raises(ModelUnavailable):
        await moving(mover, broken).run()
    assert await vectors(driver, "harbour") == before
    answer = await old.recall(QUESTION, reader_of("harbour", "ada"))
    assert answer.items
    assert answer.degraded == ()
    rest = Turned(NEW)
    assert (await moving(mover, rest).run()).has_switched
    found = await driver.execute_query("MATCH (n) WHERE n.embedding IS NOT NULL RETURN count(n) AS n")
    assert broken.texts
    assert len(broken.texts) + len(rest.texts) == found.records[0]["n"]
    assert await leftovers(driver) == 0


async def test_what_is_written_while_it_fills_is_moved_as_well(
    server: Connection, driver: AsyncDriver, old: App, mover: Client
) -> None:
    """A new text, and one that has changed since its new vector was made."""
    reader = reader_of("harbour", "ada")
    work = moving(mover, Turned(NEW))
    await work._fill(module.Reembedded(model=NEW.name), lambda _: None)
    changed = replace(DOCUMENTS[1], parts=(replace(DOCUMENTS[1].parts[1], text="We sell the fog horn to a museum."),))
    late = talk(("Cy", "The buoy at the reef was painted green."), session="s9", at=day(4))
    assert [one.outcome async for one in old.record([changed, late], reader)] == ["changed", "new"]
    await work.run()
    client, app = await opened(server, Turned(NEW))
    await write(app, reader_of("fresh", "ada"), [changed, late])
    fresh = await vectors(driver, "fresh")
    moved = await vectors(driver, "harbour")
    assert {key: moved[key] for key in fresh} == fresh
    await client.close()


async def test_a_process_with_the_old_model_answers_by_words_says_so_and_writes_nothing(
    old: App, mover: Client
) -> None:
    """The dimension is the same or not: it must be noticed by the model."""
    reader = reader_of("harbour", "ada")
    for identity in (NEW, THIRD):
        await moving(mover, Turned(identity)).run()
        answer = await old.recall(QUESTION, reader)
        assert "SQLite" in answer.items[0].text
        assert answer.degraded == (Signal.SEMANTIC,)
        with pytest.raises(EmbedderMismatch) as refused:
            await write(old, reader, [talk(("Bo", "The pier was closed on Monday."), session="s5", at=day(5))])
        assert "again" in refused.value.hint


async def test_stopped_within_the_switch_nobody_mixes_models_and_the_next_run_ends_it(
    server: Connection, driver: AsyncDriver, old: App, mover: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NEO-05: one consistent index in the end, and full text all the time."""

    async def once(self: Neo4jReembeddingStore, tenant: str, model: ModelIdentity) -> None:
        await switch(self, tenant, model)
        raise KeyboardInterrupt

    switch = Neo4jReembeddingStore.switch
    with monkeypatch.context() as patched:
        patched.setattr(Neo4jReembeddingStore, "switch", once)
        with pytest.raises(KeyboardInterrupt):
            await moving(mover, Turned(NEW)).run()
    answer = await old.recall(QUESTION, reader_of("island", "ada"))
    assert answer.items
    assert answer.degraded == (Signal.SEMANTIC,)
    for identity in (OLD, NEW):
        with pytest.raises(EmbedderMismatch, match="on its way from old-words to new-words") as refused:
            await opened(server, Turned(identity))
        assert "graphmem reembed" in refused.value.hint
    await moving(mover, Turned(NEW)).run()
    held = {len(own) for tenant in ("harbour", "island") for own, _ in (await vectors(driver, tenant)).values()}
    assert held == {NEW.dimension}
    assert await leftovers(driver) == 0
    client, _ = await opened(server, Turned(NEW))
    await client.close()


async def test_a_memory_that_is_there_already_is_left_alone(old: App, mover: Client) -> None:
    assert old.embedder.identity == OLD
    embedder = Turned(OLD)
    assert not (await moving(mover, embedder).run()).has_switched
    assert embedder.texts == []


async def test_the_command_moves_the_memory_and_says_so_once(
    old: App, server: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import asyncio

    from typer.testing import CliRunner

    from graphmem.cli.app import cli

    assert old.embedder.identity == OLD
    values = {"NEO4J_URI": server.uri, "NEO4J_USER": server.user, "NEO4J_PASSWORD": server.password}
    for name, value in {**values, "CACHE": str(tmp_path), "EMBEDDER": "minilm-onnx"}.items():
        monkeypatch.setenv(f"GRAPHMEM_{name}", value)
    told = [
        (await asyncio.to_thread(CliRunner().invoke, cli, ["reembed"], catch_exceptions=False)).stdout for _ in range(2)
    ]
    assert "Reads use all-MiniLM-L6-v2-int8 now" in told[0]
    assert "already" in told[1]
