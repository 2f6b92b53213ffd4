"""The speed bench in small, on a real engine: that every figure is there, never how large it is."""

from pathlib import Path

import pytest
from pydantic import SecretStr

import cypher
from graphmem.app import App
from graphmem.bench import engines, show
from graphmem.bench.clients import together
from graphmem.bench.engines import engine_starts, own_engine
from graphmem.bench.processes import environment_of
from graphmem.bench.speed import bench_speed
from graphmem.bench.speed_plan import SpeedPlan, plan_of
from graphmem.domain.errors import DatabaseUnavailable, InvalidQuery
from graphmem.engine import EngineConfig
from graphmem.govern.audience import reader_of
from graphmem.settings import Settings
from graphmem.store.client import Client, Connection
from graphmem.store.counted import CountedClient, in_a_row

PLAN = SpeedPlan(
    chunks=120,
    first=20,
    end_to_end=50,
    written=120,
    warm_up=1,
    recalls=3,
    whys=2,
    contexts=2,
    each_client=1,
    lags=2,
    helps=1,
)


def ranked(name: str) -> list[str]:
    return [f"{name}, {rank}" for rank in ("p50", "p95", "p99")]


NAMES = [
    "ingest, end to end",
    "graph writes alone",
    *ranked("recall"),
    *ranked("plain full text + vector"),
    *ranked("why"),
    *ranked("context"),
    "recall / plain, p50",
    "recall / plain, p95",
    "why / plain, p50",
    "recall: round trips in a row",
    "recall: round trips in all",
    "why: round trips in a row",
    "why: round trips in all",
    "recall, 16 clients",
    "16 clients / one client, answers/s",
    "recall, 16 clients, failed",
    *ranked("recall, 16 clients"),
    *ranked("GraphQL over the use-case"),
    *ranked("write to recall"),
    "API, idle memory",
    "API, start",
    "graphmem --help, p50",
]


@pytest.fixture
def settings(connection: Connection, tmp_path: Path) -> Settings:
    return Settings(
        home=tmp_path / "home",
        neo4j_uri=connection.uri,
        neo4j_user=connection.user,
        neo4j_password=SecretStr(connection.password),
    )


async def test_every_figure_is_present_and_positive_and_the_tenant_is_gone(memory: App, settings: Settings) -> None:
    report = await bench_speed(memory, settings, PLAN, watch=lambda _: None)
    assert [figure.name for figure in report.figures] == NAMES
    wrong = [figure.name for figure in report.figures if figure.value <= 0 or figure.n <= 0 or not figure.unit]
    assert wrong == ["recall, 16 clients, failed"]
    by_name = {figure.name: figure.n for figure in report.figures}
    values = {figure.name: figure.value for figure in report.figures}
    assert values["recall, 16 clients, failed"] == 0
    assert values["recall: round trips in a row"] <= values["recall: round trips in all"]
    assert (by_name["ingest, end to end"], by_name["graph writes alone"], by_name["recall, p50"]) == (50, 50, 3)
    assert "GRAPHMEM_NEO4J_URI" in report.left_out[0]
    assert report.machine.cores > 0
    assert (await memory.status(reader_of("bench-speed", "bench"))).counts == {}
    told = "\n".join(show.speed_told(report))
    assert all(name in told for name in NAMES)


def test_a_quick_plan_has_every_chunk_in_one_of_its_parts() -> None:
    plan = plan_of(10_000)
    assert (plan.first, plan.end_to_end, plan.chunks) == (200, 1000, 10_000)
    small = plan_of(100)
    assert small.first + small.end_to_end < small.chunks
    with pytest.raises(InvalidQuery, match="too few"):
        plan_of(99)


def test_round_trips_in_a_row_are_those_that_waited_for_one_another() -> None:
    assert in_a_row([]) == 0
    assert in_a_row([(0, 3), (1, 2), (0.5, 4)]) == 1
    assert in_a_row([(0, 1), (1, 2), (0, 2), (2.5, 3)]) == 3


async def test_clients_share_the_questions_and_a_failed_answer_is_counted() -> None:
    asked: list[str] = []

    async def ask(question: str) -> bool:
        asked.append(question)
        if question == "broken":
            raise DatabaseUnavailable("away", hint="wait")
        return question != "half"

    found = await together(ask, ["a", "broken", "half", "b", "c"], 3)
    assert sorted(asked) == ["a", "b", "broken", "c", "half"]
    assert (found.asked, found.failed, found.clients) == (5, 2, 3)


async def test_a_counted_client_notes_reads_and_transactions_and_changes_nothing(
    connection: Connection, client: Client
) -> None:
    counted = await CountedClient.open(connection)
    query = cypher.load("server/fetch_clock")
    try:
        assert len(await counted.read(query)) == len(await client.read(query))
        await counted.in_transaction(lambda tx: tx.run(query))
    finally:
        await counted.close()
    assert len(counted.spans) == in_a_row(counted.spans) == 2


def test_above_a_hundred_thousand_chunks_a_block_is_written_and_copied() -> None:
    assert plan_of(100_000).written == 100_000
    assert plan_of(1_000_000).written == 10_000


def test_another_process_gets_the_same_settings(settings: Settings) -> None:
    environment = environment_of(settings)
    assert environment["GRAPHMEM_NEO4J_URI"] == settings.neo4j_uri
    assert environment["GRAPHMEM_NEO4J_PASSWORD"] == settings.neo4j_password.get_secret_value()


def test_engine_starts_are_measured_in_a_home_of_their_own_and_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, Path]] = []
    monkeypatch.setattr(engines, "up", lambda config: calls.append(("up", config.home)))
    monkeypatch.setattr(engines, "down", lambda config: calls.append(("down", config.home)))
    started = engine_starts(Settings(home=Path("/somebodys/home"), neo4j_uri=""))
    assert started is not None
    assert [name for name, _ in calls] == ["up", "down", "up", "down"]
    homes = {home for _, home in calls}
    assert Path("/somebodys/home") not in homes
    assert [home for home in homes if home.exists()] == []


def test_an_engine_that_does_not_start_again_is_still_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[Path] = []

    def fail(config: EngineConfig) -> None:  # noqa: ARG001
        raise RuntimeError

    monkeypatch.setattr(engines, "up", fail)
    monkeypatch.setattr(engines, "down", lambda config: stopped.append(config.home))
    with pytest.raises(RuntimeError):
        engine_starts(Settings(neo4j_uri=""))
    assert len(stopped) == 1


def test_a_run_on_its_own_engine_leaves_the_configured_home_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[Path] = []
    monkeypatch.setattr(engines, "down", lambda config: stopped.append(config.home))
    with own_engine(Settings(home=Path("/somebodys/home"), neo4j_uri="", engine_bolt_port=7687)) as own:
        assert own.home != Path("/somebodys/home")
        assert own.engine_bolt_port == 0
    assert stopped == [own.home]
    assert not own.home.exists()


def test_another_server_is_used_as_it_is(settings: Settings) -> None:
    with own_engine(settings) as own:
        assert own is settings
