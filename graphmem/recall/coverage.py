"""How much of a question's words is held by a turn, by the turns beside it, or by nothing: the rare ones weigh more."""

from collections.abc import Collection, Mapping, Sequence
from math import log

from graphmem.domain.candidates import Candidate

BESIDE = 0.5
"""What a word counts that only the turn before or after holds: who is meant is often said there."""


def stem_weights(question: Sequence[str], held: Collection[frozenset[str]]) -> list[float]:
    """A BM25-like idf of each question stem, from its share among the candidates; an unseen one weighs nothing."""
    total = len(held)
    counts = [sum(stem in terms for terms in held) for stem in question]
    return [log(1 + (total - df + 0.5) / (df + 0.5)) if df else 0.0 for df in counts]


def coverages(question: Sequence[str], units: Mapping[str, Sequence[Candidate]]) -> dict[str, float]:
    """C: by unit, the idf share of the question's stems in its best chunk; those of the turns beside it count half.

    One chunk, for a long message holds some of every question somewhere.
    """
    held = {unit: frozenset[str]().union(*(part.terms for part in parts)) for unit, parts in units.items()}
    weights = dict(zip(question, stem_weights(question, held.values()), strict=True))
    total = sum(weights.values())
    if total <= 0:
        return {}

    def share(own: frozenset[str], near: frozenset[str]) -> float:
        found = (weight if stem in own else BESIDE * (stem in near) * weight for stem, weight in weights.items())
        return sum(found) / total

    near = {unit: _near(parts, held) for unit, parts in units.items()}
    return {unit: max(share(part.terms, near[unit]) for part in parts) for unit, parts in units.items()}


def _near(parts: Sequence[Candidate], held: Mapping[str, frozenset[str]]) -> frozenset[str]:
    beside = {unit for part in parts for unit in (part.before, part.after) if unit} - {parts[0].unit_id}
    return frozenset[str]().union(*(held[unit] for unit in beside if unit in held))
