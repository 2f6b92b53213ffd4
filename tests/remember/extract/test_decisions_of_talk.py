"""Decisions as people say them in talk, minutes and notes, and what only looks like one."""

import pytest
from extract_given import chat, meeting, note, said

from graphmem.domain.statements import Status


@pytest.mark.parametrize(
    "text",
    [
        "We have decided: the blue bus.",
        "The group settled on oak for the doors.",
        "Motion carried, five to two.",
        "I've gone ahead and moved the cron jobs to timers.",
        "Tuesday works, book it.",
        "The red one it is then.",
        "Hinges, brass, done.",
        "We went with Weber in the end.",
        "We ended up using the small hall.",
        "The picnic has been moved to Saturday.",
        "Majority for oak.",
        "Nobody objected, so the date stands.",
        "We gave up on the paper forms.",
        "I'm dropping support for the old printer.",
        "Closing this as a duplicate of #12.",
        "The board wants the roof first, so that's what we do.",
        "Happy to confirm the stand near the door.",
        "Going back to paper for the rota.",
        "Please cancel my subscription.",
    ],
)
def test_a_choice_is_accepted_however_it_is_put(text: str):
    assert said(text).accepted == [text]


@pytest.mark.parametrize(
    "text",
    [
        "There it is.",
        "See you then.",
        "Docker works fine on my machine.",
        "That works.",
        "What it is, I cannot say.",
        "sure and lets rewrite it in cobol while we're at it",
        "He told me the motion carried.",
        "Has the picnic been moved to Saturday?",
        "If the picnic has been moved to Saturday, call me.",
        "Bob is out.",
    ],
)
def test_what_only_sounds_like_a_choice_is_none(text: str):
    assert said(text).decided == []


def test_a_statement_put_as_a_question_and_confirmed_is_a_decision():
    read = chat(("Pia", "So just the two small tables then?"), ("Tom", "Yes, exactly."), ("Ida", "Yes."))
    assert read.accepted == ["So just the two small tables then?"]
    assert chat(("Pia", "So just the two small tables then?"), ("Tom", "No, three.")).decided == []
    assert chat(("Pia", "The speaker is small as well, right?"), ("Tom", "Yes.")).decided == []


def test_a_suggestion_that_is_welcomed_is_proposed_until_somebody_agrees():
    text = "How about we cancel the trip to the lake?"
    (decision,) = chat(("Pia", text), ("Tom", "Good idea.")).found.decisions
    assert decision.status is Status.PROPOSED
    (decision,) = chat(("Pia", text), ("Tom", "Agreed.")).found.decisions
    assert decision.status is Status.ACCEPTED
    assert chat(("Pia", text), ("Tom", "No.")).decided == []
    assert chat(("Pia", text), ("Tom", "Hm."), ("Pia", "Shall I open a window?"), ("Tom", "Good idea.")).decided == []


def test_two_who_find_the_same_fault_rule_it_out():
    read = meeting(
        ("Pia", "The touch screen is not reachable for a child."),
        ("Tom", "Hm."),
        ("Ida", "A touch screen is too fragile."),
    )
    assert read.accepted == ["A touch screen is too fragile."]
    assert read.found.decisions[0].by == ("Pia", "Ida")
    assert meeting(("Pia", "The lamp is too dark."), ("Ida", "The bridge is too far.")).decided == []


def test_what_is_allowed_is_decided_by_who_allows_it():
    (decision,) = chat(("Pia", "Can I order the second screen?"), ("Tom", "Approved.")).found.decisions
    assert decision.text == "Can I order the second screen? Approved."
    assert (decision.by, decision.proposed_by) == (("Tom",), ("Pia",))
    assert chat(("Pia", "Can I order the second screen?"), ("Tom", "Which one?")).decided == []


def test_a_choice_that_was_offered_is_taken():
    offer = ("Tom", "We can replace the two or give you 20% off.")
    assert chat(offer, ("Pia", "Hm. I'll take the 20%.")).accepted == ["I'll take the 20%."]
    assert chat(("Pia", "should we paint it red or blue?"), ("Tom", "blue")).accepted == [
        "should we paint it red or blue? blue"
    ]
    assert chat(("Pia", "Is it model two or three?"), ("Tom", "model two")).decided == []


def test_an_order_to_others_that_they_will_follow_is_a_decision():
    read = chat(("Pia", "Use the brass hinges for the doors."), ("Tom", "Will do."))
    assert read.accepted == ["Use the brass hinges for the doors."]
    assert said("Use the brass hinges for the doors.").decided == []
    assert chat(("Pia", "Keep me posted."), ("Tom", "Will do.")).decided == []


def test_a_conclusion_needs_no_verb():
    read = meeting(("Pia", "The linen room is locked."), ("Tom", "Good, so the alcove by the lift from Monday."))
    assert read.decided == ["Good, so the alcove by the lift from Monday."]
    read = chat(("Pia", "The boiler is old."), ("Tom", "ok we keep the old boiler"))
    assert read.accepted == ["ok we keep the old boiler"]


def minutes(*texts: str) -> list[str]:
    blocks = (("", "Present: Ada Miller (chair), Tom Reyes"), *(("", text) for text in texts))
    return note("Council", *blocks).decided


@pytest.mark.parametrize(
    "text",
    [
        "It was agreed to set up a rota for the mornings.",
        "It was resolved that the hall be painted.",
        "The cheaper local firm will be used.",
        "The budget was approved unanimously.",
        "The committee agreed that the fair takes place in June.",
    ],
)
def test_minutes_tell_decisions_in_the_passive(text: str):
    assert minutes(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "The chair asked whether the hall should be painted.",
        "Nobody came to a conclusion.",
        "The matter was not decided.",
        "The lamb went well.",
    ],
)
def test_minutes_of_talk_without_a_result_tell_none(text: str):
    assert minutes(text) == []


@pytest.mark.parametrize(
    "text", ["- talked to Ida -> survey goes to the appendix", "- data: dropping samples 7 and 12"]
)
def test_notes_are_short_about_it(text: str):
    assert len(note("Week 3", ("", text)).decided) == 1
