"""The why bench over a small made-up set, on a real engine."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graphmem.app import App
from graphmem.bench import show
from graphmem.bench.captured import captured_half
from graphmem.bench.why import Variant, WhyReport, as_of_moment, bench_why
from graphmem.bench.why_set import LabelledQuestion, read_why_set
from graphmem.domain.answers import RecallQuery
from graphmem.domain.errors import BadInput
from graphmem.domain.time import AsOf
from graphmem.govern.audience import reader_of

POSTGRES = """# 1. Keep orders in Postgres

Date: 2024-03-01

## Status

Superseded by [2. Move orders to Cassandra](0002-cassandra.md)

## Context

The shop writes its orders to flat files, and two clerks overwrote each other's work in February.

## Decision

We will keep all orders in Postgres.

## Consequences

Backups become one dump a night.
"""
CASSANDRA = """# 2. Move orders to Cassandra

Date: 2024-09-01

## Status

Accepted. Supersedes [1. Keep orders in Postgres](0001-postgres.md)

## Context

The single Postgres machine was full in August.

## Decision

We will move all orders to Cassandra because it spreads over several machines.

## Consequences

Reports need a nightly export.
"""
MEETING = {
    "meeting_transcripts": [
        {"speaker": "Lena", "content": "We decided to paint the lorry green because the dealer had only green left."},
        {"speaker": "Otis", "content": "Agreed, green it is."},
    ]
}
SCORER = """
import argparse, json, pathlib
parser = argparse.ArgumentParser()
for name in ("answers", "--questions", "--sources"):
    parser.add_argument(name)
asked = parser.parse_args()
rows = [json.loads(line) for line in open(asked.answers)]
questions = {q["id"]: q for q in map(json.loads, open(asked.questions))}
texts = "\\n".join(p.read_text() for p in pathlib.Path(asked.sources).rglob("*.*"))
quotes = [i["quote"] for r in rows for f in ("reasons", "quotes") for i in r[f]]
right = [r["abstained"] == questions[r["id"]]["unanswerable"] for r in rows]
print(json.dumps({
    "score": 100 * sum(right) / len(right),
    "questions": len(questions),
    "verbatim": sum(json.dumps(q)[1:-1] in texts or q in texts for q in quotes) / max(1, len(quotes)),
    "by_wording": {w: sum(r["wording"] == w for r in rows) for w in (1, 2)},
}))
"""


def question(identifier: str, *wordings: str, collection: str = "records", doc: str = "", **values: object) -> str:
    row = {
        "id": identifier,
        "collection": collection,
        "documents": [doc] if doc else [],
        "wordings": list(wordings),
        "unanswerable": not doc,
        "decision": None,
        "reasons": [],
        "asked": [],
    }
    return json.dumps(row | values)


QUESTIONS = (
    question(
        "q1",
        "Why were the orders moved to Cassandra?",
        "What made the shop leave its single database machine?",
        doc="records/0002-cassandra.md",
        asked=["reasons"],
        reasons=[
            {"text": "spread", "quote": "it spreads over several machines", "doc": "records/0002-cassandra.md"},
            {"text": "export", "quote": "never said", "doc": "records/0002-cassandra.md", "optional": True},
        ],
    ),
    question(
        "q2",
        "Where were the orders kept?",
        "Which store held the orders?",
        doc="records/0001-postgres.md",
        as_of="2024-05-01",
        asked=["decision"],
        decision={"text": "Postgres", "quote": "keep all orders in Postgres", "doc": "records/0001-postgres.md"},
    ),
    question("q3", "Quelle heure est-il à Zanzibar?", "Zanzibar xylophone umbrella?", collection="talks/van"),
)


@pytest.fixture
def why_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "set"
    (folder / "sources" / "records").mkdir(parents=True)
    (folder / "sources" / "talks").mkdir()
    (folder / "sources" / "records" / "0001-postgres.md").write_text(POSTGRES)
    (folder / "sources" / "records" / "0002-cassandra.md").write_text(CASSANDRA)
    (folder / "sources" / "talks" / "call-van-a.json").write_text(json.dumps(MEETING))
    (folder / "sources" / "talks" / "call-bus-a.json").write_text(json.dumps(MEETING))
    (folder / "questions.jsonl").write_text("\n".join(QUESTIONS))
    (folder / "score.py").write_text(SCORER)
    return folder


async def run(memory: App, folder: Path, out: Path, *, limit: int = 0) -> WhyReport:
    return await bench_why(memory, read_why_set(folder, limit=limit), out, watch=lambda _: None)


def lines_of(report: WhyReport) -> list[dict[str, object]]:
    return [json.loads(line) for line in report.answers.read_text().splitlines()]


async def test_every_wording_is_answered_and_judged_by_the_sets_own_scorer(
    memory: App, why_folder: Path, tmp_path: Path
) -> None:
    report = await run(memory, why_folder, tmp_path / "out")
    assert [(line["id"], line["wording"]) for line in lines_of(report)] == [
        (f"q{q}", wording) for q in (1, 2, 3) for wording in (1, 2)
    ]
    assert report.score == {"score": 100.0, "questions": 3, "verbatim": 1.0, "by_wording": {"1": 3, "2": 3}}


async def test_gold_quotes_are_looked_for_in_the_evidence_pack_and_optional_ones_are_not(
    memory: App, why_folder: Path, tmp_path: Path
) -> None:
    report = await run(memory, why_folder, tmp_path / "out")
    assert [(row.wording, row.questions, row.quotes) for row in report.packs] == [(1, 2, 2), (2, 2, 2), (0, 4, 4)]
    assert report.packs[-1].found == {1000: 1.0, 2000: 1.0}
    assert report.packs[-1].any_document == 1.0


async def test_an_as_of_date_asks_for_what_held_then(memory: App, why_folder: Path, tmp_path: Path) -> None:
    report = await run(memory, why_folder, tmp_path / "out")
    then = [line["decision"] for line in lines_of(report) if line["id"] == "q2"]
    assert {decision["doc"] for decision in then} == {"records/0001-postgres.md"}  # type: ignore[index]


async def test_a_run_leaves_nothing_in_the_memory_and_the_next_one_says_the_same(
    memory: App, why_folder: Path, tmp_path: Path
) -> None:
    first = await run(memory, why_folder, tmp_path / "first")
    reader = reader_of("bench-why-records", "bench")
    assert (await memory.status(reader)).counts == {}
    assert (await memory.recall(RecallQuery(text="orders", abstain=False), reader)).items == ()
    second = await run(memory, why_folder, tmp_path / "second")
    assert lines_of(first) == lines_of(second)


async def test_a_limit_asks_and_judges_the_first_questions_only(memory: App, why_folder: Path, tmp_path: Path) -> None:
    report = await run(memory, why_folder, tmp_path / "out", limit=1)
    assert (report.questions, report.asked, report.score["questions"]) == (1, 2, 1)
    assert list(report.ingested) == ["records"]


async def test_a_report_is_told_with_every_figure_of_the_scorer(memory: App, why_folder: Path, tmp_path: Path) -> None:
    told = "\n".join(show.why_told(await run(memory, why_folder, tmp_path / "out")))
    assert "verbatim" in told
    assert "by_wording" in told
    assert "in 1000 tokens" in told
    assert memory.embedder.identity.name in told


async def test_a_scorer_that_fails_is_told_with_its_last_words(memory: App, why_folder: Path, tmp_path: Path) -> None:
    (why_folder / "score.py").write_text("raise SystemExit('no such field: hue')")
    with pytest.raises(BadInput, match="no such field: hue"):
        await run(memory, why_folder, tmp_path / "out", limit=1)


def test_a_collection_is_a_folder_or_a_series_of_names(why_folder: Path) -> None:
    why_set = read_why_set(why_folder)
    assert [path.name for path in why_set.files("records")] == ["0001-postgres.md", "0002-cassandra.md"]
    assert [path.name for path in why_set.files("talks/van")] == ["call-van-a.json"]
    with pytest.raises(BadInput, match="tram"):
        why_set.files("talks/tram")


@pytest.mark.parametrize("name", ["questions.jsonl", "score.py"])
def test_a_folder_that_lacks_a_part_is_refused(why_folder: Path, name: str) -> None:
    (why_folder / name).unlink()
    with pytest.raises(BadInput, match=name):
        read_why_set(why_folder)


def test_a_line_that_is_no_question_is_named_by_its_number(why_folder: Path) -> None:
    (why_folder / "questions.jsonl").write_text(f"{QUESTIONS[0]}\n\n{{}}\n")
    with pytest.raises(BadInput, match="Line 2"):
        read_why_set(why_folder)


def asked_at(as_of: str) -> LabelledQuestion:
    return LabelledQuestion(id="q", collection="c", wordings=("w",), as_of=as_of, documents=(), gold=())


def test_a_day_means_its_end_and_a_moment_itself() -> None:
    assert as_of_moment(asked_at(""), {}) is None
    assert as_of_moment(asked_at("2024-05-01"), {}) == AsOf(valid=datetime(2024, 5, 1, 23, 59, 59, 999999, tzinfo=UTC))
    assert as_of_moment(asked_at("2024-05-01T08:00Z"), {}) == AsOf(valid=datetime(2024, 5, 1, 8, tzinfo=UTC))


def test_a_meeting_means_what_was_recorded_up_to_it() -> None:
    recorded = {"van-a": datetime(2026, 1, 1, tzinfo=UTC), "van-b": datetime(2026, 1, 2, tzinfo=UTC)}
    assert as_of_moment(asked_at("after meeting b"), recorded) == AsOf(recorded=recorded["van-b"])
    with pytest.raises(BadInput, match="meeting c"):
        as_of_moment(asked_at("after meeting c"), recorded)


async def test_the_labels_of_half_the_documents_handed_in_are_what_is_answered(
    memory: App, why_folder: Path, tmp_path: Path
) -> None:
    half, asked = captured_half(read_why_set(why_folder))
    assert half
    assert all(half.issuperset(question.documents) for question in asked.questions)
    told: list[str] = []
    variant = Variant(captured=True, together=True)
    report = await bench_why(memory, read_why_set(why_folder), tmp_path / "out", watch=told.append, variant=variant)
    assert report.questions == len(asked.questions)
    assert any("handed in" in line for line in told)
