"""Whether anything in memory is about the question: the nearest meaning and the best share of its words together."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

from graphmem.domain.candidates import Candidate
from graphmem.domain.vectors import Side
from graphmem.ports import Embedder
from graphmem.recall.question import Question

COVERAGE_SHARE = 0.3
MANY = 700
"""So many candidates the lists give where memory is large; the limit is for these."""
BY_CHANCE = 0.06
"""How much nearer the best of ten times as many comes by chance: with fewer candidates the limit is lower."""
_ASKED = (
    "Who owns the blue bicycle in the yard?",
    "What causes the tides?",
    "When does the museum open on Sundays?",
    "How much flour goes into the bread?",
    "Which team won the relay?",
    "Where did the letter come from?",
)
_SAID = (
    "The harbour master closed the north gate in March.",
    "Photosynthesis turns light into sugar.",
    "The invoice was paid twice by mistake.",
    "Penguins breed on the ice in winter.",
    "The appeal court upheld the ruling.",
    "Version three of the compiler dropped support for macros.",
    "Interest rates rose by half a point.",
    "She plays the cello in a string quartet.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Calibrated on questions of the tuning sets and on paraphrased ones, each also asked of other memories.

    evidence  the least nearness + 0.3 · coverage of the best passages, where there are many
    coverage  the least coverage when no vectors are at hand
    """

    evidence: float = 0.38
    coverage: float = 0.34


@functools.lru_cache(maxsize=8)
def floor_of(embedder: Embedder) -> float:
    """The model's cosine of a question and a passage that have nothing in common: 0.07 with MiniLM, 0.73 with e5."""
    asked = embedder.embed(_ASKED, side=Side.QUERY)
    said = embedder.embed(_SAID, side=Side.PASSAGE)
    return float((asked @ said.T).mean())


def abstains(question: Question, candidates: Sequence[Candidate], limits: Limits, floor: float = 0.0) -> bool:
    """True when the nearest meaning and the best share of the question's words are too little together.

    Nearness is the best cosine on a scale from `floor`, see `floor_of`, to 1: so one limit serves every model.
    """
    cosines = [2 * c.scores["semantic"] - 1 for c in candidates if "semantic" in c.scores]
    asked = max(1, len(question.stems))
    coverage = max((len(c.terms) / asked for c in candidates), default=0.0)
    if not cosines:
        return coverage < limits.coverage
    fewer = max(0.0, log10(MANY / len(candidates)))
    nearness = (max(cosines) - floor) / (1 - floor)
    return nearness + COVERAGE_SHARE * coverage < limits.evidence - BY_CHANCE * fewer
