"""What the speed bench measures: how much of everything, and the figures it comes to."""

from collections.abc import Callable
from dataclasses import dataclass

from graphmem.bench.machine import Machine
from graphmem.bench.sample import Sample
from graphmem.domain.errors import InvalidQuery

SMALLEST, QUICK, LONG = 100, 10_000, 100_000
BLOCK = 10_000
"""Above 100,000 chunks so many are ingested; the others are copies of them."""

Watch = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedPlan:
    """How much is measured.

    chunks      in the graph when questions are asked
    first       of them through the whole ingest before anything is timed
    end_to_end  of them through the whole ingest, timed
    written     of them by the normal write path in all; the rest are copies of these, written without its searches
    warm_up     questions asked before any is timed, of each sort
    recalls     timed recalls, and as many plain searches in turn with them
    each_client questions of each of the many clients
    """

    chunks: int
    first: int
    end_to_end: int
    written: int
    warm_up: int = 20
    recalls: int = 100
    whys: int = 40
    contexts: int = 40
    each_client: int = 8
    lags: int = 20
    helps: int = 5


def plan_of(chunks: int) -> SpeedPlan:
    """The plan for so many chunks: a tenth, of small numbers up to a half, goes through the whole ingest.

    Raises InvalidQuery below 100 chunks.
    """
    if chunks < SMALLEST:
        raise InvalidQuery(f"{chunks} chunks are too few to measure with.", hint=f"Use {SMALLEST} or more.")
    written = chunks if chunks <= LONG else BLOCK
    first = min(200, written // 4)
    return SpeedPlan(chunks=chunks, first=first, end_to_end=min(max(100, written // 10), written // 2), written=written)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure; `n` is how many things it was measured on."""

    name: str
    value: float
    unit: str
    n: int
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedReport:
    """All figures, what they were measured on, and what could not be measured, with the reason.

    chunks  in the graph when questions were asked
    filled  how they came there
    """

    plan: SpeedPlan
    chunks: int
    filled: str
    figures: tuple[Figure, ...]
    left_out: tuple[str, ...]
    machine: Machine
    took_s: float


def figures_of(name: str, measured: Sample, note: str = "") -> list[Figure]:
    """A sample as its three figures."""
    values = {"p50": measured.p50_ms, "p95": measured.p95_ms, "p99": measured.p99_ms}
    return [
        Figure(name=f"{name}, {rank}", value=value, unit="ms", n=measured.n, note="" if place else note)
        for place, (rank, value) in enumerate(values.items())
    ]
