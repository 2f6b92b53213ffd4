"""Filling a tenant for the speed bench: through the whole ingest, by the store alone, and by copies above that."""

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from graphmem.bench.copies import multiply
from graphmem.bench.corpus import Corpus, Talk, write
from graphmem.bench.speed_plan import Figure, SpeedPlan, Watch
from graphmem.bench.tenants import Desk
from graphmem.bench.writes import prepare, store_all
from graphmem.store.bench import BenchStore
from ingest.run import ingest


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """The conversations that can be asked about, how many chunks there are and how they came there."""

    talks: tuple[Talk, ...]
    chunks: int
    how: str
    figures: tuple[Figure, ...]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """The conversations by what is done with them."""

    warm: list[Talk]
    whole: list[Talk]
    rest: list[Talk]

    @property
    def all(self) -> tuple[Talk, ...]:
        return (*self.warm, *self.whole, *self.rest)


async def fill(desk: Desk, plan: SpeedPlan, watch: Watch) -> Filled:
    """The tenant with as many chunks as the plan wants. What an earlier run left there is used or completed."""
    have = await _chunks(desk)
    parts, figures = _parts(plan), list[Figure]()
    if have < plan.written:
        await BenchStore(desk.app.client).delete_tenant(desk.reader.tenant)
        figures += await _written(desk, parts, watch)
        have = await _chunks(desk)
    left_out = () if figures else ("ingest and graph writes: an earlier run filled the tenant",)
    if have < plan.chunks:
        figures.append(await _copied(desk, plan, have, watch))
        have = await _chunks(desk)
    return Filled(talks=parts.all, chunks=have, how=_told(plan), figures=tuple(figures), left_out=left_out)


def _told(plan: SpeedPlan) -> str:
    if plan.chunks <= plan.written:
        return "every chunk by the normal write path"
    return (
        f"{plan.written:,} chunks by the normal write path; the rest are copies of their graph with other ids, other "
        "invented names and vectors of a stand-in for the model, written without the searches of a normal write"
    )


async def _chunks(desk: Desk) -> int:
    return (await desk.app.status(desk.reader)).counts.get("Chunk", 0)


def _parts(plan: SpeedPlan) -> _Parts:
    corpus = Corpus()
    warm = list(corpus.talks(plan.first))
    whole = list(corpus.talks(plan.end_to_end, first=len(warm)))
    rest = list(corpus.talks(plan.written - plan.first - plan.end_to_end, first=len(warm) + len(whole)))
    return _Parts(warm=warm, whole=whole, rest=rest)


async def _written(desk: Desk, parts: _Parts, watch: Watch) -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="graphmem-bench-") as place:
        folder = Path(place)
        for name, talks in (("warm", parts.warm), ("whole", parts.whole), ("rest", parts.rest)):
            write(talks, folder / name)
        watch("ingesting")
        await ingest(desk, [folder / "warm"])
        started = time.perf_counter()
        report = await ingest(desk, [folder / "whole"])
        figures = [_rate("ingest, end to end", report.totals.chunks, time.perf_counter() - started)]
        watch("writing")
        batches = await prepare(desk, folder / "rest")
    took = await store_all(desk, batches)
    chunks = sum(len(write.subgraph.episode.chunks) for batch in batches for write in batch)
    return [*figures, _rate("graph writes alone", chunks, took, "vectors and extraction made before")]


async def _copied(desk: Desk, plan: SpeedPlan, have: int, watch: Watch) -> Figure:
    started = time.perf_counter()
    made = await multiply(desk, have=have, chunks=plan.chunks, block=plan.written, watch=watch)
    return _rate("copies, no searches", made - have, time.perf_counter() - started, "not a way to write of the product")


def _rate(name: str, chunks: int, seconds: float, note: str = "") -> Figure:
    return Figure(name=name, value=chunks / seconds, unit="chunks/s", n=chunks, note=note)
