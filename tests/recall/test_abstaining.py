"""When nothing in memory is about a question: meaning and words are weighed together."""

from collections.abc import Mapping

import pytest
from given import chunk

from graphmem.domain.candidates import Candidate
from graphmem.domain.text import stems
from graphmem.ports import Embedder
from graphmem.recall.abstaining import MANY, Limits, abstains, floor_of
from graphmem.recall.question import read_question

LIMITS = Limits(evidence=0.55)
QUESTION = "Which harbour does the ferry leave from?"


def found(cosine: float | None, *words: str, beside: int = MANY - 1) -> list[Candidate]:
    """The passage among `beside` others that say nothing of it."""
    scores: Mapping[str, float] = {"lexical": 1.0} if cosine is None else {"semantic": (1 + cosine) / 2}
    others = [chunk(str(n)) for n in range(beside)]
    return [chunk("a", terms=frozenset(stems(" ".join(words))), scores=scores), *others]


@pytest.mark.parametrize(
    ("cosine", "words", "expected"),
    [
        (0.56, (), False),
        (0.54, (), True),
        (0.46, ("harbour",), False),
        (0.44, ("harbour",), True),
        (0.26, ("harbour", "ferry", "leave"), False),
        (0.24, ("harbour", "ferry", "leave"), True),
        (None, ("harbour", "ferry"), False),
        (None, ("harbour",), True),
    ],
)
def test_a_passage_is_evidence_by_its_cosine_and_its_share_of_the_words(
    cosine: float | None, words: tuple[str, ...], *, expected: bool
) -> None:
    assert abstains(read_question(QUESTION), found(cosine, *words), LIMITS) is expected


def test_among_few_passages_less_is_enough() -> None:
    """The best of hundreds comes near by chance, the best of seven does not."""
    question = read_question(QUESTION)
    assert abstains(question, found(0.46), LIMITS)
    assert not abstains(question, found(0.46, beside=6), LIMITS)
    assert abstains(question, found(0.40, beside=6), LIMITS)


def test_one_limit_serves_a_model_whose_cosines_all_lie_high() -> None:
    question = read_question(QUESTION)
    assert not abstains(question, found(0.80), LIMITS)
    assert abstains(question, found(0.80), LIMITS, floor=0.73)
    assert not abstains(question, found(0.92), LIMITS, floor=0.73)


def test_what_has_nothing_in_common_is_far_apart_for_the_default_model(embedder: Embedder) -> None:
    assert -0.1 < floor_of(embedder) < 0.15


def test_nothing_found_is_no_evidence() -> None:
    assert abstains(read_question(QUESTION), [], LIMITS)
