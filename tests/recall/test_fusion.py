"""The base score: each term checked against a value computed by hand."""

from datetime import UTC, datetime
from itertools import pairwise
from math import log, sqrt

import pytest
from given import chunk
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.candidates import Candidate, NamedEntity
from graphmem.domain.documents import SpeakerRole
from graphmem.recall.fusion import base_scores, rarity, spread
from graphmem.recall.question import read_question


def scores(
    *candidates: Candidate, question: str = "what about brokers", entities: tuple[NamedEntity, ...] = ()
) -> dict[str, float]:
    based = base_scores(candidates, read_question(question), entities, chunks=99)
    return {key: one.score for key, one in based.items()}


def test_prose_is_scored_by_meaning_words_and_statements_in_fixed_shares() -> None:
    found = scores(
        chunk("a", scores={"semantic": 0.9, "lexical": 2.0}),
        chunk("b", scores={"semantic": 0.7, "lexical": 6.0, "statement_lexical": 3.0}),
        chunk("c", scores={"semantic": 0.5}),
    )
    assert found["a"] == pytest.approx(0.50 * 1 + 0.25 * 0, abs=1e-6)
    assert found["b"] == pytest.approx(0.50 * 0.5 + 0.25 * 1 + 0.20 * 1, abs=1e-6)
    assert found["c"] == pytest.approx(0, abs=1e-6)


def test_a_named_subject_counts_by_its_rarity_and_by_how_much_is_about_it() -> None:
    kafka = NamedEntity(
        id="k", name="Kafka", name_key="kafka", kind="Thing", aliases=(), df=9, about_count=4, abouts={"a": 0.9}
    )
    found = scores(chunk("a", scores={"semantic": 0.5}), chunk("b", scores={"semantic": 0.9}), entities=(kafka,))
    expected = 0.50 * 0.9 * (log(100 / 10) / log(100)) / sqrt(4)
    assert found["a"] == pytest.approx(expected, abs=1e-6)


def test_a_turn_after_a_question_is_lifted_as_its_answer() -> None:
    question = chunk("q", spoken=True, speaker="Bo", asks=True, after="a", scores={"semantic": 0.9})
    answer = chunk("a", spoken=True, speaker="Ada", before="q", scores={"semantic": 0.5})
    found = scores(question, answer)
    sitting = 0.20
    own = 0.50 * 1 + sitting
    assert found["a"] == pytest.approx(sitting + 0.35 * own, abs=1e-6)
    assert found["q"] == pytest.approx(own + 0.20 * sitting, abs=1e-6)


def test_an_assistants_turn_is_not_lifted_as_an_answer() -> None:
    question = chunk("q", spoken=True, speaker="Bo", asks=True, after="a", scores={"semantic": 0.9})
    answer = chunk("a", spoken=True, speaker="bot", role=SpeakerRole.ASSISTANT, before="q", scores={"semantic": 0.5})
    assert scores(question, answer)["a"] == pytest.approx(0.20 + 0.20 * 0.70, abs=1e-6)


def test_a_turn_counts_by_the_words_it_holds_and_half_by_those_of_the_turns_beside_it() -> None:
    """Both lists give each of the three the same, so that coverage alone tells them apart."""
    found = scores(
        chunk("a", spoken=True, after="b", terms=frozenset({"kayak"}), scores={"semantic": 0.5}),
        chunk("b", spoken=True, before="a", terms=frozenset({"river"}), scores={"semantic": 0.5}),
        chunk("c", spoken=True, terms=frozenset({"river"}), scores={"semantic": 0.5}),
        question="kayak on the river",
    )
    kayak, river = log(1 + 2.5 / 1.5), log(1 + 1.5 / 2.5)
    total = kayak + river
    before = {
        "a": 0.70 + 0.40 * (kayak + river / 2) / total,
        "b": 0.70 + 0.40 * (river + kayak / 2) / total,
        "c": 0.70 + 0.40 * river / total,
    }
    assert found["a"] == pytest.approx(before["a"] + 0.20 * before["b"], abs=1e-6)
    assert found["b"] == pytest.approx(before["b"] + 0.20 * before["a"], abs=1e-6)
    assert found["c"] == pytest.approx(before["c"], abs=1e-6)


def test_prose_is_not_scored_by_coverage() -> None:
    found = scores(chunk("a", terms=frozenset({"broker"}), scores={"semantic": 0.5}))
    assert found["a"] == pytest.approx(0.50, abs=1e-6)


def test_the_one_participant_a_question_names_is_preferred() -> None:
    found = scores(
        chunk("a", spoken=True, speaker="Ada", scores={"semantic": 0.5}),
        chunk("b", spoken=True, speaker="Bo", scores={"semantic": 0.5}),
        question="what did Ada say",
    )
    assert found["a"] - found["b"] == pytest.approx(0.45, abs=1e-6)


def test_a_month_in_the_question_lifts_what_happened_then_and_hides_nothing() -> None:
    found = scores(
        chunk("a", happened_at=datetime(2026, 5, 2, tzinfo=UTC), scores={"semantic": 0.5}),
        chunk("b", happened_at=datetime(2026, 6, 2, tzinfo=UTC), scores={"semantic": 0.5}),
        question="what happened in May 2026",
    )
    assert found["a"] - found["b"] == pytest.approx(0.30, abs=1e-6)
    assert set(found) == {"a", "b"}


def test_a_hub_is_worth_nothing_and_an_unseen_name_most() -> None:
    assert rarity(0, 100) == pytest.approx(1.0)
    assert rarity(100, 100) == pytest.approx(0.0)
    assert rarity(5000, 100) == 0.0


@given(st.dictionaries(st.text(min_size=1), st.floats(-1e6, 1e6), max_size=20))
def test_a_spread_list_stays_within_zero_and_one_and_keeps_its_order(values: dict[str, float]) -> None:
    found = spread(values)
    assert all(0.0 <= value <= 1.0 for value in found.values())
    ordered = sorted(values, key=lambda key: values[key])
    assert all(found[a] <= found[b] for a, b in pairwise(ordered))
