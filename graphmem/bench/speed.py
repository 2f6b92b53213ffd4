"""The speed bench: writing, recall beside the plain way, why, memory and start times, in one run."""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from graphmem.app import App
from graphmem.bench.corpus import Corpus, Talk, write
from graphmem.bench.engines import engine_memory, engine_starts
from graphmem.bench.machine import Machine, this_machine
from graphmem.bench.processes import api_memory, time_help
from graphmem.bench.sample import Sample, sample
from graphmem.bench.tenants import Desk, throw_away
from graphmem.bench.writes import prepare, store_all
from graphmem.domain.answers import RecallQuery, WhyQuery
from graphmem.domain.errors import InvalidQuery
from graphmem.domain.text import words
from graphmem.domain.vectors import Side
from graphmem.settings import Settings
from graphmem.store.bench import BenchStore
from ingest.run import ingest

TOP_K = 10
PLAIN_DEPTH = 50
MEGABYTE = 1e6

Watch = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedPlan:
    """How much is measured.

    chunks      in the graph when questions are asked
    first       of them through the whole ingest before anything is timed
    end_to_end  of them through the whole ingest, timed; the rest is written by the store alone
    warm_up     questions asked before any is timed, of each sort
    recalls     timed recalls, and as many plain searches in turn with them
    """

    chunks: int
    first: int
    end_to_end: int
    warm_up: int = 20
    recalls: int = 100
    whys: int = 40
    helps: int = 5


SMALLEST, QUICK, LONG = 100, 10_000, 100_000


def plan_of(chunks: int) -> SpeedPlan:
    """The plan for so many chunks: a tenth, of small numbers up to a half, goes through the whole ingest.

    Raises InvalidQuery below 100 chunks.
    """
    if chunks < SMALLEST:
        raise InvalidQuery(f"{chunks} chunks are too few to measure with.", hint=f"Use {SMALLEST} or more.")
    first = min(200, chunks // 4)
    return SpeedPlan(chunks=chunks, first=first, end_to_end=min(max(100, chunks // 10), chunks // 2))


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure; `n` is how many things it was measured on."""

    name: str
    value: float
    unit: str
    n: int
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedReport:
    """All figures, what they were measured on, and what could not be measured, with the reason."""

    plan: SpeedPlan
    figures: tuple[Figure, ...]
    left_out: tuple[str, ...]
    machine: Machine
    took_s: float


async def bench_speed(app: App, settings: Settings, plan: SpeedPlan, *, watch: Watch) -> SpeedReport:
    """Measure on the configured engine, in a throw-away tenant; processes are started and stopped as needed."""
    started = time.perf_counter()
    machine = await this_machine(app)
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="graphmem-bench-") as folder:
        async with throw_away(app, "speed") as desk:
            talks = await _fill(desk, plan, Path(folder), figures, watch)
            await _ask(desk, plan, talks, figures, watch)
    watch("starting processes")
    left_out = await asyncio.to_thread(_processes, settings, plan, talks[0].question, figures)
    return SpeedReport(
        plan=plan,
        figures=tuple(figures),
        left_out=tuple(left_out),
        machine=machine,
        took_s=time.perf_counter() - started,
    )


async def _fill(desk: Desk, plan: SpeedPlan, folder: Path, figures: list[Figure], watch: Watch) -> list[Talk]:
    corpus = Corpus()
    warm = list(corpus.talks(plan.first))
    whole = list(corpus.talks(plan.end_to_end, first=len(warm)))
    rest = list(corpus.talks(plan.chunks - plan.first - plan.end_to_end, first=len(warm) + len(whole)))
    for name, talks in (("warm", warm), ("whole", whole), ("rest", rest)):
        write(talks, folder / name)
    watch("ingesting")
    await ingest(desk, [folder / "warm"])
    started = time.perf_counter()
    report = await ingest(desk, [folder / "whole"])
    took = time.perf_counter() - started
    chunks = report.totals.chunks
    figures.append(Figure(name="ingest, end to end", value=chunks / took, unit="chunks/s", n=chunks))
    watch("writing")
    batches = await prepare(desk, folder / "rest")
    took = await store_all(desk, batches)
    chunks = sum(len(write.subgraph.episode.chunks) for batch in batches for write in batch)
    note = "vectors and extraction made before"
    figures.append(Figure(name="graph writes alone", value=chunks / took, unit="chunks/s", n=chunks, note=note))
    return [*warm, *whole, *rest]


async def _ask(desk: Desk, plan: SpeedPlan, talks: Sequence[Talk], figures: list[Figure], watch: Watch) -> None:
    watch("recalling")
    questions = _questions(talks, plan.warm_up + plan.recalls)

    async def recall(text: str) -> None:
        await desk.app.recall(RecallQuery(text=text, top_k=TOP_K), desk.reader)

    async def plain(text: str) -> None:
        await _plainly(desk, text)

    async def why(text: str) -> None:
        await desk.app.why(WhyQuery(text=text), desk.reader)

    full, bare = await _timed((recall, plain), questions, plan.warm_up)
    watch("asking why")
    (reasoned,) = await _timed((why,), questions[: plan.warm_up + plan.whys], plan.warm_up)
    note = f"at {plan.chunks} chunks, one client, with the query's embedding"
    figures += _figures("recall", full, note)
    figures += _figures("plain full text + vector", bare, "the same questions, in turn with recall")
    figures.append(Figure(name="recall / plain, p50", value=full.p50_ms / bare.p50_ms, unit="ratio", n=full.n))
    figures += _figures("why", reasoned, note)


async def _timed(
    asks: Sequence[Callable[[str], Awaitable[None]]], questions: Sequence[str], warm_up: int
) -> list[Sample]:
    """Each way of asking over the same questions, in turn, so that both feel the same machine."""
    times: list[list[float]] = [[] for _ in asks]
    for place, question in enumerate(questions):
        for ask, taken in zip(asks, times, strict=True):
            started = time.perf_counter()
            await ask(question)
            if place >= warm_up:
                taken.append(time.perf_counter() - started)
    return [sample(taken) for taken in times]


async def _plainly(desk: Desk, text: str) -> list[str]:
    rows = await asyncio.to_thread(desk.app.embedder.embed, [text], side=Side.QUERY)
    store = BenchStore(desk.app.client)
    return await store.find_plainly(desk.reader, vector=rows[0], words=words(text), depth=PLAIN_DEPTH, top_k=TOP_K)


def _questions(talks: Sequence[Talk], count: int) -> list[str]:
    """So many questions, evenly from all over the conversations, none twice while there are enough."""
    step = max(1, len(talks) // count)
    return [talks[(n * step) % len(talks)].question for n in range(count)]


def _figures(name: str, measured: Sample, note: str) -> list[Figure]:
    return [
        Figure(name=f"{name}, p50", value=measured.p50_ms, unit="ms", n=measured.n, note=note),
        Figure(name=f"{name}, p95", value=measured.p95_ms, unit="ms", n=measured.n),
    ]


def _processes(settings: Settings, plan: SpeedPlan, question: str, figures: list[Figure]) -> list[str]:
    """Adds what other processes show; tells what could not be measured."""
    left_out: list[str] = []
    held, took = api_memory(settings, question)
    note = "graphmem serve, after one question"
    figures.append(Figure(name="API, idle memory", value=held / MEGABYTE, unit="MB", n=1, note=note))
    figures.append(Figure(name="API, start", value=took, unit="s", n=1, note="the engine is up"))
    if memory := engine_memory(settings):
        figures.append(Figure(name="engine, memory", value=memory / MEGABYTE, unit="MB", n=1, note="after this run"))
    if starts := engine_starts(settings):
        figures.append(Figure(name="engine, cold start", value=starts[0], unit="s", n=1, note="an empty home"))
        figures.append(Figure(name="engine, warm start", value=starts[1], unit="s", n=1))
    if settings.neo4j_uri:
        left_out.append("engine, memory and starts: GRAPHMEM_NEO4J_URI names another server")
    helps = sample(time_help(plan.helps))
    figures.append(Figure(name="graphmem --help, p50", value=helps.p50_ms, unit="ms", n=helps.n))
    return left_out
