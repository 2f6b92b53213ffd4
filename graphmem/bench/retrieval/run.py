"""One run over one set: fill the corpora, ask every question in every way, and sum up."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from graphmem.app import App
from graphmem.bench.retrieval.measures import all_at, gain, interval, recall_at
from graphmem.bench.retrieval.sets import Asked, RetrievalSet
from graphmem.bench.sample import Sample, sample
from graphmem.domain.answers import ALL_SIGNALS, RecallQuery, Signal
from graphmem.domain.documents import Document
from graphmem.domain.scope import Reader
from graphmem.domain.text import words
from graphmem.domain.vectors import Side
from graphmem.govern.audience import reader_of
from graphmem.remember.split import split
from graphmem.store.bench import BenchStore

SHOWN = 100
DEPTH = 200
GRAPHMEM = "graphmem"
PLAIN = ("plain full text", "plain vectors", "plain both (RRF)")
GRAPH = frozenset({Signal.WALK, Signal.ENTITY})
"""The signals that only a graph has."""
ABLATIONS = {f"without {signal}": ALL_SIGNALS - {signal} for signal in Signal} | {"without graph": ALL_SIGNALS - GRAPH}

Watch = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmFigures:
    """One way of asking, in percent.

    recall, all  by k
    interval     of recall at the headline k, 95 %
    lost         what graphmem has more at the headline k: mean, low, high; None for graphmem itself
    """

    arm: str
    recall: Mapping[int, float]
    all: Mapping[int, float]
    interval: tuple[float, float]
    lost: tuple[float, float, float] | None
    took: Sample


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalReport:
    """What one set came to; `kinds`: recall at the headline k by the sort of question, with how many there are."""

    name: str
    unit: str
    is_tuned: bool
    questions: int
    units: int
    arms: tuple[ArmFigures, ...]
    kinds: Mapping[str, tuple[int, float]]
    fill_s: float


@dataclass(slots=True)
class _Account:
    """What each arm found, question by question."""

    found: dict[str, list[list[str]]] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    times: dict[str, list[float]] = field(default_factory=dict)

    def add(self, arm: str, found: list[str], seconds: float) -> None:
        self.found.setdefault(arm, []).append(found)
        self.times.setdefault(arm, []).append(seconds)


async def bench_retrieval(app: App, wanted: RetrievalSet, *, with_ablations: bool, watch: Watch) -> RetrievalReport:
    """Fill and ask. What is stored already of the same corpora is not written again: a run can be broken off."""
    account, fill_s = _Account(), 0.0
    for corpus in wanted.corpora:
        reader = reader_of(f"bench-{corpus.name}", "bench")
        watch(f"{wanted.name}: writing {corpus.name}")
        started = time.perf_counter()
        async for _ in app.record(corpus.documents, reader):
            pass
        fill_s += time.perf_counter() - started
        units = _units(app, corpus.documents, reader)
        for number, asked in enumerate(corpus.questions):
            watch(f"{wanted.name}: {corpus.name}, question {number + 1} of {len(corpus.questions)}")
            account.asked.append(asked)
            await _ask(app, reader, asked, units, account, with_ablations=with_ablations)
    return _report(wanted, account, fill_s)


def _units(app: App, documents: Iterable[Document], reader: Reader) -> dict[str, str]:
    """Unit key by chunk id; a part's key up to `#` is its unit's."""
    audience = f"{reader.tenant}/personal:{reader.principal}"
    limits = app.recorder.limits.split
    by_chunk: dict[str, str] = {}
    for document in documents:
        by_unit = {}
        episode = split(document, tenant=reader.tenant, audience=audience, limits=limits)
        names = iter(part.key.partition("#")[0] for part in document.parts if part.text.strip())
        for chunk in episode.chunks:
            if chunk.unit_id not in by_unit:
                by_unit[chunk.unit_id] = next(names)
            by_chunk[chunk.id] = by_unit[chunk.unit_id]
    return by_chunk


async def _ask(
    app: App, reader: Reader, asked: Asked, units: Mapping[str, str], account: _Account, *, with_ablations: bool
) -> None:
    ways = {GRAPHMEM: ALL_SIGNALS} | (ABLATIONS if with_ablations else {})
    for arm, signals in ways.items():
        query = RecallQuery(text=asked.text, top_k=SHOWN, signals=signals, abstain=False)
        started = time.perf_counter()
        answer = await app.recall(query, reader)
        took = time.perf_counter() - started
        account.add(arm, _distinct(units[item.quote.chunk_id] for item in answer.items), took)
    await _ask_plainly(app, reader, asked, units, account)


async def _ask_plainly(app: App, reader: Reader, asked: Asked, units: Mapping[str, str], account: _Account) -> None:
    started = time.perf_counter()
    vector = app.embedder.embed([asked.text], side=Side.QUERY)[0]
    lists = await BenchStore(app.client).find_plain_lists(reader, vector=vector, words=words(asked.text), depth=DEPTH)
    took = time.perf_counter() - started
    for arm, found in zip(PLAIN, lists, strict=True):
        account.add(arm, _distinct(units[key] for key in found), took)


def _distinct(keys: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(keys))


def _report(wanted: RetrievalSet, account: _Account, fill_s: float) -> RetrievalReport:
    head = wanted.depths[0]
    ours = [recall_at(found, one.gold, head) for found, one in zip(account.found[GRAPHMEM], account.asked, strict=True)]
    kinds: dict[str, list[float]] = {}
    for one, value in zip(account.asked, ours, strict=True):
        kinds.setdefault(one.kind, []).append(value)
    return RetrievalReport(
        name=wanted.name,
        unit=wanted.unit,
        is_tuned=wanted.is_tuned,
        questions=len(account.asked),
        units=sum(len(document.parts) for corpus in wanted.corpora for document in corpus.documents),
        arms=tuple(_figures(arm, wanted, account, ours) for arm in account.found),
        kinds={kind: (len(values), 100 * _mean(values)) for kind, values in sorted(kinds.items()) if kind},
        fill_s=fill_s,
    )


def _figures(arm: str, wanted: RetrievalSet, account: _Account, ours: Sequence[float]) -> ArmFigures:
    pairs = list(zip(account.found[arm], account.asked, strict=True))
    head = [recall_at(found, one.gold, wanted.depths[0]) for found, one in pairs]
    low, high = interval(head)
    lost = None if arm == GRAPHMEM else gain(ours, head)
    return ArmFigures(
        arm=arm,
        recall={k: 100 * _mean([recall_at(found, one.gold, k) for found, one in pairs]) for k in wanted.depths},
        all={k: 100 * _mean([all_at(found, one.gold, k) for found, one in pairs]) for k in wanted.depths},
        interval=(100 * low, 100 * high),
        lost=(100 * lost[0], 100 * lost[1], 100 * lost[2]) if lost else None,
        took=sample(account.times[arm]),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
