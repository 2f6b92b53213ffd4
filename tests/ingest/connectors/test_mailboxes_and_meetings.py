"""Many mails in one file, and meetings as Zoom, Teams and Meet save them."""

import pytest
from ingest_given import in_memory, read

from ingest.connectors.mbox import Mbox
from ingest.registry import choose

BOX = b"""From ada@example.org Thu May  1 10:00:00 2025
From: Ada Lind <ada@example.org>
Message-ID: <1@example.org>
Subject: The bus
Date: Thu, 01 May 2025 10:00:00 +0200
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

We take the bus to the caf=E9.
>From here on we walk.

From bo@example.org Thu May  1 11:00:00 2025
From: Bo Rask <bo@example.org>
Message-ID: <2@example.org>
In-Reply-To: <1@example.org>
Subject: Re: The bus
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=cut

--cut
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

V2h5IG5vdCB0aGUgdHJhbT8=
--cut
Content-Type: application/pdf; name=plan.pdf
Content-Disposition: attachment; filename=plan.pdf

x
--cut--
"""


class TestMailboxes:
    def test_the_mails_of_a_thread_are_one_session_and_attachments_are_named(self) -> None:
        assert choose(in_memory(BOX)).name == "mbox"
        found = read(Mbox(), BOX)
        assert found.said == [
            ("Ada Lind", "We take the bus to the café.\nFrom here on we walk."),
            ("Bo Rask", "Why not the tram?"),
        ]
        assert {document.external_id for document in found.documents} == {"<1@example.org>"}
        assert "attachment plan.pdf" in found.reasons

    def test_a_line_that_only_begins_like_the_next_mail_parts_nothing(self) -> None:
        body = b"\n\nFrom Turin we go on, in May 2025\nby train.\n"
        found = read(Mbox(), BOX.split(b"\nFrom bo@")[0] + body)
        assert len(found.documents) == 1
        assert any("by train" in said for _, said in found.said)

    def test_a_broken_mail_costs_no_other_one(self) -> None:
        found = read(Mbox(), BOX.replace(b"charset=utf-8", b"charset=nonsense").replace(b"V2h5", b"!!!!"))
        assert found.said[0][0] == "Ada Lind"


AGAIN = {
    "zoom": "[{who}] 10:00:{n:02}\n{said}\n\n",
    "teams": "{who}   0:{n:02}\n{said}\n\n",
    "teams with hours": "{who}  00:01:{n:02}\n{said}\n\n",
    "teams cues": "0:0:{n}.480 --> 0:0:{n}.900\n{who}\n{said}\n\n",
    "meet": "00:00:{n:02}\n\n{who}: {said}\n",
}
SAID = [
    ("Ada Lind", "We take the bus."),
    ("Bo Rask", "Why not the tram?"),
    ("Ada Lind", "Too slow."),
    ("Bo Rask", "Okay."),
]


@pytest.mark.parametrize("form", AGAIN.values(), ids=AGAIN.keys())
def test_who_said_what_in_a_meeting_is_read_from_every_form(form: str) -> None:
    text = "".join(form.format(who=who, said=said, n=3 + n * 2) for n, (who, said) in enumerate(SAID))
    source = in_memory(text)
    assert read(choose(source), text).said == SAID


def test_words_of_the_meeting_program_are_counted_and_no_speech() -> None:
    text = "".join(AGAIN["teams"].format(who=who, said=said, n=n) for n, (who, said) in enumerate(SAID))
    found = read(choose(in_memory(text)), f"{text}Ada Lind stopped transcription\n")
    assert found.said == SAID
    assert "line of the chat program itself" in found.reasons


def test_a_malformed_cue_of_a_meeting_is_counted_and_costs_no_other_one() -> None:
    text = "".join(AGAIN["teams cues"].format(who=who, said=said, n=n) for n, (who, said) in enumerate(SAID))
    broken = text.replace("0:0:1.480 --> 0:0:1.900", "0:0:1.480 --> soon")
    found = read(choose(in_memory(broken)), broken)
    assert [said for _, said in found.said] == ["We take the bus. Too slow.", "Okay."]
    assert "malformed cue" in found.reasons


def test_an_export_of_cursor_is_a_talk_of_the_user_with_the_agent() -> None:
    text = (
        "# Buses\n_Exported on 5/1/2025 from Cursor (1.0)_\n\n---\n\n"
        "**User**\n\nWhich bus?\n\n---\n\n**Cursor**\n\nThe red one.\n"
    )
    assert choose(in_memory(text)).name == "plain-chat"
    assert [said for _, said in read(choose(in_memory(text)), text).said] == ["Which bus?", "The red one."]
