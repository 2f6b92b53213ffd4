"""When nothing in memory is about a question: meaning and words are weighed together."""

from collections.abc import Mapping

import pytest
from given import chunk

from graphmem.domain.candidates import Candidate
from graphmem.domain.text import stems
from graphmem.recall.question import read_question
from graphmem.recall.service import RecallLimits, abstains

QUESTION = "Which harbour does the ferry leave from?"


def found(cosine: float | None, *words: str) -> list[Candidate]:
    scores: Mapping[str, float] = {"lexical": 1.0} if cosine is None else {"semantic": (1 + cosine) / 2}
    return [chunk("a", terms=frozenset(stems(" ".join(words))), scores=scores)]


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
    assert abstains(read_question(QUESTION), found(cosine, *words), RecallLimits()) is expected


def test_nothing_found_is_no_evidence() -> None:
    assert abstains(read_question(QUESTION), [], RecallLimits())
