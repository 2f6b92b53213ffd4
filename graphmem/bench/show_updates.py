"""The updates benchmark as a person reads it."""

from collections.abc import Iterator

from graphmem.bench.show import told_machine
from graphmem.bench.table import Cell, table
from graphmem.bench.updates import UpdateReport

FIGURES = {
    "current_first": "current value first",
    "old_absent": "old value absent from default reads",
    "past_right": "as of each step the value of then",
    "history_whole": "history whole, current first",
    "chained": "superseded chain without a gap",
}


def updates_told(report: UpdateReport) -> Iterator[str]:
    """The shares, what went wrong, and what they were measured on."""
    yield from updates_figures(report)
    yield told_machine(report.machine)


def updates_figures(report: UpdateReport) -> Iterator[str]:
    """The shares, then every change and pair that went wrong, by name."""
    yield table(
        (f"{len(report.changes)} values that change", "%"),
        [(label, f"{report.share(name):.1f}") for name, label in FIGURES.items()],
    )
    wrong = sum(pair.superseded for pair in report.pairs)
    lost = sum(not pair.found for pair in report.pairs)
    rows: list[tuple[Cell, ...]] = [("statements wrongly superseded", wrong), ("pairs with a sentence not found", lost)]
    yield table((f"{len(report.pairs)} pairs that are no change", ""), rows)
    for name, label in FIGURES.items():
        if failed := [one.name for one in report.changes if not getattr(one, name)]:
            yield f"not {label}: {', '.join(failed)}"
    if failed := [pair.name for pair in report.pairs if pair.superseded or not pair.found]:
        yield f"pairs: {', '.join(failed)}"
