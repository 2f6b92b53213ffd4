"""Families of phrasing that decide, each beside a near miss that does not."""

import pytest
from extract_given import chat, episode_of, meeting, note, read, said

from graphmem.domain.documents import EpisodeKind, Part, SpeakerRole


@pytest.mark.parametrize(
    ("decides", "does_not"),
    [
        ("From 1 May badges are worn at all times.", "The shop is two streets from the harbour."),
        ("From 1 June orders are packed in paper.", "From June there is no more cod in the shops."),
        ("Every release needs two signatures now, no exceptions.", "Every release needs some luck."),
        ("New rule: phones stay in the locker.", "The rule of thumb is to be early."),
        ("Having slept on it: the oak table.", "I have thought about it."),
        ("Vera gets the job.", "Vera gets the joke."),
        ("We standardise on one label printer.", "We meet on Mondays."),
        ("The loan is hereby approved.", "The loan is not approved."),
        ("It's off, the hall flooded.", "The light is off in the hall."),
        ("Fax is out, mail is in.", "Vera is out for lunch."),
        ("The invoice was signed off by the treasurer.", "He signed off with a smile."),
        ("The launch is pushed back to March.", "I pushed the fix to the branch."),
        ("We've gone with the oak table.", "We went home with a cold."),
        ("Not renewing the parking lease.", "Not a good day for the lease."),
        ("Keeping the old logo.", "The old logo keeps turning up."),
        ("ok scrapping the second newsletter", "The scrap yard is closed."),
        ("We're closing the stall and selling the van.", "We're in the van."),
        ("I accept your offer of 900.", "I got your offer of 900."),
        ("The school trip will not take place this year.", "The school trip took place last year."),
        ("Please leave out chapter 5.", "Please have a look at chapter 5."),
    ],
)
def test_a_family_decides_in_writing_and_its_near_miss_does_not(decides: str, does_not: str):
    assert said(decides).decided == [decides]
    assert said(does_not).decided == []


@pytest.mark.parametrize(
    ("decides", "does_not"),
    [
        ("Logo B chosen", "Logo B and a long walk"),
        ("The motion to strike clause 4 carried 5-2.", "The porter carried 5 boxes."),
        ("The chair declared the sale agreed.", "The chair is new."),
        ("quitting the choir in May", "the choir in May"),
        ("switched to decaf", "slept until ten"),
        ("old forum to be removed, no archive", "old forum still to be removed"),
        ("Review with Tom: the enum stays", "Tom stays over night"),
    ],
)
def test_a_short_note_decides_without_a_full_sentence(decides: str, does_not: str):
    assert note("Notes", ("", f"- {decides}")).decided == [decides]
    assert note("Notes", ("", f"- {does_not}")).decided == []


@pytest.mark.parametrize(
    ("question", "answer", "no_answer"),
    [
        ("ivory or the dark one for the door?", "the dark one", "the bell rang"),
        ("ticket 88, fix or close", "close. nobody uses it", "which ticket"),
        ("Which date should we take?", "the ninth", "I'd have to ask"),
        ("Two options: 1) patch 2) rewrite. Which one?", "2", "hm, 14 hours of work"),
        ("The early train is full, the later one is free.", "the later one is fine", "the sun is fine"),
    ],
)
def test_what_picks_an_option_decides_and_carries_the_words_of_the_question(question: str, answer: str, no_answer: str):
    talk = chat(("Ana", question), ("Ben", answer))
    decision = talk.found.decisions[-1]
    assert talk.quote(decision.span).rstrip(".") == answer.split(". ", maxsplit=1)[0]
    assert any(talk.quote(span) in question for span in decision.support)
    assert chat(("Ana", question), ("Ben", no_answer)).decided == []


def test_a_question_about_facts_offers_no_options():
    assert chat(("Ana", "Do you use the red or the blue cable?"), ("Ben", "the blue cable")).decided == []


def test_among_votes_the_last_word_decides():
    votes = chat(("Ana", "Red or blue for the door?"), ("Ben", "blue"), ("Cem", "blue"))
    assert len(votes.found.decisions) == 1


@pytest.mark.parametrize(
    ("order", "task"),
    [
        ("skip the tests for now", "read the tests"),
        ("the dates: always UTC in the db", "the dates are wrong"),
        ("rip it out, one attempt is enough", "is one attempt enough?"),
        ("no, make it required", "make it work"),
        ("put me on the Team plan instead", "put the plan in a table"),
    ],
)
def test_a_user_decides_by_telling_how_it_shall_be(order: str, task: str):
    assert chat(("user", order), ("assistant", "Done.")).decided == [order]
    assert chat(("user", task), ("assistant", "Done.")).decided == []


def test_a_users_yes_to_what_the_assistant_asks_leave_for_decides():
    asked = ("assistant", "May I bump the minimum version to 3.11?")
    (decision,) = chat(asked, ("user", "yes")).found.decisions
    assert decision.text == "May I bump the minimum version to 3.11? yes"
    assert chat(asked, ("user", "wait, let me ask")).decided == []


def test_the_desk_decides_what_it_concedes_and_a_program_does_not():
    text = "We're waiving the fee for March."
    desk = Part(key="1", text=text, speaker="Agent", role=SpeakerRole.ASSISTANT)
    asked = Part(key="0", text="It broke.", speaker="Customer", role=SpeakerRole.PERSON)
    assert read(episode_of(asked, desk, kind=EpisodeKind.CONVERSATION)).decided == [text]
    assert chat(("user", "It broke."), ("assistant", text)).decided == []


def test_a_change_of_mind_beside_the_choice_is_a_decision_that_reverses():
    (decision,) = said("We changed our mind and decided to use RabbitMQ for the order events.").found.decisions
    assert decision.reverses
    assert said("I changed my mind about the order events.").decided == []


@pytest.mark.parametrize(
    "text",
    [
        "The previous team decided on Mongo back in 2019.",
        "Legal says they picked the blue form for their stuff.",
        "Let's hope it doesn't rain.",
        "She said they'd decided to use a contractor.",
    ],
)
def test_what_others_decided_is_not_decided_here(text: str):
    assert said(text).decided == []


def test_in_a_meeting_a_pick_counts_in_a_short_talk_and_in_a_long_one_only_when_agreed():
    talk = (("Ana", "Do we want the barn or the hall?"), ("Ben", "The barn."))
    small_talk = tuple((f"P{n % 3}", "The weather was fine.") for n in range(45))
    assert meeting(*talk).decided != []
    assert meeting(*talk, *small_talk).decided == []
    assert meeting(*talk, ("Ana", "Agreed."), *small_talk).decided != []
