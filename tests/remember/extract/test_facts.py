"""Facts: subject, predicate and object of plain statements."""

import pytest
from extract_given import chat, note, said


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "value"),
    [
        ("The build takes 40 minutes on the old machine.", "build", "takes", "40 minutes on the old machine"),
        ("Each unit costs 12 Euros in total.", "Each unit", "costs", "12 Euros in total"),
        ("The old importer can read four formats.", "old importer", "can read", "four formats"),
    ],
)
def test_a_plain_statement_with_a_figure_is_a_fact(text: str, subject: str, predicate: str, value: str):
    (fact,) = said(text).found.facts
    assert (fact.subject, fact.predicate, fact.value, fact.object) == (subject, predicate, value, "")


def test_an_object_that_is_a_known_name_is_an_entity():
    (fact,) = note("Parts", ("Supply", "Westbridge Components supplies ACTUATOR-09.")).found.facts
    assert (fact.subject, fact.predicate, fact.object, fact.value) == (
        "Westbridge Components",
        "supplies",
        "ACTUATOR-09",
        "",
    )


def test_what_somebody_reports_of_their_own_work_is_a_fact_of_theirs():
    (fact,) = chat(("Ana", "I updated the group mapping of Kafka.")).found.facts
    assert fact.subject == "Ana"


@pytest.mark.parametrize(
    "text",
    [
        "Does the build take 40 minutes?",
        "If the build takes 40 minutes, we wait.",
        "The build might take 40 minutes.",
        "He said the build takes 40 minutes.",
        "The dashboard says I do not have a workspace.",
        "Let me check the 40 builds.",
        "Yeah, right, the build takes 40 minutes, lol.",
        "They have two of them.",
    ],
)
def test_questions_hypotheses_and_hearsay_are_no_facts(text: str):
    assert said(text).found.facts == ()


def test_a_sentence_is_one_kind_of_statement_only():
    found = said("We decided that the Kafka build takes 40 minutes.").found
    assert len(found.decisions) == 1
    assert found.facts == ()
