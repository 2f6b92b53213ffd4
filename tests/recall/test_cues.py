"""What words say about a sentence's part: classes of cues with scores that add up and never pass 1."""

import pytest

from graphmem.recall.cues import Cue, cues, says_yes


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        ("We decided to buy the wide boat.", Cue.DECISION),
        ("That is because the river floods in spring.", Cue.REASON),
        ("What about a raft?", Cue.OPTION),
        ("The raft was ruled out.", Cue.REJECT),
        ("I am not convinced by that.", Cue.OBJECT),
        ("The raft was replaced by a ferry.", Cue.SUPERSEDE),
        ("The ferry relies on the cable.", Cue.DEPEND),
        ("Good idea, that makes sense.", Cue.SUPPORT),
        ("The cable broke in May.", Cue.TRIGGER),
    ],
)
def test_a_cue_of_each_class_is_seen(text: str, cue: Cue) -> None:
    assert cues(text)[cue] >= 0.5


def test_hits_add_up_as_doubts_multiply() -> None:
    """One hit is worth 0.55, two 1 - 0.45², a fourth no more than three."""
    assert cues("It is ruled out")[Cue.REJECT] == pytest.approx(0.55)
    assert cues("ruled out and dropped")[Cue.REJECT] == pytest.approx(1 - 0.45**2)
    assert cues("dropped dropped dropped dropped")[Cue.REJECT] == pytest.approx(1 - 0.45**3)


def test_a_cue_inside_a_word_is_none() -> None:
    assert Cue.REASON not in cues("Thesince and becauses")


def test_a_yes_opens_a_sentence_or_is_none() -> None:
    assert says_yes("Okay, let us do that")
    assert says_yes("{cough} yeah")
    assert not says_yes("The yes came late")
