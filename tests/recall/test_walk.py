"""The two-hop path score, against values computed by hand."""

from math import log, sqrt

import pytest
from given import chunk

from graphmem.domain.candidates import Link
from graphmem.recall.coverage import stem_weights
from graphmem.recall.fusion import Based
from graphmem.recall.walk import Walk

TEXT = "Nothing to see. The broker was chosen by Ada Sato."


def based(key: str, score: float, *terms: str, semantic: float = 0.0) -> Based:
    own = chunk(key, terms=frozenset(terms))
    return Based(
        candidate=own,
        chunks=((own, score),),
        terms=frozenset(terms),
        score=score,
        semantic=semantic,
        lexical=0,
        subject=0,
    )


def link(
    kind: str = "shared", *, sentences: tuple[int, ...] = (1,), df: int = 3, covered: frozenset[int] = frozenset()
) -> Link:
    return Link(
        seed="p",
        chunk_id="p",
        entity_id="e",
        entity="Ada Sato",
        df=df,
        about_count=4,
        sentences=sentences,
        start=0,
        end=3,
        kind=kind,
        weight=0.9,
        target=chunk("d"),
        covered=covered,
    )


def walk(question: tuple[str, ...] = ("broker", "citi"), weights: tuple[float, ...] = (1.0, 3.0)) -> Walk:
    return Walk(
        question=question,
        weights=weights,
        based={"p": based("p", 0.8, "broker"), "q": based("q", 1.6), "d": based("d", 0.1, semantic=0.5)},
        texts={"p": TEXT},
        chunks=99,
    )


RARE = log(100 / 4) / log(100)


def test_a_shared_name_in_a_sentence_that_speaks_of_the_question_counts_more() -> None:
    activation = 0.7 + 1.2 * min(1.0, 2 * 0.25)
    expected = (0.8 / 1.6) * (0.4 * activation * RARE) * (0.4 + 0.3 * 0.5)
    assert walk().steps([link()])["d"].score == pytest.approx(expected, abs=1e-6)
    elsewhere = (0.8 / 1.6) * (0.4 * 0.7 * RARE) * (0.4 + 0.3 * 0.5)
    assert walk().steps([link(sentences=(0,))])["d"].score == pytest.approx(elsewhere, abs=1e-6)


def test_a_target_that_answers_what_the_seed_left_open_counts_most() -> None:
    plain = walk().steps([link()])["d"].score
    covering = walk().steps([link(covered=frozenset({1}))])["d"].score
    assert covering / plain == pytest.approx((0.4 + 0.15 + 1.0) / (0.4 + 0.15), abs=1e-6)


def test_words_the_seed_already_has_cover_nothing() -> None:
    assert walk().steps([link(covered=frozenset({0}))])["d"].score == walk().steps([link()])["d"].score


def test_forward_and_backward_links_have_their_own_strength() -> None:
    share = (0.8 / 1.6) * (0.4 + 0.3 * 0.5)
    forward = (0.7 + 1.2 * 0.5) * 0.9 / sqrt(4)
    assert walk().steps([link("forward")])["d"].score == pytest.approx(share * forward, abs=1e-6)
    assert walk().steps([link("backward")])["d"].score == pytest.approx(share * 0.6 * RARE, abs=1e-6)


def test_the_best_path_counts_not_their_sum() -> None:
    one = walk().steps([link()])["d"].score
    assert walk().steps([link(), link(df=19), link(df=20)])["d"].score == one


def test_a_link_from_what_is_no_seed_is_left_out() -> None:
    stranger = Link(**{**{f: getattr(link(), f) for f in Link.__slots__}, "seed": "unknown"})
    assert walk().steps([stranger]) == {}


def test_a_stem_no_candidate_has_weighs_nothing_and_a_rare_one_more_than_a_common_one() -> None:
    found = [frozenset({"common", "rare"}), frozenset({"common"}), frozenset({"common"})]
    unseen, common, rare = stem_weights(("unseen", "common", "rare"), found)
    assert unseen == 0.0 < common < rare
