"""The retrieval bench: what a set means, how it is measured, and one small run on the real engine."""

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from graphmem.app import App
from graphmem.bench.machine import this_machine
from graphmem.bench.retrieval.measures import all_at, gain, interval, recall_at
from graphmem.bench.retrieval.registry import load
from graphmem.bench.retrieval.run import GRAPHMEM, PLAIN, bench_retrieval
from graphmem.bench.retrieval.sets import RetrievalSet
from graphmem.bench.retrieval.told import told
from graphmem.domain.documents import SpeakerRole
from graphmem.domain.errors import NotFound, UnreadableSource

PASSAGES = {
    "Oslo tram": "The Oslo tram was opened by Ingrid Moe in 1894.",
    "Ingrid Moe": "Ingrid Moe was born in Bergen and studied bridges.",
    "Plum jam": "Plum jam keeps for a year in a cool cellar.",
    "Bergen": "Bergen lies on the west coast, between seven hills.",
}


def packed(path: Path, value: Any) -> None:
    lines = [json.dumps(row) for row in value] if ".jsonl" in path.name else [json.dumps(value)]
    path.write_bytes(lzma.compress("\n".join(lines).encode()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    paragraphs = [
        {"title": title, "paragraph_text": text, "is_supporting": title in {"Oslo tram", "Ingrid Moe"}}
        for title, text in PASSAGES.items()
    ]
    rows = [
        {"id": "2hop__1_2", "question": "Where was the one who opened the Oslo tram born?", "paragraphs": paragraphs}
    ]
    packed(tmp_path / "musique-200.jsonl.xz", rows * 2)
    return tmp_path


def history() -> dict[str, Any]:
    return {
        "question_id": "q1",
        "question_type": "single-session-user",
        "question": "Where do I swim?",
        "haystack_session_ids": ["answer_77_1", "noise_5"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 10:00"],
        "haystack_sessions": [
            [{"role": "user", "content": "I swim at the harbour."}, {"role": "assistant", "content": "Nice."}],
            [{"role": "user", "content": "What is a fjord?"}],
        ],
        "answer_session_ids": ["answer_77_1"],
    }


def questions(wanted: RetrievalSet) -> list[tuple[str, int]]:
    return [(one.text, len(one.gold)) for corpus in wanted.corpora for one in corpus.questions]


def test_equal_paragraphs_of_several_questions_are_one_passage(folder: Path) -> None:
    wanted = load("musique", folder)
    assert len(wanted.corpora[0].documents) == len(PASSAGES)
    assert questions(wanted) == [("Where was the one who opened the Oslo tram born?", 2)] * 2
    assert load("musique", folder, limit=1).questions == 1


def test_no_key_of_a_passage_tells_its_title(folder: Path) -> None:
    keys = [part.key for document in load("musique", folder).corpora[0].documents for part in document.parts]
    assert len(set(keys)) == len(PASSAGES)
    assert not any(word.casefold() in key for key in keys for title in PASSAGES for word in title.split())


def test_a_history_hides_which_session_holds_the_answer_and_leaves_abstention_out(tmp_path: Path) -> None:
    path = tmp_path / "longmemeval_s.json"
    path.write_text(json.dumps([history(), history() | {"question_id": "q2_abs"}]))
    (corpus,) = load(str(path), tmp_path).corpora
    parts = [part for document in corpus.documents for part in document.parts]
    assert [part.key for part in parts] == ["s0#0", "s0#1", "s1#0"]
    assert [part.role for part in parts] == [SpeakerRole.USER, SpeakerRole.ASSISTANT, SpeakerRole.USER]
    assert corpus.questions[0].gold == {"s0"}
    assert "answer" not in "".join(document.uri + document.external_id for document in corpus.documents)


def test_turns_are_found_under_the_ids_the_evidence_names(tmp_path: Path) -> None:
    turns = [{"speaker": "Ana", "dia_id": f"D1:{n}", "text": f"Sentence {n}."} for n in (1, 2, 3)]
    row = {
        "sample_id": "talk-1",
        "conversation": {"speaker_a": "Ana", "session_1": turns, "session_1_date_time": "1:56 pm on 8 May, 2023"},
        "qa": [
            {"question": "Which?", "evidence": ["D1:1; D1:3"], "category": 1},
            {"question": "Trap?", "evidence": ["D1:2"], "category": 5},
            {"question": "Lost?", "evidence": ["D9:9"], "category": 2},
        ],
    }
    packed(tmp_path / "locomo10.json.xz", [row] * 4)
    wanted = load("locomo", tmp_path)
    assert len(wanted.corpora) == 1
    assert [(one.gold, one.kind) for one in wanted.corpora[0].questions] == [({"D1:1", "D1:3"}, "multi-hop")]
    assert wanted.corpora[0].documents[0].parts[0].at.isoformat() == "2023-05-08T13:56:00+00:00"  # type: ignore[union-attr]
    assert load("locomo-tune", tmp_path).is_tuned


def test_a_missing_file_and_an_unknown_set_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(UnreadableSource) as missing:
        load("hotpot", tmp_path)
    assert "--data" in missing.value.hint
    with pytest.raises(NotFound) as unknown:
        load("hotpots", tmp_path)
    assert "hotpot," in unknown.value.hint


def test_recall_is_a_share_and_all_is_all_or_nothing() -> None:
    found = ["a", "x", "b"]
    assert (recall_at(found, {"a", "b"}, 2), all_at(found, {"a", "b"}, 2)) == (0.5, 0.0)
    assert (recall_at(found, {"a", "b"}, 3), all_at(found, {"a", "b"}, 3)) == (1.0, 1.0)


def test_a_gain_is_paired_and_its_interval_is_the_same_every_time() -> None:
    ours, theirs = [1.0, 1.0, 0.5, 1.0] * 10, [0.5, 1.0, 0.5, 0.5] * 10
    mean, low, high = gain(ours, theirs)
    assert mean == pytest.approx(0.25)
    assert 0 < low < mean < high < 0.5
    assert gain(ours, theirs) == (mean, low, high)
    assert gain(ours, ours) == (0.0, 0.0, 0.0)
    assert interval([0.5] * 5) == (0.5, 0.5)


async def test_a_run_asks_every_way_on_the_same_engine_and_tells_losses_too(memory: App, folder: Path) -> None:
    wanted = load("musique", folder, limit=1)
    report = await bench_retrieval(memory, wanted, with_ablations=True, watch=lambda _: None)
    arms = {one.arm: one for one in report.arms}
    assert [GRAPHMEM, *PLAIN] == [name for name in arms if not name.startswith("without")]
    without = [name for name in arms if name.startswith("without")]
    assert without == [f"without {what}" for what in ("lexical", "semantic", "entity", "walk", "graph")]
    assert arms[GRAPHMEM].recall[5] == 100.0
    assert all(one.took.n == 1 for one in report.arms)
    text = "\n".join(told([report], await this_machine(memory)))
    assert "| plain vectors " in text
    assert "graphmem's gain in R@5 [low, high]" in text
    assert "1 questions over 4 units (passage)" in text


async def test_a_second_run_writes_nothing_again(memory: App, folder: Path) -> None:
    wanted = load("musique", folder, limit=1)
    await bench_retrieval(memory, wanted, with_ablations=False, watch=lambda _: None)
    from graphmem.govern.audience import reader_of

    outcomes = [
        one.outcome async for one in memory.record(wanted.corpora[0].documents, reader_of("bench-musique", "bench"))
    ]
    assert set(outcomes) == {"unchanged"}
