"""Whether anything in memory is about the question: the nearest meaning and the best share of its words together."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

from graphmem.domain.candidates import Candidate
from graphmem.recall.question import Question

COVERAGE_SHARE = 0.3
MANY = 700
"""So many candidates the lists give where memory is large; the limit is for these."""
BY_CHANCE = 0.06
"""How much nearer the best of ten times as many comes by chance: with fewer candidates the limit is lower."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Calibrated with MiniLM on the tuning sets: a set's own questions against those of the other sets.

    evidence  the least cosine + 0.3 · coverage of the best passages, where there are many
    coverage  the least coverage when no vectors are at hand
    """

    evidence: float = 0.55
    coverage: float = 0.34


def abstains(question: Question, candidates: Sequence[Candidate], limits: Limits) -> bool:
    """True when the nearest meaning and the best share of the question's words are too little together."""
    cosines = [2 * c.scores["semantic"] - 1 for c in candidates if "semantic" in c.scores]
    asked = max(1, len(question.stems))
    coverage = max((len(c.terms) / asked for c in candidates), default=0.0)
    if not cosines:
        return coverage < limits.coverage
    fewer = max(0.0, log10(MANY / len(candidates)))
    return max(cosines) + COVERAGE_SHARE * coverage < limits.evidence - BY_CHANCE * fewer
