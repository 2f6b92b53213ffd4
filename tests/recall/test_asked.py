"""Which fields a question asks for, by its words."""

import pytest

from graphmem.recall.asked import asked_fields, asks_state, focus_of, holds_a_figure


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("Which queue do we use?", {"reasons"}),
        ("Why did we choose Kafka?", {"reasons"}),
        ("Who decided to use Kafka, and who objected?", {"people", "objections"}),
        ("What breaks if the queue goes away?", {"if_reversed"}),
        ("Suppose the supplier fails: which work stands still?", {"if_reversed"}),
        ("Which records assume a shared disk?", {"if_reversed"}),
        ("How much did the move save?", {"figures"}),
        ("What figure was put on the saving?", {"figures"}),
        ("What led to the undocumented move?", {"triggers"}),
        ("Why did we not take the ferry?", {"reasons", "alternatives"}),
        ("Which other ways across were there?", {"alternatives"}),
        ("How did the plan for the ferry change?", {"supersedes_chain"}),
    ],
)
def test_the_fields_asked_for_are_the_decision_and_what_the_words_name(text: str, fields: set[str]) -> None:
    assert set(asked_fields(text)) == {"decision", *fields}


@pytest.mark.parametrize(
    ("text", "found"), [("It cost 40 euros", True), ("four units", True), ("a lot of money", False), ("someone", False)]
)
def test_a_figure_is_a_digit_or_a_number_word(text: str, found: bool) -> None:
    assert holds_a_figure(text) is found


def test_the_focus_is_the_question_without_the_words_that_only_ask() -> None:
    assert focus_of("Why did the team choose a wide boat instead of the raft?") == "wide boat raft"
    assert focus_of("Who decided?") == "Who decided?"


def test_how_things_stood_is_no_question_for_a_choice() -> None:
    assert asks_state("Which boat did the ferry use in May?")
    assert not asks_state("Which boat did we choose, and why?")


@pytest.mark.parametrize(
    "text",
    [
        "Who dropped the old crane, and what is used instead?",
        "Which lamp do we no longer buy?",
        "On whose wish is the barn called what it is called now?",
    ],
)
def test_who_asks_what_holds_now_asks_what_was_replaced(text: str) -> None:
    assert "supersedes_chain" in asked_fields(text)


def test_one_thing_instead_of_another_was_weighed_and_did_not_replace_it() -> None:
    assert "supersedes_chain" not in asked_fields("Why did we buy a crane instead of a lift?")
