"""Preferences: how speakers and people named want things."""

import pytest
from extract_given import chat, said


@pytest.mark.parametrize(
    "text",
    [
        "I prefer short pull requests.",
        "I really hate long meetings.",
        "I'd rather write the tests first.",
        "I don't like nested loops.",
        "I like the quiet room.",
        "Always write the date in full.",
        "Please never push on Fridays.",
        "It should be simple.",
        "Prefiero los textos cortos.",
        "Ich bevorzuge kurze Texte.",
    ],
)
def test_a_preference_is_held_by_its_speaker(text: str):
    (preference,) = said(text).found.preferences
    assert (preference.text, preference.holder) == (text, "Ana")
    assert preference.confidence >= 0.6


@pytest.mark.parametrize(
    "text",
    [
        "Do you prefer short pull requests?",
        "It looks like rain.",
        "People say they prefer tea.",
        "If I preferred tea, maybe.",
        "Please check the build.",
        "The committee meets on Monday.",
        "I'd like to know the date.",
    ],
)
def test_questions_requests_and_hearsay_are_no_preference(text: str):
    assert said(text).found.preferences == ()


def test_a_person_named_holds_their_own():
    read = chat(("Ana", "Morgan prefers the morning."), ("Morgan Lee", "Hi."))
    assert [preference.holder for preference in read.found.preferences] == ["Morgan Lee"]


def test_what_weakens_counts_in_its_own_clause_only():
    assert said("I don't think it breaks, so, I prefer the small one.").found.preferences
