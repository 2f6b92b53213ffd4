"""The extraction bench over a small made-up set."""

import json
from pathlib import Path

import pytest

from graphmem.bench.extraction import bench_extraction
from graphmem.bench.extraction_set import read_extraction_set
from graphmem.bench.show_extraction import extraction_told
from graphmem.cli.app import run
from graphmem.domain.errors import BadInput
from graphmem.remember.extract import RuleExtractor

SCORER = """
import argparse, json
parser = argparse.ArgumentParser()
parser.add_argument("items")
parser.add_argument("--excerpts")
asked = parser.parse_args()
labels = [json.loads(line) for line in open(asked.excerpts)]
items = {row["id"]: row["items"] for row in map(json.loads, open(asked.items))}
kinds = {}
for kind in ("decision", "person", "fact"):
    gold = [g for e in labels for g in e["gold"] if g["kind"] == kind]
    found = [i for e in labels for i in items[e["id"]] if i["kind"] == kind]
    right = sum(any(g["quote"] == i["quote"] for i in found) for g in gold)
    figure = 100.0 * right / max(1, len(gold))
    kinds[kind] = {"precision": figure, "recall": figure, "f1": figure, "gold": len(gold)}
print(json.dumps({"score": 50.0, "kinds": kinds, "fell_for_negatives": 0.0, "excerpts": len(labels)}))
"""
CHAT = "Lena: Shall we paint it?\nOtis: We decided to paint the lorry green.\nLena: Good.\nOtis: Fine.\n"
NOTE = "# Lorry\n\nThe lorry costs 900 euros.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "set"
    (place / "excerpts").mkdir(parents=True)
    rows = []
    for name, form, text, gold in (
        ("a1", "chat", CHAT, {"kind": "decision", "quote": "We decided to paint the lorry green."}),
        ("a2", "notes", NOTE, {"kind": "fact", "quote": "The lorry costs 900 euros."}),
    ):
        (place / "excerpts" / f"{name}.txt").write_text(text)
        rows.append(json.dumps({"id": name, "form": form, "text": text, "gold": [gold], "negatives": []}))
    (place / "items.jsonl").write_text("\n".join(rows) + "\n")
    (place / "score.py").write_text(SCORER)
    return place


def test_a_set_is_read_as_ingest_reads_it_and_judged_by_its_own_scorer(folder: Path, tmp_path: Path):
    report = bench_extraction(read_extraction_set(folder), RuleExtractor(), tmp_path / "out", by_form=True)
    assert report.score["kinds"]["decision"]["recall"] == 100.0
    assert report.score["kinds"]["fact"]["recall"] == 100.0
    assert {form: score["excerpts"] for form, score in report.alone.items()} == {"chat": 1, "notes": 1}
    items = [json.loads(line) for line in report.items.read_text().splitlines()]
    people = {item["text"] for item in items[0]["items"] if item["kind"] == "person"}
    assert people == {"Lena", "Otis"}
    assert "fact recall" in "\n".join(extraction_told(report))


def test_only_the_forms_that_are_asked_for_are_read(folder: Path):
    assert [excerpt.id for excerpt in read_extraction_set(folder, forms=["notes"]).excerpts] == ["a2"]
    with pytest.raises(BadInput, match="of that form"):
        read_extraction_set(folder, forms=["opera"])


def test_density_counts_statements_in_a_thousand_sentences(folder: Path, tmp_path: Path):
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "talk.txt").write_text(CHAT)
    judged = read_extraction_set(folder)
    (density,) = bench_extraction(judged, RuleExtractor(), tmp_path / "out", folders=(texts,)).densities
    assert (density.files, density.episodes, density.sentences, density.found["decisions"]) == (1, 1, 4, 1)
    assert density.per_thousand("decisions") == 250.0


def test_the_command_prints_tables_or_one_json_object(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["bench", "extraction", "--set", str(folder), "--leave-out"]) == 0
    assert "form alone" in capsys.readouterr().out
    assert run(["bench", "extraction", "--set", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["score"]["excerpts"] == 2


def test_a_folder_that_is_no_extraction_set_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["bench", "extraction", "--set", str(tmp_path)]) == 65
    assert "items.jsonl" in capsys.readouterr().err
