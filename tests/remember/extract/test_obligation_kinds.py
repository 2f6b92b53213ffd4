"""What kind of thing is owed: a blocker, a question, a follow-up or a promise."""

import pytest
from extract_given import chat, note


@pytest.mark.parametrize(
    "text", ["We are blocked by Ben: the crane permit is missing.", "I'm still waiting for Ben to sign the permit."]
)
def test_who_is_waited_for_owes_a_blocker(text: str) -> None:
    (one,) = chat(("Ana", text), ("Ben", "Hm.")).found.commitments
    assert (one.kind, one.owed_by) == ("blocker", "Ben")


def test_an_open_question_is_owed_an_answer() -> None:
    read = note("Plan", ("Plan › Open questions", "- Who pays for the buoy\n- Which crane the pilots need"))
    assert [(one.kind, one.owed_by) for one in read.found.commitments] == [("question", "")] * 2


@pytest.mark.parametrize(("text", "kind"), [("TODO: paint the buoy", "follow_up"), ("I'll paint the buoy.", "promise")])
def test_actions_are_follow_ups_and_words_are_promises(text: str, kind: str) -> None:
    assert [one.kind for one in chat(("Ana", text), ("Ben", "Hm.")).found.commitments] == [kind]
