"""`bench all`: what is finished is not measured again, what is measured is kept, and the page tells all of it."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from graphmem.bench import whole
from graphmem.bench.machine import Machine
from graphmem.bench.page import write_page
from graphmem.bench.table import table
from graphmem.bench.whole import Part, Told, kept, key_of, run_parts
from graphmem.cli.as_json import plain

MACHINE = Machine(
    cores=3, load=0.5, system="Sys", python="3.99", graphmem="9.9", neo4j="2030.1", gds="", model="a-model"
)


@dataclass(slots=True)
class Bench:
    """Counts how often it is run; fails when told to."""

    runs: int = 0
    fails: bool = False

    def __call__(self) -> Told:
        if self.fails:
            raise RuntimeError
        self.runs += 1
        glance = [("apples: R@5", 12, "70.0", "plain 60.0", "-10.0 [-12.0, -8.0]")]
        return Told(glance=glance, text=table(("way", "R@5"), [("plain", 60.0)]), report={1: MACHINE}, machine=MACHINE)


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.fixture
def part(bench: Bench, tmp_path: Path) -> Part:
    data = tmp_path / "data"
    data.mkdir()
    (data / "one.json").write_text("[]")
    return Part(name="recall-apples", title="recall apples", inputs=(data,), run=bench)


def run(parts: list[Part], folder: Path, *, again: bool = False) -> list[str]:
    return list(run_parts(parts, folder, again=again, plain=plain, watch=lambda _: None))


def page_of(parts: list[Part], folder: Path) -> str:
    write_page(parts, folder, folder / "page.md")
    return (folder / "page.md").read_text()


def test_a_finished_part_is_measured_again_only_when_asked_or_when_data_options_or_version_change(
    part: Part, bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    assert run([part], out) == ["recall-apples"]
    assert run([part], out) == []
    assert run([part], out, again=True) == ["recall-apples"]
    (part.inputs[0] / "one.json").write_text("[1]")
    assert run([part], out) == ["recall-apples"]
    assert run([replace(part, options="limit 2")], out) == ["recall-apples"]
    monkeypatch.setattr(whole, "own_version", lambda: "other")
    assert run([part], out) == ["recall-apples"]
    assert bench.runs == 5


def test_a_run_that_breaks_off_keeps_what_it_measured_and_the_next_one_goes_on_there(
    part: Part, bench: Bench, tmp_path: Path
) -> None:
    failing = Bench(fails=True)
    parts = [part, replace(part, name="why", title="why", run=failing)]
    with pytest.raises(RuntimeError):
        run(parts, tmp_path)
    failing.fails = False
    assert run(parts, tmp_path) == ["why"]
    assert (bench.runs, failing.runs) == (1, 1)


def test_a_file_that_is_cut_off_counts_as_not_measured(part: Part, tmp_path: Path) -> None:
    run([part], tmp_path)
    place = tmp_path / "recall-apples.json"
    place.write_text(place.read_text()[:50])
    assert kept(part, tmp_path) is None
    assert run([part], tmp_path) == ["recall-apples"]


def test_a_file_of_another_form_counts_as_not_measured(part: Part, tmp_path: Path) -> None:
    run([part], tmp_path)
    place = tmp_path / "recall-apples.json"
    place.write_text(json.dumps(json.loads(place.read_text()) | {"machine": None}))
    assert "- recall apples" in page_of([part], tmp_path)
    assert run([part], tmp_path) == ["recall-apples"]


def test_the_page_tells_losses_machine_versions_and_what_is_missing(part: Part, tmp_path: Path) -> None:
    run([part], tmp_path)
    text = page_of([part, replace(part, name="why", title="why over pears")], tmp_path)
    assert "apples: R@5" in text
    assert "-10.0 [-12.0, -8.0]" in text
    assert "| plain | 60.0 |" in text
    for version in ("9.9", "2030.1", "a-model", "3.99", "3 cores (load 0.5)", "Sys"):
        assert version in text
    assert "## Not measured\n\n- why over pears" in text
    assert str(tmp_path) not in text


def test_the_page_says_which_part_is_of_other_data(part: Part, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run([part], out)
    assert "other data" not in page_of([part], out)
    (part.inputs[0] / "two.json").write_text("[]")
    assert "other data" in page_of([part], out)


def test_a_key_depends_on_what_a_file_holds_and_not_on_where_it_lies(part: Part, tmp_path: Path) -> None:
    moved = tmp_path / "moved"
    moved.mkdir()
    (moved / "one.json").write_text("[]")
    assert key_of(replace(part, inputs=(moved,))) == key_of(part)
