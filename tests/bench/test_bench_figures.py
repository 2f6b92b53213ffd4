"""The small parts of the benches: mapping, packs, samples, tables, the made-up conversations."""

from datetime import UTC, datetime
from pathlib import Path as FilePath

import numpy as np
import pytest

from graphmem.bench.answers import scored_line
from graphmem.bench.corpus import Corpus, write
from graphmem.bench.evidence import Asked, holds, pack_figures
from graphmem.bench.hashed_words import HashedWords
from graphmem.bench.sample import sample
from graphmem.bench.table import table
from graphmem.bench.why_set import Gold, LabelledQuestion
from graphmem.domain.answers import DecisionFace, Ground, Party, Path, Quote, StatementFace, WhyAnswer
from graphmem.domain.documents import Document
from graphmem.domain.vectors import ModelIdentity
from ingest.registry import choose
from ingest.source import open_file


def quote(text: str, source: str = "a.md") -> Quote:
    return Quote(text=text, chunk_id=f"c-{text}", start=0, end=len(text), source=source)


def face(text: str, kind: str = "Reason", standing: str = "") -> StatementFace:
    return StatementFace(
        id=text, handle="", kind=kind, text=text, standing=standing, confidence=0.9, quote=quote(f"quoted {text}")
    )


def ground(text: str, score: float = 0.5, **values: object) -> Ground:
    kind, standing = str(values.pop("kind", "Reason")), str(values.pop("standing", ""))
    return Ground(statement=face(text, kind, standing), path=Path(hops=(), score=score), **values)  # type: ignore[arg-type]


def answer(**values: object) -> WhyAnswer:
    empty: dict[str, object] = {
        "decision": None,
        "summary": "",
        "people": (),
        "evidence": (),
        "missing": (),
        "confidence": 0.0,
        "degraded": (),
        "abstained": False,
        "took_ms": 1.0,
    }
    fields = "reasons triggers objections alternatives supersedes_chain superseded_by if_reversed consequences".split()
    return WhyAnswer(**(dict.fromkeys(fields, ()) | empty | values))  # type: ignore[arg-type]


def line(**values: object) -> dict[str, object]:
    return scored_line("w1", 2, answer(**values), lambda uri: uri.upper())


def test_all_that_moved_people_is_a_reason_best_path_first() -> None:
    found = line(
        reasons=(ground("slow", 0.5), ground("dear", 0.2)),
        triggers=(ground("outage", 0.9),),
        objections=(ground("locks us in", 0.4),),
        alternatives=(ground("Kafka", 0.1, why_not=(face("too big"),)),),
    )
    assert [item["text"] for item in found["reasons"]] == ["outage", "slow"]  # type: ignore[attr-defined]


def test_an_answer_fills_the_scorers_fields_with_texts_quotes_and_documents() -> None:
    decision = DecisionFace(statement=face("use Redis", "Decision"), decided_at=None, by=(), source="a.md", title="")
    found = line(
        decision=decision,
        alternatives=(ground("Kafka", kind="Option", standing="rejected"),),
        supersedes_chain=(ground("use files"),),
        if_reversed=(ground("cache sessions"),),
        people=(Party(id="p", name="Mei", role="objected", quote=None),),
        evidence=(quote("all of it", "b.md"),),
    )
    assert found["decision"] == {"text": "use Redis", "quote": "quoted use Redis", "doc": "A.MD"}
    assert found["options"] == [{"text": "Kafka", "quote": "quoted Kafka", "doc": "A.MD", "outcome": "rejected"}]
    assert found["superseded"][0]["text"] == "use files"  # type: ignore[index]
    assert found["dependents"][0]["text"] == "cache sessions"  # type: ignore[index]
    assert found["people"] == [{"text": "Mei", "role": "objected"}]
    assert found["quotes"] == [{"quote": "all of it", "doc": "B.MD"}]
    assert (found["id"], found["wording"], found["abstained"]) == ("w1", 2, False)


def test_an_empty_answer_is_a_line_without_items() -> None:
    found = line(abstained=True)
    assert found["abstained"] is True
    assert found["decision"] is None
    assert all(found[name] == [] for name in ("reasons", "options", "people", "superseded", "dependents", "quotes"))


@pytest.mark.parametrize(
    ("text", "gold", "found"),
    [
        ("We chose Redis because it is fast", "it is fast", True),
        ("We chose Redis because", "We chose Redis because it is fast", True),
        ("We chose Redis", "because it is fast", False),
    ],
)
def test_half_of_a_quote_in_one_piece_counts(text: str, gold: str, found: bool) -> None:
    assert holds(text, gold) is found


def test_pack_figures_count_quotes_by_budget_and_documents_among_the_first_three() -> None:
    question = LabelledQuestion(
        id="q",
        collection="c",
        wordings=("w",),
        as_of="",
        documents=("a.md", "d.md"),
        gold=(Gold(quote="it {laugh} is “fast”", doc="a.md"), Gold(quote="it was cheap", doc="d.md")),
    )
    small = (quote('It is "fast" .'), quote("x", "b.md"), quote("y", "c.md"))
    asked = Asked(question=question, wording=1, packs={10: small, 20: (*small, quote("It was cheap", "d.md"))})
    (first, whole) = pack_figures([asked], lambda uri: uri)
    assert first.found == {10: 0.5, 20: 1.0}
    assert (first.any_document, first.all_documents) == (1.0, 0.5)
    assert (whole.wording, whole.quotes) == (0, 2)


def test_a_sample_has_its_middle_and_its_slow_end() -> None:
    found = sample([n / 1000 for n in range(1, 101)])
    assert (found.n, round(found.p50_ms), round(found.p95_ms), round(found.p99_ms)) == (100, 50, 95, 99)
    assert sample([]).n == 0


def test_a_table_is_markdown_as_wide_as_its_cells() -> None:
    assert table(("name", "value"), [("a", 1.25), ("long name", None)]) == (
        "| name      | value |\n| --------- | ----: |\n| a         |   1.2 |\n| long name |     – |"
    )


def test_the_same_seed_makes_the_same_conversations_and_another_one_others() -> None:
    assert list(Corpus().talks(100)) == list(Corpus().talks(100))
    assert list(Corpus().talks(100)) != list(Corpus(seed=2).talks(100))


def test_conversations_are_varied_and_a_turn_is_a_message_that_ingest_reads(tmp_path: FilePath) -> None:
    talks = list(Corpus().talks(1000))
    said = [text for talk in talks for _, text in talk.turns]
    assert len(said) == 1000
    assert len(set(said)) > 800
    write(talks[:1], tmp_path)
    source = open_file(next(tmp_path.iterdir()))
    assert not hasattr(source, "reason")
    (document,) = choose(source).pull(source)  # type: ignore[arg-type]
    assert isinstance(document, Document)
    assert [(part.speaker, part.text) for part in document.parts] == list(talks[0].turns)
    assert document.parts[0].at == datetime(2025, 1, 6, 9, tzinfo=UTC)


def test_texts_that_share_words_are_near_for_the_stand_in_of_the_model() -> None:
    model = HashedWords(ModelIdentity(name="m", dimension=64, fingerprint="f"))
    near, same, far = model.embed(["the queue of Redis", "Redis queues", "a green lorry"])
    assert near @ same > 0.9
    assert abs(near @ far) < 0.5
    assert np.allclose(np.linalg.norm(near), 1.0)
