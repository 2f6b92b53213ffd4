"""`graphmem bench`: what it prints and how it ends."""

import json
from pathlib import Path

import pytest

from graphmem.cli.app import run

SCORER = 'import sys; print(\'{"score": 50.0, "lines": %d}\' % len(open(sys.argv[1]).readlines()))'


@pytest.fixture
def small_set(tmp_path: Path) -> Path:
    folder = tmp_path / "set"
    (folder / "sources" / "notes").mkdir(parents=True)
    (folder / "sources" / "notes" / "2026-01-05-bus.md").write_text("# Bus\n\nWe decided to buy the blue bus.\n")
    question = {"id": "q", "collection": "notes", "wordings": ["Why the blue bus?"], "documents": [], "asked": []}
    (folder / "questions.jsonl").write_text(json.dumps(question))
    (folder / "score.py").write_text(SCORER)
    return folder


@pytest.fixture
def _on_the_test_engine(engine_env: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("GRAPHMEM_NEO4J_URI", "GRAPHMEM_NEO4J_USER", "GRAPHMEM_NEO4J_PASSWORD"):
        monkeypatch.setenv(name, engine_env[name])


@pytest.mark.usefixtures("_on_the_test_engine")
def test_bench_why_prints_one_json_object_and_keeps_the_answers(
    small_set: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["bench", "why", "--set", str(small_set), "--out", str(tmp_path / "out"), "--json"])
    told = json.loads(capsys.readouterr().out)
    assert code == 0
    assert told["score"] == {"score": 50.0, "lines": 1}
    assert Path(told["answers"]) == tmp_path / "out" / "answers.jsonl"
    assert json.loads((tmp_path / "out" / "score.json").read_text()) == told["score"]


@pytest.mark.usefixtures("_on_the_test_engine")
def test_bench_why_prints_tables(small_set: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "why", "--set", str(small_set), "--out", str(tmp_path / "out")]) == 0
    told = capsys.readouterr().out
    assert "score of 100" in told
    assert "evidence pack" in told


def test_a_folder_that_is_no_why_set_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "why", "--set", str(tmp_path)]) == 65
    assert "questions.jsonl" in capsys.readouterr().err


@pytest.mark.usefixtures("_on_the_test_engine")
def test_bench_all_keeps_each_part_and_writes_a_page_that_names_what_is_not_measured(
    small_set: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "all"
    asked = ["bench", "all", "--out", str(out), "--only", "why"]
    for name in ("--data", "--why-set", "--extraction-set"):
        asked += [name, str(small_set)]
    assert run([*asked, "--only", "why"]) == 0
    assert "measured: why\n" in capsys.readouterr().out
    page = (out / "RESULTS.md").read_text()
    assert "| why: score of 100 " in page
    assert "- recall musique" in page
    assert str(tmp_path) not in page
    assert json.loads((out / "why.json").read_text())["report"]["questions"] == 1
    assert run(asked) == 0
    assert "measured" not in capsys.readouterr().out


@pytest.mark.usefixtures("_on_the_test_engine")
def test_bench_all_asks_a_history_file_of_the_data_folder_with_every_signal_off_in_turn(
    small_set: Path, tmp_path: Path, tenant: str
) -> None:
    history = {
        "question_id": tenant,
        "question_type": "single",
        "question": "Where do I swim?",
        "haystack_session_ids": ["a", "b"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 10:00"],
        "haystack_sessions": [
            [{"role": "user", "content": "I swim at the harbour."}],
            [{"role": "user", "content": "What is a fjord?"}],
        ],
        "answer_session_ids": ["a"],
    }
    (small_set / "longmemeval_tiny.json").write_text(json.dumps([history]))
    out = tmp_path / "all"
    asked = ["bench", "all", "--out", str(out), "--only", "recall-longmemeval", "--limit", "1"]
    for name in ("--data", "--why-set", "--extraction-set"):
        asked += [name, str(small_set)]
    assert run(asked) == 0
    page = (out / "RESULTS.md").read_text()
    assert "longmemeval (session): R@5" in page
    assert "without graph" in page
    assert "graphmem's gain in R@5 [low, high]" in page
