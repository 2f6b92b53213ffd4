"""Commitments in other words: tasks given to people by name, promises beside a date, boxes to be ticked."""

import pytest
from extract_given import chat, meeting, note, said

from graphmem.domain.extraction import ExtractedCommitment


def minuted(text: str) -> tuple[ExtractedCommitment, ...]:
    return note("Council", ("", "Present: Ada Miller, Tom Reyes, Bodo Quast"), ("", text)).found.commitments


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("Action: Bodo to order the paint.", "Bodo Quast"),
        ("Tom to ring them by Friday.", "Tom Reyes"),
        ("Ada and Tom to draft the letter.", "Tom Reyes"),
        ("Bodo volunteered to fix the printer.", "Bodo Quast"),
        ("Tom will draft the rota before June.", "Tom Reyes"),
    ],
)
def test_a_task_belongs_to_whom_it_names(text: str, owner: str):
    assert [each.owed_by for each in minuted(text)] == [owner]


@pytest.mark.parametrize("text", ["Ada asked Tom to sit down.", "It is up to Tom to decide.", "Tom went to bed."])
def test_a_name_before_to_is_not_always_a_task(text: str):
    assert minuted(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Leave it with me.",
        "Calling them straight after this.",
        "You'll have it by Friday, I send it myself.",
        "I need to send the report by Friday.",
        "I'll put it in the book tonight.",
    ],
)
def test_a_promise_may_be_put_in_other_words(text: str):
    assert [each.owed_by for each in said(text).found.commitments] == ["Ana"]


@pytest.mark.parametrize(
    "text",
    [
        "I can send somebody on Wednesday, or Friday afternoon.",
        "I need to sleep.",
        "I'll see.",
        "I was gonna order lights but nvm",
        "Calling them names is rude.",
    ],
)
def test_offers_wishes_and_what_was_dropped_are_no_promise(text: str):
    assert said(text).found.commitments == ()


def test_what_is_said_aloud_needs_a_date_to_be_meant():
    assert meeting(("Ana", "I'll put this here.")).found.commitments == ()
    (owed,) = meeting(("Ana", "I'll put it in the book by Friday.")).found.commitments
    assert (owed.owed_by, owed.due) == ("Ana", "by Friday")


def test_open_boxes_are_owed_and_ticked_ones_are_not():
    found = note("Week", ("", "to do\n [ ] redo figure four\n [x] library books")).found.commitments
    assert [each.text for each in found] == ["redo figure four"]


def test_whom_a_task_is_about_does_not_owe_it():
    (owed,) = note("Week", ("", "to do\n [ ] mail Ilse about the forms")).found.commitments
    assert owed.owed_by == ""


def test_please_to_a_whole_room_is_nobodys():
    read = meeting(("Ana", "Please tell both shifts by Monday."), ("Ben", "Hm."), ("Cy", "Hm."))
    assert read.found.commitments == ()


def test_words_of_a_chat_that_are_written_as_spoken_are_understood():
    (owed,) = chat(("soraya", "i'll renew it tmrw")).found.commitments
    assert owed.owed_by == "soraya"
