"""Reading a question."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.errors import InvalidQuery
from graphmem.recall.asked import asked_fields
from graphmem.recall.question import MAX_CHARS, MAX_WORDS, read_question


def test_names_of_several_words_are_among_the_keys_whatever_their_case() -> None:
    assert "jan van der berg" in read_question("what did jan van der Berg say?").keys


def test_a_record_is_known_by_its_number() -> None:
    assert "#15" in read_question("What replaced ADR-0015?").keys


def test_a_month_is_read_and_the_verb_may_is_not() -> None:
    assert read_question("what changed in March 2025").month == 3
    assert read_question("what changed in May?").month == 5
    assert read_question("may we deploy?").month == 0


def test_words_of_the_past_ask_for_history() -> None:
    assert read_question("what did we originally use?").asks_history
    assert not read_question("what do we use?").asks_history


@pytest.mark.parametrize("text", ["", "   ", "\x00", "x" * (MAX_CHARS + 1)])
def test_a_blank_or_endless_question_is_refused_with_a_hint(text: str) -> None:
    with pytest.raises(InvalidQuery) as refused:
        read_question(text)
    assert refused.value.hint


@given(st.text(min_size=1, max_size=500).filter(lambda text: bool(text.strip().strip("\x00\ufeff"))))
def test_no_text_breaks_the_reading_and_all_lists_are_bounded(text: str) -> None:
    try:
        question = read_question(text)
    except InvalidQuery:
        return
    assert len(question.words) <= MAX_WORDS
    assert len(question.stems) <= MAX_WORDS


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("Why did we choose Kafka?", ("decision", "reasons")),
        ("Who objected to Kafka?", ("decision", "people", "objections")),
        ("What did we rule out?", ("decision", "alternatives")),
        ("What breaks if we go back?", ("decision", "if_reversed")),
        ("Kafka", ("decision", "reasons")),
    ],
)
def test_what_is_asked_for_is_recognised(text: str, fields: tuple[str, ...]) -> None:
    assert asked_fields(text) == fields
