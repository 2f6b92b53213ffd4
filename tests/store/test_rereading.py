"""Episodes read back from the graph are the ones that were written."""

from dataclasses import replace

from given import day, record, talk

from graphmem.app import App
from graphmem.domain.documents import ArtifactTouch, Document, Part, Touch
from graphmem.domain.engines import Usage, engine_name, family, rank
from graphmem.domain.rereading import Wanted
from graphmem.domain.scope import Reader
from graphmem.domain.time import now
from graphmem.govern.audience import reader_of
from graphmem.remember.extract import RuleExtractor
from graphmem.remember.split import SplitLimits, split
from graphmem.store.client import Client
from graphmem.store.ledger import Neo4jLedger

SPLIT = SplitLimits(chunk_chars=120)


def busy(session: str) -> Document:
    """A conversation in which much happens: long turns, tools, files."""
    said = talk(
        ("Ada Sato", "We decided to use Kafka. " * 12),
        ("Bo Lind", "Are you sure about this?"),
        session=session,
        at=day(2),
        project="red",
    )
    ran = ArtifactTouch(uri="make test", kind="command", how=Touch.RAN)
    wrote = ArtifactTouch(uri="src/a.py", kind="file", how=Touch.WROTE)
    tool = Part(key="tool", text="[tool] Bash: make test", is_noise=True, artifacts=(ran, wrote))
    return replace(said, parts=(*said.parts, tool))


async def test_an_episode_read_back_is_the_one_that_was_written(memory: App, reader: Reader) -> None:
    recorder = replace(memory.recorder, limits=replace(memory.recorder.limits, split=SPLIT))
    app = replace(memory, recorder=recorder)
    documents = [
        busy("s1"),
        record(7, "Use Kafka", at=day(3), supersedes=4, context="Orders get lost.", decision="We will use Kafka."),
    ]
    ids = [one.episode_id async for one in app.record(documents, reader)]
    audience = f"{reader.tenant}/personal:ada"
    written = [split(one, tenant=reader.tenant, audience=audience, limits=SPLIT) for one in documents]
    stored = await memory.rereading.store.fetch_whole(reader, ids)
    assert [(one.owner, one.audience, one.placement.scope) for one in stored] == [("ada", audience, "personal")] * 2
    for one, episode in zip(stored, written, strict=True):
        assert replace(one.episode, artifacts=()) == replace(episode, artifacts=())
        assert set(one.episode.artifacts) == set(episode.artifacts)
        assert RuleExtractor().extract(one.episode) == RuleExtractor().extract(episode)


async def test_only_what_a_reader_may_read_is_found_and_fetched(memory: App, reader: Reader) -> None:
    [episode] = [one.episode_id async for one in memory.record([busy("s1")], reader)]
    store = memory.rereading.store
    for stranger in (reader_of(reader.tenant, "eve"), reader_of(f"{reader.tenant}x", "ada")):
        assert await store.find_wanted(stranger, Wanted(episode=episode)) == []
        assert await store.fetch_whole(stranger, [episode]) == []
        assert await store.find_statements(stranger, episode) == []
        assert await store.count_unread(stranger, "llm:x@1", "") == 0


async def test_an_episode_is_found_by_id_handle_session_and_source(memory: App, reader: Reader) -> None:
    [episode] = [one.episode_id async for one in memory.record([busy("s9")], reader)]
    handle = (await memory.nodes.fetch(reader, [episode]))[episode].values["handle"]
    store = memory.rereading.store
    for wanted in (
        Wanted(episode=episode),
        Wanted(episode=handle),
        Wanted(session="s9"),
        Wanted(session="s9", harness="chat"),
        Wanted(uri="file:///s9.txt"),
        Wanted(project="red"),
    ):
        assert await store.find_wanted(reader, wanted) == [episode]
    assert await store.find_wanted(reader, Wanted(session="s9", harness="codex")) == []
    assert await store.find_wanted(reader, Wanted(project="blue")) == []


async def test_the_ledger_adds_up_by_day_and_engine(client: Client, tenant: str) -> None:
    ledger = Neo4jLedger(client, now)
    used = Usage(calls=1, chars=100, tokens_in=30, tokens_out=5)
    await ledger.add_usage(tenant, "2026-03-02", "llm:a@1", used)
    await ledger.add_usage(tenant, "2026-03-02", "llm:a@1", used)
    await ledger.add_usage(tenant, "2026-03-03", "llm:a@1", used)
    await ledger.add_usage(tenant, "2026-03-02", "agent:b@1", used)
    assert await ledger.fetch_usage(tenant, "2026-03-02", "llm:a@1") == used + used
    assert await ledger.fetch_usage(tenant, "2026-03-04", "llm:a@1") == Usage()
    assert await ledger.fetch_usage(f"{tenant}x", "2026-03-02", "llm:a@1") == Usage()


def test_an_engines_name_is_one_word_and_tells_its_family_and_its_rank() -> None:
    name = engine_name("llm", "claude@2026 large", 3)
    assert name == "llm:claude_2026_large@3"
    assert family(name) == "llm:claude_2026_large@"
    order = ["people", "capture:claude@1", "llm:x@1", "nlp:en@1", "rules@1"]
    assert sorted(order, key=rank, reverse=True) == order
