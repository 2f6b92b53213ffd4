"""A change in words of its own ends what stood; what only looks like one ends nothing."""

import pytest

from graphmem.remember.announced import announces, is_worth_keeping, takes_the_place

ENDS = [
    ("The tea urn holds 12 litres.", "We swapped the tea urn for one of 20 litres."),
    ("The pottery class starts at 18:00.", "heads up, pottery class is at 19:30 now"),
    ("A haircut costs 22 euros.", "Haircuts went up to 26 euros."),
    ("Start every report with a summary.", "no more summary, every report starts with the figures"),
    ("The mail client caches 300 messages.", "The mail client's cache was bumped to 900 messages."),
    ("The lab fridge is kept at 4 degrees.", "Since the audit the lab fridge has been kept at 2 degrees instead."),
]
STAYS = [
    ("The auth service uses Postgres.", "The auth service now logs to Loki."),
    ("Priya owns the billing module.", "The billing module was moved to its own repository."),
    ("Our standup is at 9:30.", "Our standup is held in the small room now."),
    ("The Kestrel office has 40 desks.", "The Kestrel office opens at 8 now."),
    ("Our cat Miso eats chicken.", "Our cat Miso has moved to the garden shed."),
    ("The retention of audit logs is 90 days.", "Audit logs are now stored in S3."),
    ("Adults pay 12 euros.", "Seniors now pay 9 euros."),
    ("The blue team deploys on Mondays.", "The red team now deploys on Wednesdays."),
    ("The backup of the wiki runs at 2:00.", "The backup of the tracker was moved to 4:00."),
    ("Set the font size of the headings to 24 px.", "Set the font size of the captions to 11 px now."),
    ("The staging cluster has 3 nodes.", "The production cluster has 5 nodes now."),
    ("The choir rehearses on Mondays.", "Should the choir rehearse on Tuesdays from now on?"),
    ("The choir rehearses on Mondays.", "Maybe the choir rehearses on Tuesdays from now on."),
    ("The shop sells tea.", "The shop now sells coffee as well."),
    ("The harvest came to 62 tonnes this year.", "Last year the harvest was raised to 48 tonnes."),
    ("Error messages are translated by Ines.", "Error messages are shown in a toast now."),
]


@pytest.mark.parametrize(("older", "newer"), ENDS)
def test_a_change_in_other_words_takes_the_place_of_what_it_changes(older: str, newer: str) -> None:
    assert takes_the_place(newer, older, 0.62)


@pytest.mark.parametrize(("older", "newer"), STAYS)
def test_another_thing_a_doubt_or_an_addition_takes_nobodys_place(older: str, newer: str) -> None:
    assert not takes_the_place(newer, older, 0.62)


def test_what_announces_nothing_ends_nothing() -> None:
    """Two values without a word of change may both hold: the slots alone decide there."""
    assert not announces("The tea urn holds 20 litres.")
    assert not takes_the_place("The tea urn holds 20 litres.", "The tea urn holds 12 litres.", 0.9)


def test_sentences_that_have_little_in_common_are_left_alone() -> None:
    assert not takes_the_place("Haircuts went up to 26 euros.", "Parking costs 3 euros.", 0.5)


def test_only_a_change_that_says_of_what_is_worth_a_fact() -> None:
    assert is_worth_keeping("The furnace was shut down for good")
    assert not is_worth_keeping("it moved up")
