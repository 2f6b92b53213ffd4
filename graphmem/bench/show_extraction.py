"""The report of the extraction benchmark as a person reads it."""

from collections.abc import Iterator, Mapping
from typing import Any

from graphmem.bench.extraction import Density, ExtractionReport
from graphmem.bench.table import Cell, table


def extraction_told(report: ExtractionReport) -> Iterator[str]:
    """The figures, what was not read, and where the items are."""
    yield from extraction_figures(report)
    yield "\n".join((*(f"not read: {line}" for line in report.skipped), f"items: {report.items}"))


def extraction_figures(report: ExtractionReport) -> Iterator[str]:
    """The scorer's figures, those of each form alone when they were asked for, and the densities."""
    yield f"{report.excerpts} excerpts of {report.set.name}, read by {report.extractor}"
    yield _kinds(report.score)
    for name in ("attributes", "by_form", "fell_for"):
        if rows := report.score.get(name):
            yield _nested(name, rows)
    yield table(("score of 100", ""), [(k, v) for k, v in report.score.items() if not isinstance(v, dict)])
    if report.alone:
        yield _alone(report.alone)
    yield from map(_density, report.densities)


def _kinds(score: Mapping[str, Any]) -> str:
    rows: list[tuple[Cell, ...]] = [
        (kind, row["precision"], row["recall"], row["f1"], row["gold"]) for kind, row in score.get("kinds", {}).items()
    ]
    return table(("kind", "precision", "recall", "F1", "n"), rows)


def _nested(name: str, rows: Mapping[str, Any]) -> str:
    first = next(iter(rows.values()))
    if isinstance(first, dict):
        return table((name, *first), [(key, *row.values()) for key, row in rows.items()])
    return table((name, ""), list(rows.items()))


def _alone(alone: Mapping[str, Mapping[str, Any]]) -> str:
    """F1 of each kind and form; a dash where the form has nothing of that kind."""
    kinds = list(next(iter(alone.values()))["kinds"])
    rows: list[tuple[Cell, ...]] = [
        (
            form,
            *(row["f1"] if row["gold"] else None for row in map(score["kinds"].get, kinds)),
            score["kinds"]["fact"]["recall"] if "fact" in kinds else None,
            score["fell_for_negatives"],
        )
        for form, score in alone.items()
    ]
    return table(("form alone: F1", *kinds, "fact recall", "fell for"), rows)


def _density(density: Density) -> str:
    rows: list[tuple[Cell, ...]] = [
        (kind, count, round(density.per_thousand(kind), 1)) for kind, count in density.found.items()
    ]
    speed = density.sentences / density.seconds if density.seconds else 0.0
    told = f"{density.files} files, {density.episodes} episodes, {density.sentences} sentences, {speed:.0f} a second"
    return f"{density.folder}: {told}\n\n" + table(("found", "", "in 1,000 sentences"), rows)
