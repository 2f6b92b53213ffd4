"""Decisions: each cue makes one, each circumstance that takes the force out of it unmakes it."""

import pytest
from extract_given import chat, meeting, said

from graphmem.domain.statements import Status


@pytest.mark.parametrize(
    "text",
    [
        "We decided to keep the old parser.",
        "We've agreed on a weekly release.",
        "The team chose Postgres over Mongo.",
        "Decision: the exports move to S3.",
        "We settled on blue labels.",
        "We ruled out the second supplier.",
        "Wir haben beschlossen, bei Postgres zu bleiben.",
        "Hemos decidido usar Postgres.",
        "On a décidé de garder Postgres.",
        "Ficou decidido manter o Postgres.",
    ],
)
def test_words_of_deciding_make_an_accepted_decision_of_the_speaker(text: str):
    decision = said(text).decision(text[:8])
    assert decision.status is Status.ACCEPTED
    assert decision.by == ("Ana",)
    assert decision.confidence >= 0.6


@pytest.mark.parametrize(
    "text",
    [
        "We'll use Postgres.",
        "We're going to keep the old parser.",
        "Let's go with the blue one.",
        "Let's switch to weekly releases.",
        "From now on the build runs at night.",
    ],
)
def test_a_plan_becomes_a_decision_when_another_agrees(text: str):
    read = chat(("Ana", text), ("Ben", "Agreed, that's good."))
    assert read.accepted == [text]
    assert read.found.decisions[0].by == ("Ana", "Ben")


@pytest.mark.parametrize("text", ["Let's switch to weekly releases.", "We need to use one format."])
def test_a_suggestion_nobody_answers_is_proposed_at_most(text: str):
    read = said(text)
    assert read.accepted == []
    assert all(decision.confidence < 0.6 for decision in read.found.decisions)


@pytest.mark.parametrize(
    "text",
    [
        "Should we decide to use Kafka?",
        "What if we go with the blue one?",
        "Can we switch to weekly releases",
        "So, are we going to keep it?",
        "Is it true that the team decided to use Kafka?",
    ],
)
def test_a_question_is_no_decision(text: str):
    assert chat(("Ana", text), ("Ben", "Yes, good idea.")).decided == []


@pytest.mark.parametrize(
    "text",
    [
        "If we're going to use Kafka, it might cost more.",
        "Suppose we switch to Kafka, perhaps it would be faster.",
        "We could maybe go with Kafka.",
        "I wonder if we'll use Kafka.",
    ],
)
def test_a_hypothesis_is_no_decision(text: str):
    assert said(text).decided == []


@pytest.mark.parametrize(
    "text",
    [
        "We haven't decided on a supplier.",
        "We never agreed to that.",
        "It is not decided yet, still open.",
        "We need to decide on a supplier.",
        "We'll see, let's decide later.",
    ],
)
def test_what_is_denied_or_put_off_is_no_decision(text: str):
    assert said(text).decided == []


@pytest.mark.parametrize(
    "text",
    [
        "She said they decided to use Kafka.",
        "According to Ben they chose Kafka.",
        "Ben said we decided to use Kafka.",
        "You said we'll use Kafka.",
        'The memo reads "we have decided to use Kafka everywhere".',
    ],
)
def test_reported_speech_and_quotations_are_no_decision(text: str):
    assert said(text).decided == []


@pytest.mark.parametrize("text", ["We'll use a typewriter, lol.", "Let's go with the moon base, just kidding."])
def test_a_joke_is_no_decision(text: str):
    assert chat(("Ana", text), ("Ben", "Agreed.")).decided == []


def test_a_plan_that_is_dropped_later_is_no_decision():
    read = meeting(
        ("Ana", "We'll use the mirror on the lid."), ("Ben", "Good idea."), ("Ana", "Forget about the mirror.")
    )
    assert read.decided == []


def test_dissent_keeps_a_plan_from_being_accepted():
    assert chat(("Ana", "Let's use Kafka."), ("Ben", "No, I disagree.")).accepted == []


def test_an_order_that_answers_a_question_decides_it():
    read = chat(("Ana", "Which profile should we run?"), ("Ben", "Use the high-load profile."), ("Ana", "Agreed."))
    assert read.accepted == ["Use the high-load profile."]
    assert read.found.decisions[0].by == ("Ben", "Ana")


def test_an_order_that_replaces_something_decides():
    assert said("Please use the new name instead of the old one.").accepted


def test_a_bare_no_decides_what_was_talked_about():
    read = meeting(("Ana", "The touch screen breaks so easily."), ("Ben", "Okay, no touch screen."), ("Ana", "Agreed."))
    assert read.accepted == ["Okay, no touch screen."]
    assert [option.text for option in read.found.decisions[0].options] == ["touch screen"]


def test_no_problem_is_no_decision():
    assert meeting(("Ana", "Sorry for the noise."), ("Ben", "No problem.")).decided == []


def test_take_that_one_decides_for_what_was_proposed():
    read = meeting(
        ("Ana", "We could put a small light under the numbers."),
        ("Ben", "Okay, let's take that one."),
        ("Ana", "Yes, good."),
    )
    (decision,) = read.found.decisions
    assert decision.text == "We could put a small light under the numbers."
    assert decision.by == ("Ben", "Ana")


def test_take_that_one_without_any_proposal_decides_nothing():
    assert meeting(("Ben", "Okay, let's take that one.")).decided == []


def test_a_question_for_agreement_is_decided_by_its_answer():
    read = meeting(("Ana", "Do we agree on the battery?"), ("Ben", "Kinetic."), ("Cy", "Yeah."))
    (decision,) = read.found.decisions
    assert decision.text == "Kinetic."
    assert set(decision.by) == {"Ana", "Ben", "Cy"}


def test_a_name_that_works_is_chosen():
    assert chat(("Ana", "Call it LaunchPanel.")).decided
    assert chat(("Ana", "That works.")).decided == []


def test_a_wish_about_quality_is_no_decision():
    assert meeting(("Ana", "It should be simple and cheap."), ("Ben", "Agreed.")).decided == []


def test_one_decision_said_twice_is_one():
    read = meeting(("Ana", "We decided to use plastic cases."), ("Ben", "Right, we decided on plastic cases."))
    assert len(read.found.decisions) == 1


def test_what_overturns_an_earlier_choice_says_so():
    assert said("We decided to use Redis instead of the earlier Kafka plan.").decision("Redis").reverses
    assert not said("We decided to use Redis.").decision("Redis").reverses
