"""The speed bench: writing, recall beside the plain way, why, many clients, memory and start times, in one run."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from graphmem.app import App
from graphmem.bench.engines import engine_memory, engine_starts
from graphmem.bench.machine import this_machine
from graphmem.bench.processes import api_memory, time_help
from graphmem.bench.sample import sample
from graphmem.bench.speed_asked import Counting, asked
from graphmem.bench.speed_fill import fill
from graphmem.bench.speed_plan import Figure, SpeedPlan, SpeedReport, Watch
from graphmem.bench.tenants import keep, throw_away
from graphmem.compose import build_app, connect_to
from graphmem.settings import Settings
from graphmem.store.counted import CountedClient

MEGABYTE = 1e6


async def bench_speed(
    app: App, settings: Settings, plan: SpeedPlan, *, watch: Watch, is_kept: bool = False
) -> SpeedReport:
    """Measure on the configured engine, in a tenant of its own; processes are started and stopped as needed.

    is_kept  the tenant stays, and the next run of the same size only asks
    """
    started = time.perf_counter()
    machine = await this_machine(app)
    world = keep(app, f"speed-{plan.chunks}") if is_kept else throw_away(app, "speed")
    async with world as desk, _counted(app, settings) as counting:
        filled = await fill(desk, plan, watch)
        figures = [*filled.figures, *await asked(desk, counting, plan, filled.talks, watch)]
        watch("starting processes")
        own = settings.model_copy(update={"tenant": desk.reader.tenant, "principal": desk.reader.principal})
        left_out = await asyncio.to_thread(_processes, own, plan, filled.talks[0].question, figures)
    return SpeedReport(
        plan=plan,
        chunks=filled.chunks,
        filled=filled.how,
        figures=tuple(figures),
        left_out=(*filled.left_out, *left_out),
        machine=machine,
        took_s=time.perf_counter() - started,
    )


@asynccontextmanager
async def _counted(app: App, settings: Settings) -> AsyncIterator[Counting]:
    client = await CountedClient.open(await connect_to(settings))
    try:
        yield Counting(app=build_app(client, app.embedder, settings, schema=app.schema), client=client)
    finally:
        await client.close()


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
