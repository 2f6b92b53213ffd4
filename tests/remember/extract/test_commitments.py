"""Commitments: who owes what to whom, and by when in the words of the text."""

import pytest
from extract_given import chat, meeting, note, said


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("I will send the roster on Friday.", "on Friday"),
        ("I'll attach the results to the ticket.", ""),
        ("I will book the room before the walkthrough.", "before the walkthrough"),
        ("I'll upload it in two days.", "in two days"),
        ("I will circulate the summary this afternoon.", "this afternoon"),
        ("I'll finish it by the end of the week.", "by the end of the week"),
    ],
)
def test_a_promise_is_owed_by_its_speaker_with_the_due_as_said(text: str, due: str):
    (commitment,) = said(text).found.commitments
    assert (commitment.text, commitment.owed_by, commitment.kind, commitment.due) == (text, "Ana", "promise", due)


@pytest.mark.parametrize(
    "text",
    [
        "I'll just say one thing.",
        "I'll never understand it.",
        "Will I send it?",
        "She said she would send it.",
        "I might send it, perhaps.",
        "I'll think about it.",
    ],
)
def test_talk_doubt_and_hearsay_promise_nothing(text: str):
    assert said(text).found.commitments == ()


def test_a_person_named_owes_what_they_will_do():
    read = chat(("Ana", "Ben will order the parts by Monday."), ("Ben", "Hm."))
    (commitment,) = read.found.commitments
    assert (commitment.owed_by, commitment.due) == ("Ben", "by Monday")


def test_a_request_is_owed_by_whoever_says_yes():
    read = meeting(("Ana", "Mia, can you send the samples by Tuesday?"), ("Mia", "Sure."))
    (commitment,) = read.found.commitments
    assert (commitment.owed_by, commitment.owed_to, commitment.due) == ("Mia", "Ana", "by Tuesday")


def test_a_request_with_a_date_is_owed_by_its_addressee():
    read = chat(("Ana", "Please send the contract by Friday."), participants=("Ana", "Ben"))
    assert [(each.owed_by, each.owed_to) for each in read.found.commitments] == [("Ben", "Ana")]


def test_action_items_are_owed_by_the_name_they_begin_with():
    read = note(
        "Sync",
        ("People", "Present: Tom Becker, Priya Nair"),
        ("Action items", "- Tom: write the guide by Friday\n- check the costs"),
    )
    assert [(each.owed_by, each.kind, each.due) for each in read.found.commitments] == [
        ("Tom Becker", "follow_up", "by Friday"),
        ("", "follow_up", ""),
    ]


def test_what_a_meeting_has_to_find_out_is_a_follow_up():
    (commitment,) = meeting(("Ana", "We just need to check the cost of it.")).found.commitments
    assert commitment.kind == "follow_up"
