"""`graphmem supersede | unsupersede | outcome` and `graphmem bench updates`, in one process against the test engine."""

import json
from pathlib import Path
from typing import Any

import pytest

from graphmem.cli.app import run

SMALL = """
[changes]
limit.form = "notes"
limit.question = "What is the limit?"
limit.says = [["The limit is 5.", "5"], ["The limit is 7 now.", "7"]]

[pairs]
two = ["The read limit is 5.", "The write limit is 7."]
"""

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _in_a_world_of_its_own(
    engine_env: dict[str, str], tenant: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in engine_env.items():
        if name.startswith("GRAPHMEM_"):
            monkeypatch.setenv(name, value)
    monkeypatch.setenv("GRAPHMEM_TENANT", tenant)


def told(capsys: Capture, *arguments: str, code: int = 0) -> dict[str, Any]:
    assert run([*arguments, "--json"]) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def first_text(capsys: Capture, question: str) -> str:
    return str(told(capsys, "recall", question)["items"][0]["text"])


def statement(capsys: Capture) -> str:
    told(capsys, "remember", "The parking code is 4417.")
    items = told(capsys, "recall", "What is the parking code?")["items"]
    return str(items[0]["statements"][0]["id"])


def test_a_superseded_statement_gives_way_and_comes_back_when_that_is_undone(capsys: Capture) -> None:
    old = statement(capsys)
    done = told(capsys, "supersede", old, "The parking code is 9920.", "--reason", "it was changed")
    assert (done["old_id"], done["text"]) == (old, "The parking code is 9920.")
    assert "9920" in first_text(capsys, "What is the parking code?")
    assert told(capsys, "unsupersede", old)["id"] == old
    assert "4417" in first_text(capsys, "What is the parking code?")


def test_an_outcome_is_noted_and_an_unknown_statement_is_told(capsys: Capture) -> None:
    known = statement(capsys)
    assert told(capsys, "outcome", "good", known) == {"ids": [known]}
    assert run(["supersede", "f-nothing", "The code is 1."]) != 0
    assert "f-nothing" in capsys.readouterr().err


def test_a_date_that_is_none_is_refused(capsys: Capture) -> None:
    assert run(["supersede", "f-1", "x", "--at", "someday"]) == 65
    assert "someday" in capsys.readouterr().err


def test_the_updates_bench_tells_what_became_of_each_change(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(SMALL, encoding="utf-8")
    report = told(capsys, "bench", "updates", "--set", str(path))
    assert [(one["current_first"], one["old_absent"], one["chained"]) for one in report["changes"]] == [(True,) * 3]
    assert [one["superseded"] for one in report["pairs"]] == [0]
    assert run(["bench", "updates", "--set", str(path)]) == 0
    assert "statements wrongly superseded" in capsys.readouterr().out
