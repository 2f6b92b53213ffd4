"""Connect: the best paths between two named things, every hop with the words that show it."""

import heapq
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from math import log

from graphmem.domain.answers import ConnectAnswer, Hop, Path
from graphmem.domain.candidates import ConnectEdge, End, Reach
from graphmem.domain.errors import InvalidQuery
from graphmem.domain.scope import Reader
from graphmem.domain.time import AsOf
from graphmem.ports import WhyStore

MAX_DEPTH = 6
MAX_PATHS = 20
BATCH = 24
MAX_EXPANDED = 400
LENGTH_PENALTY = 0.9


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectQuery:
    """Two ends, each a name, a handle or an id."""

    start: str
    end: str
    top_k: int = 3
    depth: int = 4
    project: str = ""
    as_of: AsOf | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Connect:
    """Finds connections over one store."""

    store: WhyStore

    async def connect(self, query: ConnectQuery, reader: Reader) -> ConnectAnswer:
        """Up to `top_k` best paths; an end the record does not know is named in `missing`.

        Raises InvalidQuery when an end is blank, both are the same, or a limit is out of range.
        """
        started = time.perf_counter()
        _check(query)
        as_of = query.as_of
        reach = Reach(
            tenant=reader.tenant,
            audiences=reader.audiences,
            project=query.project,
            valid=as_of.valid if as_of else None,
            recorded=as_of.recorded if as_of else None,
        )
        starts = await self.store.find_ends(reach, query.start)
        ends = await self.store.find_ends(reach, query.end)
        missing = tuple(name for name, found in ((query.start, starts), (query.end, ends)) if not found)
        paths: list[Path] = []
        if not missing:
            search = _Search(store=self.store, reach=reach, goals={end.id for end in ends}, depth=query.depth)
            paths = await search.run(starts, query.top_k)
        return ConnectAnswer(
            start=query.start,
            end=query.end,
            paths=tuple(paths),
            missing=missing,
            took_ms=(time.perf_counter() - started) * 1000,
        )


@dataclass(frozen=True, slots=True, order=True)
class _Partial:
    """A path under way; ordered best first, ties by age."""

    cost: float
    number: int
    at: End = field(compare=False)
    hops: tuple[Hop, ...] = field(compare=False)
    visited: frozenset[str] = field(compare=False)


@dataclass(slots=True)
class _Search:
    store: WhyStore
    reach: Reach
    goals: set[str]
    depth: int
    edges: dict[str, list[ConnectEdge]] = field(default_factory=dict)
    numbers: "count[int]" = field(default_factory=count)

    async def run(self, starts: Sequence[End], top_k: int) -> list[Path]:
        """Best-first over paths; a node is crossed at most `top_k` times, and no more than 400 are expanded."""
        queue = [_Partial(0.0, next(self.numbers), start, (), frozenset({start.id})) for start in starts]
        heapq.heapify(queue)
        done: list[Path] = []
        crossed: dict[str, int] = {}
        while queue and len(done) < top_k and len(self.edges) <= MAX_EXPANDED:
            partial = heapq.heappop(queue)
            if partial.at.id in self.goals and partial.hops:
                done.append(Path(hops=partial.hops, score=2.718281828459045**-partial.cost))
                continue
            crossed[partial.at.id] = crossed.get(partial.at.id, 0) + 1
            if len(partial.hops) >= self.depth or crossed[partial.at.id] > top_k:
                continue
            await self._load(partial.at, (other.at for other in queue[:BATCH]))
            for edge in self.edges[partial.at.id]:
                if edge.to.id not in partial.visited:
                    heapq.heappush(queue, self._longer(partial, edge))
        return done

    async def _load(self, wanted: End, soon: Iterable[End]) -> None:
        """Fetch the edges of `wanted`, and of what is likely next with it, in one go."""
        if wanted.id in self.edges:
            return
        batch = {end.id: end for end in (wanted, *soon) if end.id not in self.edges}
        found = await self.store.expand_ends(
            self.reach,
            entities=[end.id for end in batch.values() if end.is_entity],
            statements=[end.id for end in batch.values() if not end.is_entity],
        )
        self.edges |= {key: [] for key in batch}
        for edge in found:
            self.edges[edge.from_id].append(edge)

    def _longer(self, partial: _Partial, edge: ConnectEdge) -> _Partial:
        hop = Hop(
            from_id=partial.at.id,
            from_text=partial.at.text,
            relation=edge.relation,
            to_id=edge.to.id,
            to_text=edge.to.text,
            weight=edge.weight,
            quote=edge.quote,
            is_reversed=edge.is_reversed,
        )
        cost = partial.cost - log(max(1e-6, edge.weight * LENGTH_PENALTY)) + self._hub_cost(edge)
        return _Partial(cost, next(self.numbers), edge.to, (*partial.hops, hop), partial.visited | {edge.to.id})

    def _hub_cost(self, edge: ConnectEdge) -> float:
        """A hub may be reached as an end, but crossing it is dear."""
        return 0.0 if edge.to.id in self.goals or not edge.to.is_entity else log(1 + edge.degree) / 2


def _check(query: ConnectQuery) -> None:
    if not query.start.strip() or not query.end.strip():
        raise InvalidQuery("A connection needs two names.", hint="graphmem connect Ada Kafka")
    if query.start.strip().casefold() == query.end.strip().casefold():
        raise InvalidQuery("Both ends are the same.", hint="Name two different things.")
    if not 1 <= query.depth <= MAX_DEPTH or not 1 <= query.top_k <= MAX_PATHS:
        raise InvalidQuery(
            f"depth {query.depth} or top_k {query.top_k} is out of range.",
            hint=f"Use depth 1 to {MAX_DEPTH} and top_k 1 to {MAX_PATHS}.",
        )
