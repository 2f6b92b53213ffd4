"""What it costs to say who is who, while the graph grows: settling and writing an episode, at several sizes."""

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import median

import numpy as np

from graphmem.app import App
from graphmem.bench.hashed_words import HashedWords
from graphmem.bench.machine import Machine, this_machine
from graphmem.bench.tenants import Desk, throw_away
from graphmem.bench.writes import empty_shelf
from graphmem.domain.documents import Document, EpisodeKind, Part, SpeakerRole
from graphmem.domain.entities import Entity, EntityKind
from graphmem.domain.ids import identity
from graphmem.domain.text import name_key
from graphmem.domain.writes import EpisodeWrite
from graphmem.remember.settle import Settle
from graphmem.store.bench import BenchStore

SIZES = (1_000, 10_000, 100_000)
EPISODES = 40
SEED_BATCH = 2_000
_STARTS = "ba be bi bo da de di do fa fe ga ge ka ke ko la le li lo ma me mi na ne ni ra re ri sa se si ta te".split()
_ENDS = "ren lin dor mas vik nor sel tan rik mor den len gar win bert ton sen man dal berg".split()
_NOUNS = "ledger gate ferry queue tariff harbour ticket crane berth invoice roster pilot".split()


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """Milliseconds an episode at one size of the graph; reads: questions to the graph while settling."""

    entities: int
    settle_ms: float
    write_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveReport:
    """The rows by size, and the machine."""

    episodes: int
    rows: tuple[Growth, ...]
    machine: Machine


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unsettled(Settle):
    """Keeps what is to be settled, and settles nothing."""

    writes: list[EpisodeWrite] = field(default_factory=list)

    async def settle(self, writes: Sequence[EpisodeWrite]) -> list[EpisodeWrite]:
        self.writes.extend(writes)
        return list(writes)


async def bench_resolve(
    app: App, *, sizes: Sequence[int] = SIZES, episodes: int = EPISODES, watch: Callable[[str], None]
) -> ResolveReport:
    """The median of `episodes` conversations at each size: four people, new and known, whole and short names, topics.

    Half of the entities that fill the graph are people, half topics, all with vectors; vectors are of a stand-in.
    """
    rows = []
    async with throw_away(app, "resolve") as desk:
        made = 0
        for size in sorted(sizes):
            await _seed(desk, made, size, watch)
            if not made:
                await _measure(desk, size - 1, episodes)  # a database that has just started is slow at everything
            made = size
            watch(f"{size} entities: writing")
            rows.append(await _measure(desk, size, episodes))
    return ResolveReport(episodes=episodes, rows=tuple(rows), machine=await this_machine(app))


async def _seed(desk: Desk, first: int, size: int, watch: Callable[[str], None]) -> None:
    store, embedder = BenchStore(desk.app.client), HashedWords(desk.app.embedder.identity)
    for start in range(first, size, SEED_BATCH):
        watch(f"{start} of {size} entities")
        found = [_entity(desk.reader.tenant, n) for n in range(start, min(start + SEED_BATCH, size))]
        await store.seed(desk.reader.tenant, found, embedder.embed([one.name for one in found]))


def _entity(tenant: str, number: int) -> Entity:
    kind = EntityKind.PERSON if number % 2 else EntityKind.TOPIC
    name = _person(number) if number % 2 else f"{_word(number, 2)} {_NOUNS[number % len(_NOUNS)]}"
    key = name_key(name)
    return Entity(id=identity(tenant, kind, key), kind=kind, name=name, name_key=key, aliases=(), handles=(), detail="")


def _person(number: int) -> str:
    return f"{_word(number % 400, 1).capitalize()} {_word(number, 3).capitalize()}"


def _word(number: int, length: int) -> str:
    """A word that is the same for the same number: `length` syllables and an ending."""
    drawn = hashlib.blake2b(str(number).encode()).digest()
    return "".join(_STARTS[drawn[n] % len(_STARTS)] for n in range(length)) + _ENDS[drawn[length] % len(_ENDS)]


async def _measure(desk: Desk, size: int, episodes: int) -> Growth:
    waiting = await _prepared(desk, list(_talks(size, episodes)))
    settling, store = desk.app.recorder.settling, desk.app.recorder.store
    settled_ms, written_ms = [], []
    for write in waiting:
        started = time.perf_counter()
        settled = await settling.settle([write])
        between = time.perf_counter()
        await store.write(settled)
        settled_ms.append((between - started) * 1000)
        written_ms.append((time.perf_counter() - between) * 1000)
    return Growth(entities=size, settle_ms=median(settled_ms), write_ms=median(written_ms))


async def _prepared(desk: Desk, documents: Sequence[Document]) -> list[EpisodeWrite]:
    recorder = desk.app.recorder
    unsettled = _Unsettled(store=recorder.settling.store)
    shelved = replace(
        recorder, store=empty_shelf(), settling=unsettled, embedder=HashedWords(desk.app.embedder.identity)
    )
    async for _ in replace(desk.app, recorder=shelved).record(documents, desk.reader):
        pass
    return unsettled.writes


def _talks(size: int, episodes: int) -> Iterator[Document]:
    """Conversations of known people, of people with a known first name, and of new ones, about known topics."""
    drawn = np.random.default_rng(size)
    for number in range(episodes):
        first, second, third, fresh = (int(one) for one in drawn.integers(size // 2, size=4))
        known, other = _person(first * 2 + 1), _person(second * 2 + 1)
        new = f"{_word(fresh % 400, 1).capitalize()} {_word(int(drawn.integers(10**9)), 4).capitalize()}"
        topic = f"{_word(third * 2, 2)} {_NOUNS[third * 2 % len(_NOUNS)]}"
        turns = (
            (known, f"We looked at the {topic} again, the {topic} is late."),
            (new, f"{known.split()[0]} is right about the {topic}."),
            (other.split()[0], "I will write it down by Friday."),
            (known, f"Then we decided to keep the {topic} as it is."),
        )
        yield Document(
            harness="bench",
            external_id=f"{size}-{number}",
            kind=EpisodeKind.CONVERSATION,
            uri=f"bench:///{size}/{number}",
            title="",
            project=f"p{number % 5}",
            parts=tuple(
                Part(key=f"r{n}", text=text, speaker=speaker, role=SpeakerRole.PERSON)
                for n, (speaker, text) in enumerate(turns)
            ),
        )
