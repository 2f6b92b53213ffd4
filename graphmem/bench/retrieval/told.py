"""Retrieval reports as a person reads them: one Markdown table a set."""

from collections.abc import Iterator, Sequence

from graphmem.bench.machine import Machine
from graphmem.bench.retrieval.run import ArmFigures, RetrievalReport
from graphmem.bench.table import table

READ = (
    "R@k: mean share of the right units among the first k; all@k: questions with all of them; in brackets 95 % "
    "bootstrap intervals. graphmem's gain is over that way, on the same questions; `without graph` asks without walk "
    "and without entity."
)


def told(reports: Sequence[RetrievalReport], machine: Machine) -> Iterator[str]:
    """The tables, then what they were measured on."""
    for report in reports:
        yield f"### {report.name}"
        yield from set_told(report)
    yield (
        f"graphmem {machine.graphmem}, Neo4j {machine.neo4j}, {machine.model}; {machine.cores} cores, "
        f"load {machine.load}. {READ} Times on a busy machine are upper bounds."
    )


def set_told(report: RetrievalReport) -> Iterator[str]:
    """One set: what it is, its table, and its sorts of questions."""
    yield _headline(report)
    yield _table(report)
    if len(report.kinds) > 1:
        head = next(iter(report.arms[0].recall))
        listed = ", ".join(f"{kind} {value:.1f} (n {n})" for kind, (n, value) in report.kinds.items())
        yield f"R@{head} by sort of question: {listed}"


def _headline(report: RetrievalReport) -> str:
    purpose = ", a set to tune on" if report.is_tuned else ""
    return (
        f"{report.questions} questions over {report.units:,} units ({report.unit}){purpose}; "
        f"filled in {report.fill_s:.0f} s"
    )


def _table(report: RetrievalReport) -> str:
    depths = list(report.arms[0].recall)
    columns = [f"{name}@{k}" for k in depths for name in ("R", "all")]
    head = ["way", *columns, f"graphmem's gain in R@{depths[0]} [low, high]", "p50 / p95 ms"]
    return table(head, [list(_cells(arm, depths)) for arm in report.arms])


def _cells(arm: ArmFigures, depths: Sequence[int]) -> Iterator[str]:
    yield arm.arm
    for k in depths:
        low, high = arm.interval
        yield f"{arm.recall[k]:.1f}" + (f" [{low:.1f}, {high:.1f}]" if k == depths[0] else "")
        yield f"{arm.all[k]:.1f}"
    yield "" if arm.lost is None else "{:+.1f} [{:+.1f}, {:+.1f}]".format(*arm.lost)
    yield f"{arm.took.p50_ms:.0f} / {arm.took.p95_ms:.0f}"
