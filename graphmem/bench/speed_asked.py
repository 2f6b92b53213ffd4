"""Questions of the speed bench: each way of asking beside the plain one, many clients, round trips, lag, GraphQL."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from graphmem.app import App
from graphmem.bench.clients import CLIENTS, Together, together
from graphmem.bench.corpus import Talk
from graphmem.bench.lag import write_to_recall
from graphmem.bench.overhead import graphql_overhead
from graphmem.bench.sample import Sample, sample
from graphmem.bench.speed_plan import Figure, SpeedPlan, Watch, figures_of
from graphmem.bench.tenants import Desk
from graphmem.domain.answers import RecallQuery, WhyQuery
from graphmem.domain.reads import PackQuery
from graphmem.domain.text import words
from graphmem.domain.vectors import Side
from graphmem.store.bench import BenchStore
from graphmem.store.counted import CountedClient, in_a_row

TOP_K = 10
PLAIN_DEPTH = 50

Ask = Callable[[str], Awaitable[bool]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """One tenant and the ways to ask it; each says whether the answer was whole."""

    desk: Desk

    async def recall(self, text: str) -> bool:
        """As a caller asks."""
        answer = await self.desk.app.recall(RecallQuery(text=text, top_k=TOP_K), self.desk.reader)
        return not answer.degraded

    async def plain(self, text: str) -> bool:
        """One full-text list and one vector list, fused: the yardstick."""
        embedder, store = self.desk.app.embedder, BenchStore(self.desk.app.client)
        rows = await asyncio.to_thread(embedder.embed, [text], side=Side.QUERY)
        await store.find_plainly(self.desk.reader, vector=rows[0], words=words(text), depth=PLAIN_DEPTH, top_k=TOP_K)
        return True

    async def why(self, text: str) -> bool:
        """As a caller asks."""
        return not (await self.desk.app.why(WhyQuery(text=text), self.desk.reader)).degraded

    async def context(self, _: str) -> bool:
        """What an agent is told when it starts."""
        await self.desk.app.context(PackQuery(), self.desk.reader)
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """The same memory over a client of its own that counts: nothing is counted where times are taken."""

    app: App
    client: CountedClient


async def asked(desk: Desk, counting: Counting, plan: SpeedPlan, talks: Sequence[Talk], watch: Watch) -> list[Figure]:
    """All figures of asking."""
    asking = Asking(desk=desk)
    questions = _questions(talks, plan.warm_up + plan.recalls)
    watch("recalling")
    full, bare = await timed((asking.recall, asking.plain), questions, plan.warm_up)
    watch("asking why")
    reasoned, beside = await timed((asking.why, asking.plain), questions[: plan.warm_up + plan.whys], plan.warm_up)
    (packed,) = await timed((asking.context,), questions[: plan.contexts], min(plan.warm_up, plan.contexts // 2))
    figures = [
        *figures_of("recall", full, "one client, with the query's embedding"),
        *figures_of("plain full text + vector", bare, "the same questions, in turn with recall"),
        *figures_of("why", reasoned, "one client, with the query's embedding"),
        *figures_of("context", packed),
        _ratio("recall / plain, p50", full.p50_ms, bare.p50_ms, full.n),
        _ratio("recall / plain, p95", full.p95_ms, bare.p95_ms, full.n),
        _ratio("why / plain, p50", reasoned.p50_ms, beside.p50_ms, reasoned.n),
    ]
    watch("counting round trips")
    figures += await _round_trips(desk, counting, questions[: plan.whys])
    watch("many clients")
    figures += await _many(asking.recall, questions, plan.each_client)
    watch("asking over GraphQL")
    added = await graphql_overhead(desk.app, desk.reader, questions[: plan.recalls], top_k=TOP_K)
    figures += figures_of("GraphQL over the use-case", sample(added), "request less the recall inside it, no socket")
    watch("remembering")
    lags = sample(await write_to_recall(desk, plan.lags))
    return [*figures, *figures_of("write to recall", lags, "remember a sentence until a recall gives it")]


async def timed(asks: Sequence[Ask], questions: Sequence[str], warm_up: int) -> list[Sample]:
    """Each way of asking over the same questions, in turn, so that both feel the same machine."""
    times: list[list[float]] = [[] for _ in asks]
    for place, question in enumerate(questions):
        for ask, taken in zip(asks, times, strict=True):
            started = time.perf_counter()
            await ask(question)
            if place >= warm_up:
                taken.append(time.perf_counter() - started)
    return [sample(taken) for taken in times]


def _ratio(name: str, ours: float, plain: float, n: int) -> Figure:
    return Figure(name=name, value=ours / plain, unit="ratio", n=n, note="asked in turn")


async def _round_trips(desk: Desk, counting: Counting, questions: Sequence[str]) -> list[Figure]:
    """The most of any question: reads and transactions, all of them and those that wait for one another."""
    asking, client, figures = Asking(desk=replace(desk, app=counting.app)), counting.client, list[Figure]()
    for name, ask in (("recall", asking.recall), ("why", asking.why)):
        spans = []
        for question in questions:
            client.spans.clear()
            await ask(question)
            spans.append(tuple(client.spans))
        for what, most in (("in a row", max(map(in_a_row, spans))), ("in all", max(map(len, spans)))):
            figures.append(
                Figure(name=f"{name}: round trips {what}", value=most, unit="reads", n=len(spans), note="the most")
            )
    return figures


async def _many(ask: Ask, questions: Sequence[str], each: int) -> list[Figure]:
    wanted = [questions[n % len(questions)] for n in range(CLIENTS * each)]
    alone: Together = await together(ask, wanted[: len(wanted) // 2], 1)
    many = await together(ask, wanted, CLIENTS)
    name, note = f"recall, {CLIENTS} clients", f"in one process; one client: {alone.per_second:.1f} answers/s"
    ratio = many.per_second / alone.per_second
    return [
        Figure(name=name, value=many.per_second, unit="answers/s", n=many.asked, note=note),
        Figure(name=f"{CLIENTS} clients / one client, answers/s", value=ratio, unit="ratio", n=many.asked),
        Figure(name=f"{name}, failed", value=many.failed, unit="answers", n=many.asked, note="or without a signal"),
        *figures_of(name, many.took),
    ]


def _questions(talks: Sequence[Talk], count: int) -> list[str]:
    """So many questions, evenly from all over the conversations, none twice while there are enough."""
    step = max(1, len(talks) // count)
    return [talks[(n * step) % len(talks)].question for n in range(count)]
