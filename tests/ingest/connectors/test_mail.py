"""Mail: the sender speaks, quoted lines state nothing."""

from ingest_given import Pulled, read

from ingest.connectors.mail import Mail

HEAD = (
    "From: Ada Lind <ada@example.org>\nTo: Bo <bo@example.org>\nCc: cy@example.org\nSubject: The bus\n"
    "Date: Wed, 02 Apr 2025 09:15:00 -0700\nMessage-ID: <one@example.org>\n"
)
PLAIN = 'MIME-Version: 1.0\nContent-Type: text/plain; charset="utf-8"\n'


def pulled(body: str, head: str = HEAD + PLAIN) -> Pulled:
    return read(Mail(), f"{head}\n{body}")


def test_the_sender_speaks_the_paragraphs_of_the_body() -> None:
    found = pulled("Bo,\n\nwe take the bus\nbecause it runs.\n")
    (document,) = found.documents
    assert found.said == [("Ada Lind", "Bo,"), ("Ada Lind", "we take the bus\nbecause it runs.")]
    assert (document.title, document.participants) == ("The bus", ("Ada Lind", "Bo", "cy@example.org"))
    assert [part.at and part.at.isoformat() for part in found.parts] == ["2025-04-02T16:15:00+00:00"] * 3


def test_the_headers_are_kept_and_state_nothing() -> None:
    (head, *_) = pulled("Hi.\n").parts
    assert head.is_noise
    assert "From: Ada Lind <ada@example.org>" in head.text


def test_quoted_lines_forwarded_mails_and_signatures_state_nothing() -> None:
    body = (
        "I disagree.\n> We take the bus.\n> It runs.\nThe tram is safer.\n\n"
        "On Tue, Bo <bo@example.org> wrote:\n\n> Bus?\n\n"
        "-----Original Message-----\nFrom: Bo\n\nWe walk.\n"
    )
    found = pulled(body)
    assert found.said == [("Ada Lind", "I disagree."), ("Ada Lind", "The tram is safer.")]
    assert all(part.text in body for part in found.parts[1:])


def test_a_signature_states_nothing() -> None:
    assert pulled("We walk.\n\n-- \nAda Lind\nHead of Walking\n").said == [("Ada Lind", "We walk.")]


def test_a_reply_belongs_to_the_session_of_the_mail_that_began_it() -> None:
    reply = HEAD.replace("<one@", "<two@") + "References: <one@example.org>\n" + PLAIN
    assert [d.external_id for d in pulled("Hi.\n").documents + pulled("Yes.\n", reply).documents] == [
        "<one@example.org>"
    ] * 2


def test_mails_of_one_thread_that_say_the_same_keep_their_own_keys() -> None:
    reply = HEAD.replace("<one@", "<two@") + "References: <one@example.org>\n" + PLAIN
    assert {part.key for part in pulled("Yes.\n").parts}.isdisjoint(part.key for part in pulled("Yes.\n", reply).parts)


def test_quoted_printable_and_encoded_headers_are_decoded() -> None:
    head = (
        "From: =?utf-8?q?Bj=C3=B6rn?= <b@x.example>\nSubject: =?utf-8?q?M=C3=BCll?=\n"
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n"
    )
    found = pulled("Wir fahren nach K=C3=B6ln.\n", head)
    assert found.said == [("Björn", "Wir fahren nach Köln.")]
    assert found.documents[0].title == "Müll"


def test_of_two_forms_the_plain_one_is_read_and_attachments_are_counted() -> None:
    head = HEAD + "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n"
    body = (
        "--x\nContent-Type: multipart/alternative; boundary=y\n\n--y\nContent-Type: text/plain\n\nPlain.\n"
        "--y\nContent-Type: text/html\n\n<p>Rich.</p>\n--y--\n--x\nContent-Type: text/csv\n"
        "Content-Disposition: attachment; filename=a.csv\n\n1,2\n--x--\n"
    )
    found = pulled(body, head)
    assert found.said == [("Ada Lind", "Plain.")]
    assert "attachment a.csv" in found.reasons


def test_a_mail_in_html_only_is_read_without_its_marks() -> None:
    head = HEAD + "MIME-Version: 1.0\nContent-Type: text/html\n"
    found = pulled("<style>p {}</style><p>We take &amp; keep it.</p><p>So.</p>", head)
    assert found.said == [("Ada Lind", "We take & keep it."), ("Ada Lind", "So.")]


def test_an_unknown_character_set_costs_no_mail() -> None:
    head = HEAD + 'MIME-Version: 1.0\nContent-Type: text/plain; charset="martian"\n'
    assert pulled("We walk.\n", head).said == [("Ada Lind", "We walk.")]


def test_a_mail_without_a_date_has_none() -> None:
    (document,) = pulled("Hi.\n", "From: Ada <a@x.example>\nSubject: x\n").documents
    assert (document.happened_at, document.happened_at_source) == (None, "unknown")
