"""Times of one thing done many times."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """n measurements, in milliseconds."""

    n: int
    p50_ms: float
    p95_ms: float
    p99_ms: float


def sample(seconds: Sequence[float]) -> Sample:
    """The middle and the slow end of `seconds`, by nearest rank; zeros when there are none."""
    ordered = sorted(seconds)
    p50, p95, p99 = (_rank(ordered, share) for share in (0.50, 0.95, 0.99))
    return Sample(n=len(ordered), p50_ms=p50, p95_ms=p95, p99_ms=p99)


def _rank(ordered: Sequence[float], share: float) -> float:
    return 1000 * ordered[ceil(share * len(ordered)) - 1] if ordered else 0.0
