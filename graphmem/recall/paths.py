"""Best-first search over why-relations: which roles a statement can play in a why answer, and by which path."""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from graphmem.domain.answers import Hop, Path, StatementFace
from graphmem.domain.candidates import Involved, Reach, WhyEdge
from graphmem.domain.vectors import Vector
from graphmem.ports import WhyStore

LENGTH_PENALTY = 0.9
MAX_NODES = 160
BATCH = 12


class Part(StrEnum):
    """The part a statement plays for the decision a path starts from."""

    DECISION = "decision"
    REASON = "reason"
    TRIGGER = "trigger"
    OBJECTION = "objection"
    ALTERNATIVE = "alternative"
    WHY_NOT = "why_not"
    CONSEQUENCE = "consequence"
    OLDER = "older"
    NEWER = "newer"
    DEPENDENT = "dependent"


_MOVES: dict[tuple[Part, str, bool], Part] = {
    (Part.DECISION, "BECAUSE", False): Part.REASON,
    (Part.DECISION, "DEPENDS_ON", False): Part.REASON,
    (Part.DECISION, "SUPPORTS", True): Part.REASON,
    (Part.DECISION, "LED_TO", True): Part.TRIGGER,
    (Part.DECISION, "LED_TO", False): Part.CONSEQUENCE,
    (Part.DECISION, "CONTRADICTS", True): Part.OBJECTION,
    (Part.DECISION, "SUPERSEDES", False): Part.OLDER,
    (Part.DECISION, "SUPERSEDES", True): Part.NEWER,
    (Part.DECISION, "DEPENDS_ON", True): Part.DEPENDENT,
    (Part.REASON, "LED_TO", True): Part.TRIGGER,
    (Part.REASON, "BECAUSE", False): Part.REASON,
    (Part.TRIGGER, "LED_TO", True): Part.TRIGGER,
    (Part.TRIGGER, "BECAUSE", False): Part.TRIGGER,
    (Part.ALTERNATIVE, "BECAUSE", False): Part.WHY_NOT,
    (Part.CONSEQUENCE, "LED_TO", False): Part.CONSEQUENCE,
    (Part.OLDER, "SUPERSEDES", False): Part.OLDER,
    (Part.NEWER, "SUPERSEDES", True): Part.NEWER,
    (Part.DEPENDENT, "DEPENDS_ON", True): Part.DEPENDENT,
    (Part.DEPENDENT, "LED_TO", False): Part.DEPENDENT,
}
"""From a part over a relationship (and whether it is read backwards) to the next part; anything else is no why."""
PREMISE = (Part.DECISION, "DEPENDS_ON", False)
PREMISE_WEIGHT = 0.5
"""A record that is merely cited (weight 0.4) is no reason for a decision; one it builds on or amends is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A statement with its part, the best path to it and the people in it; `parent` is the statement before it."""

    face: StatementFace
    edge: WhyEdge
    part: Part
    path: Path
    parent: str
    people: tuple[Involved, ...]


def next_part(part: Part, edge: WhyEdge) -> Part | None:
    """The part the other end of `edge` plays; None when the edge leads away from why."""
    if (part, edge.relation, edge.is_reversed) == PREMISE and edge.weight < PREMISE_WEIGHT:
        return None
    if part is Part.DECISION and edge.relation in {"CONSIDERED", "REJECTED"} and not edge.is_reversed:
        if edge.face.kind == "Reason":
            return Part.OBJECTION
        return None if edge.face.standing == "chosen" else Part.ALTERNATIVE
    return _MOVES.get((part, edge.relation, edge.is_reversed))


@dataclass(slots=True)
class Search:
    """One best-first search; nodes are expanded in batches, best path first, each once."""

    store: WhyStore
    reach: Reach
    vector: Vector | None
    depth: int
    found: dict[str, Found] = field(default_factory=dict)

    async def run(self, root: StatementFace) -> list[Found]:
        """Everything that plays a part, best path first; at most `depth` round trips and 160 statements.

        The score of a path is Π(weight · confidence) · relevance of its end · 0.9^(hops - 1).
        """
        frontier = [_Node(-1.0, root.id, Part.DECISION, root.text, (), 1.0)]
        for _ in range(self.depth):
            batch = [heapq.heappop(frontier) for _ in range(min(BATCH, len(frontier)))]
            if not batch or len(self.found) >= MAX_NODES:
                break
            edges = await self.store.expand(self.reach, [node.id for node in batch], vector=self.vector)
            for node in batch:
                for edge in (edge for edge in edges if edge.from_id == node.id and edge.face.id != root.id):
                    self._step(frontier, node, edge)
        return sorted(self.found.values(), key=lambda one: (-one.path.score, one.face.id))

    def _step(self, frontier: list["_Node"], node: "_Node", edge: WhyEdge) -> None:
        role = next_part(node.part, edge)
        if role is None:
            return
        hops = (*node.hops, _hop(edge, node.text))
        strength = node.strength * max(0.01, min(1.0, edge.weight))
        score = strength * _relevance(edge) * LENGTH_PENALTY ** (len(hops) - 1)
        known = self.found.get(edge.face.id)
        if known is not None and known.path.score >= score:
            return
        self.found[edge.face.id] = Found(
            face=edge.face,
            edge=edge,
            part=role,
            path=Path(hops=hops, score=min(1.0, score)),
            parent=edge.from_id,
            people=edge.people,
        )
        if known is None and len(hops) < self.depth:
            heapq.heappush(frontier, _Node(-score, edge.face.id, role, edge.face.text, hops, strength))


@dataclass(frozen=True, slots=True, order=True)
class _Node:
    """A statement on the frontier, best first."""

    negative_score: float
    id: str
    part: Part = field(compare=False)
    text: str = field(compare=False)
    hops: tuple[Hop, ...] = field(compare=False)
    strength: float = field(compare=False)


def _relevance(edge: WhyEdge) -> float:
    """Half for being linked at all, half for being about the question."""
    return 0.5 + 0.5 * max(0.0, 2 * edge.likeness - 1)


def _hop(edge: WhyEdge, from_text: str) -> Hop:
    return Hop(
        from_id=edge.from_id,
        from_text=from_text,
        relation=edge.relation,
        to_id=edge.face.id,
        to_text=edge.face.text,
        weight=edge.weight,
        quote=edge.face.quote,
        is_reversed=edge.is_reversed,
    )


def in_part(found: Sequence[Found], part: Part, top: int) -> list[Found]:
    """The best `top` statements that play `part`."""
    return [one for one in found if one.part is part][:top]
