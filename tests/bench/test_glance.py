"""The first table of the results page, from reports as the benches make them."""

from pathlib import Path

import pytest

from graphmem.bench import glance
from graphmem.bench.machine import Machine
from graphmem.bench.resolve import Growth, ResolveReport
from graphmem.bench.retrieval.run import ArmFigures, RetrievalReport
from graphmem.bench.sample import sample
from graphmem.bench.updates import ChangeResult, PairResult, UpdateReport

MACHINE = Machine(cores=1, load=0, system="s", python="3", graphmem="0", neo4j="1", gds="", model="m")


def arm(name: str, recall: float, lost: tuple[float, float, float] | None = None) -> ArmFigures:
    return ArmFigures(
        arm=name, recall={5: recall}, all={5: recall / 2}, interval=(1.0, 99.0), lost=lost, took=sample([0.1])
    )


@pytest.fixture
def report() -> RetrievalReport:
    arms = (
        arm("graphmem", 60.0),
        arm("plain full text", 70.0, (-10.0, -12.0, -8.0)),
        arm("plain vectors", 40.0, (20.0, 18.0, 22.0)),
        arm("plain both (RRF)", 65.0, (-5.0, -6.0, -4.0)),
        arm("without graph", 55.0, (5.0, -1.0, 11.0)),
    )
    return RetrievalReport(
        name="apples", unit="turn", is_tuned=False, questions=9, units=90, arms=arms, kinds={}, fill_s=1.0
    )


def test_the_best_plain_way_stands_beside_ours_also_when_it_is_better(report: RetrievalReport) -> None:
    first, whole, graph = glance.of_retrieval(report)
    assert first == (
        "apples (turn): R@5", 9, "60.0 [1.0, 99.0]", "plain full text 70.0 [1.0, 99.0]", "-10.0 [-12.0, -8.0]"
    )  # fmt: skip
    assert whole[2:4] == ("30.0", "plain full text 35.0")
    assert graph[3:] == ("without graph 55.0", "+5.0 [-1.0, +11.0]")


def test_updates_tell_what_was_taken_for_a_change_and_is_none() -> None:
    good = ChangeResult(
        name="a", current_first=True, old_absent=False, past_right=True, history_whole=True, chained=True
    )
    pairs = (PairResult(name="p", superseded=2, found=True), PairResult(name="q", superseded=0, found=True))
    rows = list(glance.of_updates(UpdateReport(set=Path("x.toml"), changes=(good,), pairs=pairs, machine=MACHINE)))
    assert [(row[1], row[2]) for row in rows] == [(1, "100.0 %"), (1, "0.0 %"), (2, "2")]


def test_growth_is_told_from_the_smallest_to_the_largest_graph() -> None:
    rows = (Growth(entities=1_000, settle_ms=20.0, write_ms=1.0), Growth(entities=9_000, settle_ms=30.0, write_ms=1.0))
    (row,) = glance.of_resolve(ResolveReport(episodes=4, rows=rows, machine=MACHINE))
    assert row == ("who is who, an episode, at 9,000 entities", 4, "30 ms", "at 1,000: 20 ms", "× 1.50")
