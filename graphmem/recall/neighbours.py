"""What stands around a node: breadth first over typed edges, bounded by hops, edges a node and nodes in all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from graphmem.domain.errors import NotFound
from graphmem.domain.nodes import Moment
from graphmem.domain.reads import Neighbour, NeighbourEdge, Neighbours, NeighboursQuery, Subject
from graphmem.domain.scope import Reader
from graphmem.ports import ReadsStore

LENGTH_PENALTY = 0.9
HUB = 200
"""An entity that touches more is reached and not crossed (field report RET-01)."""


@dataclass(slots=True, kw_only=True)
class Around:
    """One search. The same question gives the same list, so a page can start anywhere in it."""

    store: ReadsStore
    reader: Reader
    at: Moment
    query: NeighboursQuery
    found: dict[str, Neighbour] = field(default_factory=dict)

    async def run(self, subject: Subject | None, start: tuple[str, str, str]) -> Neighbours:
        """The page asked for; NotFound when there is nothing to start from."""
        identifier, kind, text = (subject.id, subject.kind, subject.name) if subject else start
        if not identifier:
            raise NotFound(f"There is nothing called {self.query.start!r}.", hint="Give an id, a handle or a name.")
        first = _neighbour(identifier, kind, text, subject.handle if subject else "")
        self.found[identifier] = first
        frontier = {identifier: subject.members if subject else (identifier,)}
        for hop in range(1, self.query.hops + 1):
            if not frontier or len(self.found) > self.query.cap:
                break
            frontier = await self._step(frontier, hop)
        del self.found[identifier]
        nearest = sorted(self.found.values(), key=lambda one: (one.hop, -one.score, one.id))[: self.query.cap]
        page = nearest[self.query.after : self.query.after + self.query.first]
        return Neighbours(start=first, found=tuple(page), total=len(nearest))

    async def _step(self, frontier: Mapping[str, Sequence[str]], hop: int) -> dict[str, tuple[str, ...]]:
        """The next frontier: what was not met before and is no hub."""
        edges = await self.store.expand(self.reader, frontier, at=self.at, per_node=self.query.per_node)
        reached: dict[str, tuple[Neighbour, NeighbourEdge]] = {}
        for edge in edges:
            if edge.id in self.found:
                continue
            one = self._reached(edge, hop)
            if edge.id not in reached or _first(one) < _first(reached[edge.id][0]):
                reached[edge.id] = (one, edge)
        best = sorted(reached.values(), key=lambda pair: (-pair[0].score, pair[0].id))[: self.query.cap]
        self.found |= {one.id: one for one, _ in best}
        return {edge.id: edge.members for _, edge in best if edge.degree <= HUB}

    def _reached(self, edge: NeighbourEdge, hop: int) -> Neighbour:
        near = self.found[edge.from_id]
        return Neighbour(
            id=edge.id,
            handle=edge.handle,
            kind=edge.kind,
            text=edge.text,
            hop=hop,
            score=near.score * min(1.0, max(0.01, edge.weight)) * (LENGTH_PENALTY if hop > 1 else 1.0),
            relation=edge.relation,
            is_reversed=edge.is_reversed,
            from_id=near.id,
            from_text=near.text,
        )


def _first(one: Neighbour) -> tuple[float, str, str]:
    """The stronger edge first; of equal ones always the same, whatever order they come in."""
    return -one.score, one.relation, one.from_id


def _neighbour(identifier: str, kind: str, text: str, handle: str) -> Neighbour:
    return Neighbour(
        id=identifier,
        handle=handle,
        kind=kind,
        text=text,
        hop=0,
        score=1.0,
        relation="",
        is_reversed=False,
        from_id="",
        from_text="",
    )
