"""Decisions told by who made them, values put in place of others, and short answers that decide nothing."""

from pathlib import Path

import pytest
from extract_given import chat, note, said

from graphmem.domain.documents import Document
from ingest.registry import choose
from ingest.source import text_source

FILLER = {
    "es": "Buenos días, hoy somos pocos y después tengo una reunión con los del almacén.",
    "de": "Guten Morgen, wir sind heute nur zu dritt und ich habe auch noch einen Termin nach dem Mittag.",
    "fr": "Bonjour à tous, nous sommes peu nombreux aujourd'hui et j'ai un rendez-vous après le déjeuner.",
    "pt": "Bom dia, hoje somos poucos e depois eu tenho uma reunião com o pessoal do estoque.",
}


@pytest.mark.parametrize(
    ("decides", "does_not"),
    [
        ("I've deferred the audit to Tuesday.", "I've read the audit on Tuesday."),
        ("I have therefore swapped the two kilns.", "I have therefore seen the two kilns."),
        ("We stick to our kiln.", "We look at our kiln."),
        ("The ferry leaves at 9 instead of 8.", "The ferry was here at 9 instead of 8."),
        ("The ferry leaves on Monday, not Tuesday.", "The ferry is large, not small."),
        ("We fire the kiln twice a week now.", "We know the kiln twice as well now."),
    ],
)
def test_a_changed_practice_or_value_decides(decides: str, does_not: str):
    assert said(decides).decided == [decides]
    assert said(does_not).decided == []


def test_what_was_settled_stands_in_the_sentence_before():
    told = chat(("Ann", "We'd a talk on Monday. The kiln moves to the cellar. That was settled with Bo."))
    assert told.decided == ["The kiln moves to the cellar."]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Anything else on the floor tonight?", "No floor."),
        ("Do we need to move the kiln today or tomorrow?", "Not today, please."),
        ("Would it be hard to move the kiln?", "no no, just asking."),
    ],
)
def test_an_answer_that_only_says_no_or_that_somebody_is_curious_decides_nothing(asked: str, answer: str):
    assert chat(("Ann", asked), ("Bo", answer)).decided == []


def test_a_promise_with_a_day_is_no_decision():
    told = chat(
        ("Ann", "Bo, will you look again?"), ("Bo", "I'll fetch a lamp from the shed on Friday."), ("Ann", "Good.")
    )
    assert told.decided == []


def test_a_debt_with_an_arrow_is_no_decision():
    assert note("Scraps", ("", "- I still owe Ann 5 -> bring it Friday")).decided == []


def test_a_third_party_that_decided_is_not_us():
    assert said("The rival guild apparently decided to sell its kiln.").decided == []


@pytest.mark.parametrize(
    ("language", "hearsay"),
    [
        ("es", "Dicen en el gremio que habrá feria en junio."),
        ("pt", "Dizem na feira que vamos usar outra sala."),
    ],
)
def test_what_people_say_elsewhere_is_reported(language: str, hearsay: str):
    assert chat(("Ann", FILLER[language]), ("Bo", hearsay)).decided == []


def test_a_bare_question_for_agreement_stands_for_the_sentence_before():
    told = chat(
        ("Ann", FILLER["es"]),
        ("Ann", "Quedamos en esto: dos hornos a partir del 9. ¿De acuerdo?"),
        ("Bo", "De acuerdo."),
    )
    assert told.decided == ["Quedamos en esto: dos hornos a partir del 9."]


@pytest.mark.parametrize(
    ("language", "asked", "answer"),
    [
        ("de", "Nehmen wir die Kiste oder den Korb?", "Die Kiste."),
        ("es", "¿Llevamos la caja o la cesta?", "La caja."),
        ("fr", "On prend la caisse ou le panier ?", "La caisse."),
        ("pt", "Levamos a caixa ou a cesta?", "A caixa."),
    ],
)
def test_an_option_is_picked_by_the_words_of_its_own_language(language: str, asked: str, answer: str):
    told = chat(("Ann", FILLER[language]), ("Ann", asked), ("Bo", answer))
    assert told.decided == [f"{asked} {answer}"]


def test_a_transcript_of_questions_and_answers_has_two_speakers():
    text = "Q. Who are you?\nA. A potter.\nQ. What did you do?\nA. I moved the kiln to the cellar.\n"
    source = text_source(text, path=Path("talk.txt"))
    (document,) = [each for each in choose(source).pull(source) if isinstance(each, Document)]
    assert [part.speaker for part in document.parts] == ["Q", "A", "Q", "A"]


def test_a_role_in_square_brackets_belongs_to_the_name():
    text = "Ann [Front desk]: Good morning.\nBo: I lost my key.\nAnn [Front desk]: I'll look.\nBo: Thanks."
    source = text_source(text, path=Path("talk.txt"))
    (document,) = [each for each in choose(source).pull(source) if isinstance(each, Document)]
    assert [part.speaker for part in document.parts] == ["Ann", "Bo", "Ann", "Bo"]
