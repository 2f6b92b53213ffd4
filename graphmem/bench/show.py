"""Bench reports as a person reads them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from graphmem.bench.evidence import PackFigures
from graphmem.bench.machine import Machine
from graphmem.bench.resolve import ResolveReport
from graphmem.bench.speed_plan import SpeedReport
from graphmem.bench.table import Cell, table
from graphmem.bench.why import WhyReport


def why_told(report: WhyReport) -> Iterator[str]:
    """The scorer's figures, the evidence packs, and what they were measured on."""
    yield from why_figures(report)
    yield told_machine(report.machine)
    yield f"answers: {report.answers}"


def why_figures(report: WhyReport) -> Iterator[str]:
    """The scorer's figures and the evidence packs."""
    yield f"{report.questions} questions in {report.asked} wordings"
    yield table(("score of 100", ""), _plain_figures(report.score))
    yield from (_nested(name, value) for name, value in report.score.items() if isinstance(value, dict) and value)
    yield _packs(report.packs)
    yield _ingested(report)
    yield f"why, {report.why_ms.n} times: p50 {report.why_ms.p50_ms:.0f} ms, p95 {report.why_ms.p95_ms:.0f} ms"


def resolve_told(report: ResolveReport) -> Iterator[str]:
    """Medians by size, and what they were measured on."""
    yield from resolve_figures(report)
    yield told_machine(report.machine)


def resolve_figures(report: ResolveReport) -> Iterator[str]:
    """Medians by size, and as a ratio to the smallest graph."""
    first = report.rows[0]
    yield f"{report.episodes} conversations at each size; medians, milliseconds an episode"
    yield table(
        ("entities", "settle ms", "ratio", "write ms", "ratio"),
        (
            (row.entities, row.settle_ms, row.settle_ms / first.settle_ms, row.write_ms, row.write_ms / first.write_ms)
            for row in report.rows
        ),
    )


def told_machine(machine: Machine) -> str:
    """Machine and versions in two lines."""
    gds = f", GDS {machine.gds}" if machine.gds else ""
    return (
        f"graphmem {machine.graphmem}, Neo4j {machine.neo4j}{gds}, {machine.model}\n"
        f"{machine.cores} cores (load {machine.load}), {machine.system}, Python {machine.python}"
    )


def _plain_figures(score: Mapping[str, Any]) -> list[tuple[Cell, ...]]:
    return [(name, value) for name, value in score.items() if not isinstance(value, dict)]


def _nested(name: str, rows: Mapping[str, Any]) -> str:
    """A figure of several rows: with columns of its own when each row has several values."""
    first = next(iter(rows.values()))
    if isinstance(first, dict):
        return table((name, *first), [(key, *row.values()) for key, row in rows.items()])
    return table((name, ""), list(rows.items()))


def _packs(packs: Sequence[PackFigures]) -> str:
    budgets = sorted({budget for row in packs for budget in row.found})
    head = ("evidence pack", "questions", "quotes", *(f"in {budget} tokens" for budget in budgets))
    rows: list[tuple[Cell, ...]] = [
        (
            f"wording {row.wording}" if row.wording else "all",
            row.questions,
            row.quotes,
            *(100 * row.found[budget] for budget in budgets),
            100 * row.any_document,
            100 * row.all_documents,
        )
        for row in packs
    ]
    return table((*head, "a right document in first 3", "right documents in first 3"), rows)


def _ingested(report: WhyReport) -> str:
    rows = [(name, c.documents, c.chunks, c.statements, c.entities) for name, c in report.ingested.items()]
    text = table(("collection", "documents", "chunks", "statements", "entities"), rows)
    return "\n".join((text, *(f"\nnot read: {line}" for line in report.skipped)))


def speed_told(report: SpeedReport) -> Iterator[str]:
    """The figures, what is missing, and what they were measured on."""
    yield from speed_figures(report)
    yield f"{told_machine(report.machine)}\ntook {report.took_s:.0f} s; times on a busy machine are upper bounds"


def speed_figures(report: SpeedReport) -> Iterator[str]:
    """The figures and what is missing."""
    yield f"{report.chunks:,} chunks: {report.filled}"
    rows = [(one.name, _digits(one.value), one.unit, one.n, one.note) for one in report.figures]
    yield table(("", "value", "unit", "n", "how"), rows)
    yield from (f"not measured: {line}" for line in report.left_out)


def _digits(value: float) -> str:
    return f"{value:.0f}" if value >= 10 or float(value).is_integer() else f"{value:.2f}"  # noqa: PLR2004 - two digits say enough
