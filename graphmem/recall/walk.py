"""The two-hop path score with question coverage: recall-algorithm.md §3."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from graphmem.domain.candidates import Link
from graphmem.domain.text import sentences, stems
from graphmem.recall.fusion import Based, rarity

SEEDS = 12
HUB = 20
PER_SEED = 60
PER_ENTITY = 5
PER_UNIT = 8
"""Of a unit in many pieces the walk starts from the first ones."""
PER_TEXT = 60
LINKS = 4_000
BETA_PROSE = 1.0
BETA_TURN = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The winning path to a target: its link and h(d)."""

    link: Link
    score: float


def seeds_of(based: Mapping[str, Based]) -> list[Based]:
    """F: the units with the largest b, ties by id."""
    return sorted(based.values(), key=lambda b: (-b.score, b.candidate.unit_id))[:SEEDS]


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """Everything the path score of one question needs.

    based    by unit id
    texts    by id of the seeds' chunks, for the sentences their entities stand in
    weights  of the question's stems, in their order
    """

    question: Sequence[str]
    weights: Sequence[float]
    based: Mapping[str, Based]
    texts: Mapping[str, str]
    chunks: int
    _read: dict[str, list[float]] = field(default_factory=dict, init=False)

    def steps(self, links: Sequence[Link]) -> dict[str, Step]:
        """The best step to each target, by unit id: the maximum over paths, never the sum, so that hubs do not win."""
        best_base = max((b.score for b in self.based.values()), default=0.0)
        best: dict[str, Step] = {}
        for link in links:
            seed = self.based.get(link.seed)
            if seed is None or best_base <= 0:
                continue
            score = (seed.score / best_base) * self._strength(link) * self._fit(link, seed)
            known = best.get(link.target.unit_id)
            if known is None or score > known.score:
                best[link.target.unit_id] = Step(link=link, score=score)
        return best

    def _strength(self, link: Link) -> float:
        rare = rarity(link.df, self.chunks)
        match link.kind:
            case "forward":
                return self._activation(link) * link.weight / sqrt(max(link.about_count, 1))
            case "shared":
                return 0.4 * self._activation(link) * rare
            case _:
                return 0.6 * rare

    def _activation(self, link: Link) -> float:
        """act(e|p) = max over the sentences that name e of 0.7 + 1.2 · min(1, 2 r(s))."""
        known = self._shares(link.chunk_id)
        shares = [known[n] for n in link.sentences if n < len(known)]
        return 0.7 + 1.2 * min(1.0, 2 * max(shares, default=0.0))

    def _shares(self, chunk: str) -> list[float]:
        """r(s) of each sentence of a seed's text, read once however many links start there."""
        if chunk not in self._read:
            text = self.texts.get(chunk, "")
            self._read[chunk] = [self._share(text[start:end]) for start, end in sentences(text)]
        return self._read[chunk]

    def _share(self, sentence: str) -> float:
        found = set(stems(sentence))
        total = sum(self.weights)
        covered = sum(w for stem, w in zip(self.question, self.weights, strict=True) if stem in found)
        return covered / total if total else 0.0

    def _fit(self, link: Link, seed: Based) -> float:
        """0.4 + 0.3 D(d) + 1.0 cov(d|p): the second chunk should answer what the first left open."""
        known = self.based.get(link.target.unit_id)
        semantic, held = (known.semantic, known.terms) if known else (0.0, frozenset[str]())
        rest = [n for n, stem in enumerate(self.question) if stem not in seed.terms]
        left = sum(self.weights[n] for n in rest)
        covered = sum(self.weights[n] for n in rest if n in link.covered or self.question[n] in held)
        return 0.4 + 0.3 * semantic + (covered / left if left else 0.0)


def beta(link: Link) -> float:
    """How much a path counts: fully towards prose, little towards a turn, where it cost accuracy."""
    return BETA_TURN if link.target.is_spoken else BETA_PROSE
