"""Mails as text: whatever client printed them, each is spoken by its sender."""

import pytest
from ingest_given import Pulled, in_memory, read

from ingest.connectors.mail import Mail
from ingest.connectors.printed_mail import PrintedMail
from ingest.registry import choose

HEADS = {
    "English": "From: Ada Lind\nSent: 15 January 2024 08:52\nTo: Bo Ek; Lee, Cy <c@example.org>\nSubject: RE: bus",
    "German": "Von: Ada Lind\nGesendet: Montag, 15. Januar 2024 08:52\nAn: Bo Ek; Lee, Cy\nBetreff: AW: bus",
    "Spanish": "De: Ada Lind\nEnviado el: lunes, 15 de enero de 2024 08:52\nPara: Bo Ek; Lee, Cy\nAsunto: RE: bus",
    "French": "De : Ada Lind\nEnvoyé : lundi 15 janvier 2024 08:52\nÀ : Bo Ek ; Lee, Cy\nObjet : RE: bus",
    "Portuguese": "De: Ada Lind\nEnviada em: 15 de janeiro de 2024 08:52\nPara: Bo Ek; Lee, Cy\nAssunto: bus",
    "Markdown": "**From:** Ada Lind\n**To:** Bo Ek; Lee, Cy\n**Date:** 2024-01-15 08:52\n**Subject:** bus",
}


def pulled(text: str) -> Pulled:
    return read(PrintedMail(), text)


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_the_sender_speaks_in_whatever_language_the_headers_are(head: str) -> None:
    found = pulled(f"{head}\n\nWe take the bus – señor.\n")
    (document,) = found.documents
    assert found.said == [("Ada Lind", "We take the bus – señor.")]
    assert document.participants == ("Ada Lind", "Bo Ek", "Lee, Cy")
    assert str(document.happened_at) == "2024-01-15 08:52:00+00:00"
    assert "bus" in document.title


THREAD = (
    "Thread about the bus\n\n"
    "From: Bo Ek\nDate: 2024-01-16 09:00\nSubject: Re: bus\n\nFine with me.\n\n> We take it.\n\n---\n"
    "From: Ada Lind\nDate: 2024-01-15 08:52\nSubject: bus\n\nWe take the bus.\n"
)


def test_a_thread_is_told_in_the_order_of_its_moments_each_mail_by_its_own_sender() -> None:
    found = pulled(THREAD)
    assert found.said == [("Ada Lind", "We take the bus."), ("Bo Ek", "Fine with me.")]
    assert {document.external_id for document in found.documents} == {found.documents[0].external_id}
    assert "Thread about the bus" in [part.text for part in found.parts if part.is_noise]


def test_a_name_with_a_title_and_initials_stays_as_it_is_written() -> None:
    found = pulled('From: "Dr. V. Rao" <v@example.org>\nCc: theatre@example.org\nSubject: list\n\nNo.\n')
    assert found.documents[0].participants == ("Dr. V. Rao", "theatre@example.org")


def chosen(text: str) -> str:
    return choose(in_memory(text)).name


def test_what_a_mail_program_stored_is_left_to_the_reader_of_stored_mail() -> None:
    assert chosen("From: a@example.org\nSubject: x\nMIME-Version: 1.0\n\nHi.\n") == Mail.name
    assert chosen(HEADS["German"] + "\n\nHallo.\n") == PrintedMail.name


def test_a_note_that_says_from_and_to_is_no_mail() -> None:
    assert chosen("# Trip\n\nFrom: Lisbon\nTo: Porto\n\nWe take the train.\n") != PrintedMail.name


def test_a_stored_mail_without_a_character_set_is_read_as_utf_8() -> None:
    found = read(Mail(), "From: a@example.org\nMessage-ID: <1@example.org>\nSubject: x\n\nHolá señor.\n")
    assert [text for _, text in found.said] == ["Holá señor."]
