"""The first table of the results page: the few figures of each benchmark that say most."""

from collections.abc import Iterator

from graphmem.bench.extraction import ExtractionReport
from graphmem.bench.resolve import ResolveReport
from graphmem.bench.retrieval.run import GRAPHMEM, PLAIN, ArmFigures, RetrievalReport
from graphmem.bench.speed_plan import SpeedReport
from graphmem.bench.updates import UpdateReport
from graphmem.bench.whole import Glance
from graphmem.bench.why import WhyReport

_OF_WHY = {
    "score": "score of 100",
    "wording_gap": "gap between the wordings",
    "quotes_verbatim": "quotes verbatim, %",
    "invented": "items invented, %",
    "abstained_on_answerable": "abstained on what has an answer, %",
}
"""Figures of a why set's scorer that say most, where it has them."""


def of_retrieval(report: RetrievalReport) -> Iterator[Glance]:
    """Recall and all-of-them at the headline depth beside the best plain way; then the graph beside none."""
    arms = {arm.arm: arm for arm in report.arms}
    ours = arms[GRAPHMEM]
    k = next(iter(ours.recall))
    best = max((arms[name] for name in PLAIN), key=lambda arm: arm.recall[k])
    told, n = f"{report.name} ({report.unit})", report.questions
    yield (f"{told}: R@{k}", n, _with_interval(ours, k), f"{best.arm} {_with_interval(best, k)}", _gain(best))
    yield (f"{told}: all@{k}", n, f"{ours.all[k]:.1f}", f"{best.arm} {best.all[k]:.1f}", "")
    if bare := arms.get("without graph"):
        yield (f"{told}: R@{k}", n, f"{ours.recall[k]:.1f}", f"without graph {bare.recall[k]:.1f}", _gain(bare))


def _with_interval(arm: ArmFigures, k: int) -> str:
    return f"{arm.recall[k]:.1f} [{arm.interval[0]:.1f}, {arm.interval[1]:.1f}]"


def _gain(arm: ArmFigures) -> str:
    return "{:+.1f} [{:+.1f}, {:+.1f}]".format(*arm.lost) if arm.lost else ""


def of_why(report: WhyReport, told: str) -> Iterator[Glance]:
    """The set's own score, and what its evidence packs hold."""
    n = report.questions
    for name, label in _OF_WHY.items():
        if isinstance(value := report.score.get(name), float | int):
            yield (f"{told}: {label}", n, f"{value:.1f}", "", "")
    whole = report.packs[-1]
    for budget, share in whole.found.items():
        yield (f"{told}: gold quotes inside {budget:,} tokens", whole.quotes, f"{100 * share:.1f} %", "", "")
    yield (f"{told}: a right document among the first three", n, f"{100 * whole.any_document:.1f} %", "", "")


def of_extraction(report: ExtractionReport) -> Iterator[Glance]:
    """F1 of each kind."""
    for kind, row in report.score.get("kinds", {}).items():
        yield (f"extraction: F1 of {kind}", row["gold"], f"{row['f1']}", "", "")
    if "fell_for_negatives" in report.score:
        value = report.score["fell_for_negatives"]
        yield ("extraction: taken for what it is not, %", report.excerpts, f"{value}", "", "")


def of_updates(report: UpdateReport) -> Iterator[Glance]:
    """What becomes of a value that changes, and of what only looks like it."""
    told, n = f"updates ({report.set.stem})", len(report.changes)
    yield (f"{told}: current value first", n, f"{report.share('current_first'):.1f} %", "", "")
    yield (f"{told}: old value absent", n, f"{report.share('old_absent'):.1f} %", "", "")
    wrong = sum(pair.superseded for pair in report.pairs)
    yield (f"{told}: wrongly superseded", len(report.pairs), str(wrong), "", "")


def of_resolve(report: ResolveReport) -> Iterator[Glance]:
    """What settling costs in the largest graph beside the smallest."""
    small, large = report.rows[0], report.rows[-1]
    told = f"who is who, an episode, at {large.entities:,} entities"
    beside = f"at {small.entities:,}: {small.settle_ms:.0f} ms"
    yield (told, report.episodes, f"{large.settle_ms:.0f} ms", beside, f"× {large.settle_ms / small.settle_ms:.2f}")


def of_speed(report: SpeedReport) -> Iterator[Glance]:
    """Recall and why beside the plain way."""
    found = {figure.name: figure for figure in report.figures}
    for rank in ("p50", "p95"):
        for what in ("recall", "why"):
            ours, plain = found[f"{what}, {rank}"], found[f"plain full text + vector, {rank}"]
            told = f"{what} over {report.chunks:,} chunks, {rank}"
            ratio = f"× {ours.value / plain.value:.1f}"
            yield (told, ours.n, f"{ours.value:.0f} ms", f"plain {plain.value:.0f} ms", ratio)
