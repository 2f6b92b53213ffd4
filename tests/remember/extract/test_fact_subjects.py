"""Whom a fact is about."""

import pytest
from extract_given import chat, note, said

NOBODY = ""
SAID_BY_ANA = [
    ("I live in Turin.", "Ana"),
    ("I work at Northwind.", "Ana"),
    ("I'm allergic to nuts.", "Ana"),
    ("I have two kids.", "Ana"),
    ("I was born in Graz in 1984.", "Ana"),
    ("My sister is a nurse in Oslo.", "Ana's sister"),
    ("My brother lives in Lyon.", "Ana's brother"),
    ("My dog is called Rex.", "Ana's dog"),
    ("My name is Ana Ruiz.", "Ana's name"),
    ("My friend Jack hates football.", "Jack"),
    ("My friend Jack lives in Oslo.", "Jack"),
    ("My sister Carla works at a bank.", "Carla"),
    ("Ben moved to Oslo last year.", "Ben"),
    ("Mia is our new designer.", "Mia"),
    ("Priya runs the Kafka cluster.", "Priya"),
    ("Tom prefers the morning.", "Tom"),
    ("The customer Christophe has 40 seats.", "Christophe"),
    ("Jack's car is in the garage in Lyon.", "Jack's car"),
    ("Our office is in Lisbon.", "office"),
    ("The limit is 5.", "limit"),
    ("We deploy on Fridays.", "we"),
    ("The customer wrote: I am allergic to nuts.", NOBODY),
    ('The mail says "I live in Rome and work at the Blue Bank".', NOBODY),
    ("Show the figures for user Christophe.", NOBODY),
    ("Do I live in Turin?", NOBODY),
    ("Am I allergic to nuts?", NOBODY),
    ("Ben asked whether I live in Turin.", NOBODY),
    ("If I lived in Turin, I would have two dogs.", NOBODY),
    ("Jack told me he lives in Rome.", NOBODY),
    ("Did my sister work at Northwind?", NOBODY),
]


def subjects(text: str) -> set[str]:
    found = said(text).found
    return {fact.subject for fact in found.facts} | {preference.holder for preference in found.preferences}


def test_ent_08_what_is_said_of_a_third_person_is_never_stored_of_the_speaker():
    for text, gold in SAID_BY_ANA:
        assert gold == "Ana" or "Ana" not in subjects(text), text


def test_ent_08_the_subject_is_the_person_named():
    right = [text for text, gold in SAID_BY_ANA if subjects(text) == ({gold} if gold else set())]
    assert len(SAID_BY_ANA) == 30
    assert len(right) >= 27, set(dict(SAID_BY_ANA)) - set(right)


def test_a_pronoun_means_what_the_sentence_before_is_about():
    facts = chat(("Ana", "The importer reads 12 files. It writes 40 rows a second.")).found.facts
    assert [fact.subject for fact in facts] == ["importer", "importer"]
    facts = chat(("Ana", "Ben moved to Oslo. He works at the bank in Oslo.")).found.facts
    assert [fact.subject for fact in facts] == ["Ben", "Ben"]


def test_a_pronoun_means_the_noun_right_before_the_comma():
    facts = chat(("Ana", "who owns the cert, it expires on the 19th")).found.facts
    assert [fact.subject for fact in facts] == ["cert"]


def test_a_pronoun_that_could_mean_two_people_means_neither():
    facts = chat(("Ana", "Ben met Tom in Oslo. He works at the bank in Oslo.")).found.facts
    assert {"Ben", "Tom"}.isdisjoint(fact.subject for fact in facts if "works" in fact.text)


def test_who_writes_a_note_stays_i_when_nobody_tells_the_name():
    assert [fact.subject for fact in note("Self", ("", "I live in Turin.")).found.facts] == ["I"]


@pytest.mark.parametrize(
    ("text", "subject", "value"),
    [
        ("Price: 49 EUR", "Price", "49 EUR"),
        ("cache_ttl = 60", "cache_ttl", "60"),
        ("Set the request timeout to 30 seconds.", "request timeout", "30 seconds"),
        ("The gate opens at 08:39 on Sundays.", "gate", "08:39 on Sundays"),
        ("We deploy on Tuesdays now.", "we", "Tuesdays"),
        ("We now deploy on Tuesdays.", "we", "Tuesdays"),
        ("The plan costs $20 per seat.", "plan", "$20 per seat"),
        ("The API listens on port 6001.", "API", "port 6001"),
        ("Direct pushes to main are forbidden on Fridays.", "Direct pushes to main", "forbidden on Fridays"),
    ],
)
def test_a_value_has_a_name_and_nothing_but_itself(text: str, subject: str, value: str):
    (fact,) = note("Values", ("", text)).found.facts
    assert (fact.subject, fact.value) == (subject, value)


def test_no_longer_belongs_to_the_predicate():
    (fact,) = note("Values", ("", "We no longer deploy on Fridays.")).found.facts
    assert fact.predicate == "no longer deploy on"


def test_a_sentence_may_hold_two_facts():
    facts = said("The boathouse is 2,400 all in, the old print works is 1,900 without a kitchen.").found.facts
    assert [fact.subject for fact in facts] == ["boathouse", "old print works"]


@pytest.mark.parametrize(
    "text", ["Note: the 40 chairs", "Present: 40 people", "Gwen reported that 40 chairs are broken."]
)
def test_labels_of_a_page_and_hearsay_are_no_facts(text: str):
    assert note("Hall", ("", text)).found.facts == ()
