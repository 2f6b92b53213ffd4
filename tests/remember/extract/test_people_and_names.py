"""People and names: who and what is called by name, each once, with every place."""

import pytest
from extract_given import chat, note, said

from graphmem.domain.entities import EntityKind


def test_speakers_and_participants_are_people_but_roles_and_programs_are_not():
    read = chat(("Ana", "Hello."), ("user", "Hi."), ("CI Bot", "passed"), participants=("Cy",))
    assert read.names(EntityKind.PERSON) == {"Ana", "Cy"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("We met Priya Raman in the hall.", "Priya Raman"),
        ("We met Dr. Okonkwo in the hall.", "Okonkwo"),
        ("ask @lena about it", "lena"),
        ("It was Devon who expects the parts.", "Devon"),
        ("Laura said it works.", "Laura"),
        ("From: Zyx Quark <zyx@example.org>", "Zyx Quark"),
        ("Present: Wanda, Qyn Broz", "Qyn Broz"),
    ],
)
def test_people_are_told_by_name_title_handle_or_list(text: str, name: str):
    assert name in said(text).names(EntityKind.PERSON)


def test_a_first_name_is_the_person_whose_full_name_is_known():
    read = chat(("Morgan Lee", "Hello."), ("Ben", "As Morgan said, Morgan will check."))
    assert read.names(EntityKind.PERSON) == {"Morgan Lee", "Ben"}
    assert [read.quote(span) for span in read.entity("Morgan Lee").spans] == ["Morgan", "Morgan"]
    assert read.entity("Morgan Lee").aliases == ("Morgan",)


def test_a_first_name_of_two_people_is_neither():
    read = chat(("Morgan Lee", "Hi."), ("Morgan Stone", "Hi."), ("Ben", "So Morgan said it works."))
    assert "Morgan" in read.names(EntityKind.PERSON)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("We run Kafka at home.", "Kafka"),
        ("It is the University of Turin again.", "University of Turin"),
        ("We ship to Blue Heron daily.", "Blue Heron"),
        ("It runs on GOV.UK now.", "GOV.UK"),
        ("Use RDS for it.", "RDS"),
    ],
)
def test_other_capitalised_names_are_things(text: str, name: str):
    assert name in said(text).names(EntityKind.THING)


@pytest.mark.parametrize(
    "text", ["Calibration completed.", "On Monday it rains.", "Yes, I know.", "REALLY LOUD WORDS STAND HERE NOW"]
)
def test_words_that_are_capitalised_for_other_reasons_are_no_names(text: str):
    assert said(text).names(EntityKind.THING) == set()


def test_a_name_known_from_elsewhere_is_found_where_it_opens_a_sentence():
    read = said("Kafka is slow. We run Kafka anyway.")
    assert [read.quote(span) for span in read.entity("Kafka").spans] == ["Kafka", "Kafka"]


def test_a_name_appears_once_whatever_its_spelling():
    read = note("Green Harbour", ("Notes", "We visited Green Harbour. The Green Harbour's gate was shut."))
    assert [entity.name for entity in read.found.entities if "Green" in entity.name] == ["Green Harbour"]
    assert len(read.entity("Green Harbour").spans) == 2


def test_ent_08_what_is_said_of_a_friend_is_about_the_friend():
    read = said("My friend Jack hates football.")
    assert [preference.holder for preference in read.found.preferences] == ["Jack"]
    assert said("Show the figures for user Christophe.").found.facts == ()
