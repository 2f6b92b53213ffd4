"""Cues: the little language of phrases, and the confidence that points become."""

import pytest

from graphmem.remember.extract.cues import Cues
from graphmem.remember.extract.table import confidence, table


def flags(*phrases: str, text: str, opening: int = 0) -> dict[str, list[tuple[int, int]]]:
    return Cues({"flag": phrases}, {"colour": ["red", "blue"]}).scan(text.split(), opening)


def test_a_phrase_is_found_with_the_words_it_covers():
    assert flags("we decided", text="today we decided it") == {"flag": [(1, 3)]}


def test_alternatives_options_classes_and_any_word():
    assert flags("we|they just? paint @colour", text="they paint blue") == {"flag": [(0, 3)]}
    assert flags("we|they just? paint @colour", text="we just paint red") == {"flag": [(0, 4)]}
    assert flags("let 's _", text="let 's dance") == {"flag": [(0, 3)]}
    assert flags("let 's _", text="let 's !") == {}


def test_a_phrase_for_the_opening_counts_only_there():
    assert flags("^ agreed", text="okay , agreed", opening=2) == {"flag": [(2, 3)]}
    assert flags("^ agreed", text="we all agreed", opening=0) == {}


def test_a_veto_cancels_the_flag_that_begins_at_the_same_word():
    assert flags("let 's _", "! let 's see", text="let 's see") == {}
    assert flags("let 's _", "! let 's see", text="let 's go") == {"flag": [(0, 3)]}


def test_every_row_of_the_table_is_a_phrase_that_can_match():
    assert table().cues.scan(["we", "decided", "to", "wait"], 0)["decided"]


@pytest.mark.parametrize("threshold", [1.0, 2.0])
def test_confidence_is_six_tenths_at_the_threshold_and_grows_with_the_points(threshold: float):
    rising = [confidence(threshold + step / 10, threshold) for step in range(-20, 30)]
    assert rising == sorted(rising)
    assert confidence(threshold, threshold) == pytest.approx(0.6, abs=0.001)
    assert confidence(threshold - 0.3, threshold) < 0.6
    assert confidence(50.0, threshold) < 1
