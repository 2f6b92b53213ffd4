"""Names as values: which short form may be which full name, which two spellings are a slip, which never."""

import pytest

from graphmem.remember.names import Form, better_name, form_of, is_respelt, is_slip, person_name

JAN = "Jan van der Berg"


@pytest.mark.parametrize(
    ("short", "form"),
    [
        ("Jan", Form.FIRST),
        ("@jan", Form.FIRST),
        ("van der Berg", Form.SURNAME),
        ("Mr van der Berg", Form.TITLED),
        ("Herr Berg", Form.TITLED),
        ("J. van der Berg", Form.INITIALS),
        ("J Berg", Form.INITIALS),
        ("Jan B.", Form.INITIALS),
        ("jvdberg", Form.LOGIN),
        ("jan.vanderberg@north.example", Form.LOGIN),
        ("@janberg", Form.LOGIN),
        ("van der Berg, Jan", Form.ORDER),
    ],
)
def test_a_short_form_stands_for_a_full_name(short: str, form: Form) -> None:
    assert form_of(person_name(short), person_name(JAN)) is form


@pytest.mark.parametrize(
    "other", ["Jana", "P. van der Berg", "Jan Smit", "Jan Peter van der Berg", "jb", "berger", "Mr Bergman"]
)
def test_other_names_do_not(other: str) -> None:
    assert form_of(person_name(other), person_name(JAN)) is None


def test_only_a_given_name_with_a_surname_is_a_full_name() -> None:
    full = [name for name in (JAN, "Jan", "J. Berg", "van der Berg", "Ada Sato", "Ada S.") if person_name(name).is_full]
    assert full == [JAN, "Ada Sato"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("jan van der berg", "jan van der breg"), ("wilhelmina", "wilhelmnia"), ("order gateway", "order gatway")],
)
def test_a_swapped_a_missing_or_a_changed_letter_is_a_slip(one: str, other: str) -> None:
    assert is_slip(one, other)
    assert is_slip(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sr-2023-052", "sr-2023-053"),
        ("inc-1041", "inc-1042"),
        ("v2.1", "v2.11"),
        ("rev a", "rev b"),
        ("q3 2025", "q3 2026"),
        ("12.5 k", "125 k"),
        ("servera", "serverb"),
        ("release plan", "release plans"),
        ("psa", "pso"),
        ("jan smit", "jan van der smit"),
        ("a" * 9_000, "a" * 8_999 + "b"),
    ],
)
def test_digits_versions_and_last_letters_tell_things_apart(one: str, other: str) -> None:
    """ENT-02."""
    assert not is_slip(one, other)
    assert not is_respelt(one, other)


def test_blanks_and_hyphens_make_no_other_name() -> None:
    assert is_respelt("rabbit mq", "rabbitmq")
    assert is_respelt("task-tools", "task tools")
    assert not is_respelt("v2 1", "v21")


def test_accents_and_usual_capitals_are_shown() -> None:
    """ENT-05."""
    assert better_name("JOAO DA SILVA", "Joao da Silva")
    assert better_name("Joao da Silva", "JOÃO DA SILVA")
    assert better_name("JOÃO DA SILVA", "João da Silva")
    assert not better_name("João da Silva", "JOAO DA SILVA")
