"""Chats as text: every form, and everything that only looks like a chat."""

import pytest
from ingest_given import Pulled, in_memory, read

from graphmem.domain.documents import EpisodeKind, SpeakerRole
from ingest.connectors.plain_chat import PlainChat
from ingest.registry import choose

TALK = (("Ada", "Shall we take the bus?"), ("Bo", "Yes, it is cheaper."), ("Ada", "Then the bus."), ("Bo", "Good."))


def chat(form: str) -> str:
    return "".join(form.format(who=who, text=text, n=n) + "\n" for n, (who, text) in enumerate(TALK))


def pulled(text: str) -> Pulled:
    return read(PlainChat(), text)


FORMS = {
    "whatsapp": "[15/03/24, 18:3{n}:00] {who}: {text}",
    "whatsapp with direction marks": "\u200e[15/03/24, 18:3{n}:00] {who}: {text}",
    "whatsapp in the US": "3/15/24, 6:3{n} PM - {who}: {text}",
    "whatsapp in Germany": "15.03.24, 18:3{n} - {who}: {text}",
    "narrow space before PM": "[3/15/24, 6:3{n}:00\u202fPM] {who}: {text}",
    "time in round brackets": "(6:3{n} PM) {who}: {text}",
    "forum with days of this year": "**{who}** commented on {n} Oct\n{text}\n",
    "forum with a dot": "**{who}** · Oct 1{n}\n{text}\n",
    "bare time": "[18:3{n}] {who}: {text}",
    "matrix": "[18:3{n}] @{who}:matrix.org: {text}",
    "signal": "{who} (2024-03-15 18:3{n}:00 UTC): {text}",
    "teams": "{who}, 3/15/2024 6:3{n} PM: {text}",
    "bold with time": "**{who}** (2024-03-15 6:3{n} PM): {text}",
    "bold with time and dash": "**{who}** 18:3{n} — {text}",
    "telegram": "**[18:3{n}] 👤 {who}:** {text}",
    "bold": "**{who}:** {text}",
    "bold, colon outside": "- **{who}**: {text}",
    "irc": "<{who}> {text}",
    "irc with time": "18:3{n} <@{who}> {text}",
    "weechat log": "2024-03-15 18:3{n}:00 <{who}> {text}",
    "zoom chat": "18:3{n}:00 From {who} to Everyone: {text}",
    "stamped label": "2024-03-15 18:3{n}:00 {who}: {text}",
    "name over the text": "{who}  6:3{n} PM\n{text}\n",
    "discord": "{who} — 03/15/2024 6:3{n} PM\n{text}",
    "label": "{who}: {text}",
    "label with a role": "{who} (chair): {text}",
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_every_form_gives_its_speakers_and_their_words(form: str) -> None:
    assert choose(in_memory(chat(form))).name == "plain-chat"
    assert pulled(chat(form)).said == list(TALK)


@pytest.mark.parametrize(
    ("form", "first"),
    [
        ("[15/03/24, 18:3{n}:00] {who}: {text}", "2024-03-15T18:30:00+00:00"),
        ("3/15/24, 6:3{n} PM - {who}: {text}", "2024-03-15T18:30:00+00:00"),
        ("{who} (2024-03-15 18:3{n}:00 +0200): {text}", "2024-03-15T16:30:00+00:00"),
        ("[18:3{n}] {who}: {text}", None),
        ("{who}: {text}", None),
    ],
)
def test_times_are_read_where_they_stand_and_never_made_up(form: str, first: str | None) -> None:
    at = pulled(chat(form)).parts[0].at
    assert (at and at.isoformat()) == first


def test_the_order_of_day_and_month_is_decided_by_the_whole_file() -> None:
    lines = "[03/04/24, 18:30:00] Ada: Early.\n[05/04/24, 18:30:00] Bo: Later.\n[25/04/24, 18:30:00] Ada: Last.\n"
    days = [part.at and part.at.date().isoformat() for part in pulled(lines).parts]
    assert days == ["2024-04-03", "2024-04-05", "2024-04-25"]


def test_the_order_may_be_decided_far_behind_what_is_sniffed() -> None:
    lines = "[03/04/24, 18:30:00] Ada: Early.\n" * 3_000 + "[03/25/24, 18:30:00] Bo: Last.\n"
    assert {str(part.at)[:10] for part in pulled(lines).parts} == {"2024-03-04", "2024-03-25"}


def test_an_order_that_nothing_decides_is_told() -> None:
    found = pulled("[03/04/24, 18:30:00] Ada: Hi there.\n[03/04/24, 18:31:00] Bo: Hello.\n")
    assert "choice of day/month" in found.reasons


def test_a_message_goes_on_over_lines_and_stays_an_exact_slice() -> None:
    text = (
        "**You:** Why the bus?\n\n**ChatGPT:** Two reasons.\n\n- It is cheap.\n- It runs.\n\n"
        "**You:** Thanks.\n**ChatGPT:** Sure.\n"
    )
    found = pulled(text)
    assert found.parts[1].text == "Two reasons.\n\n- It is cheap.\n- It runs."
    assert all(part.text in text for part in found.parts)


def test_notices_of_the_chat_program_are_no_message_and_are_counted() -> None:
    found = pulled(
        "3/15/24, 6:37 PM - Messages are end-to-end encrypted.\n"
        "3/15/24, 6:38 PM - Ada: The bus?\n3/15/24, 6:39 PM - Bo joined\n3/15/24, 6:40 PM - Bo: Yes.\n"
    )
    assert found.said == [("Ada", "The bus?"), ("Bo", "Yes.")]
    assert "2 × line of the chat program itself" in found.reasons


def test_a_line_that_is_a_day_dates_the_times_below_it() -> None:
    found = pulled("## 2024-03-15\n[18:37] Ada: The bus?\n[18:38] Bo: Yes.\n## 2024-03-16\n[08:00] Ada: Gone.\n")
    assert [part.at and part.at.isoformat()[:10] for part in found.parts] == ["2024-03-15", "2024-03-15", "2024-03-16"]


def test_past_midnight_is_the_next_day() -> None:
    found = pulled("--- Day changed Fri Mar 15 2024\n23:58 <ada> Late.\n00:02 <bo> Early.\n")
    assert [part.at and part.at.isoformat()[:16] for part in found.parts] == ["2024-03-15T23:58", "2024-03-16T00:02"]


def test_front_matter_and_a_preamble_are_kept_but_state_nothing() -> None:
    text = "---\ntitle: Weekly meeting\ndate: 2024-03-15\n---\nPresent: Ada, Bo\n\n" + chat("{who}: {text}")
    found = pulled(text)
    (document,) = found.documents
    assert (document.title, document.kind, document.happened_at_source) == (
        "Weekly meeting",
        EpisodeKind.MEETING,
        "meta",
    )
    assert found.said == list(TALK)
    assert [part.text for part in found.parts if part.is_noise] == [text[: text.index("Ada: Shall")].strip()]


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("User", SpeakerRole.USER),
        ("Human", SpeakerRole.USER),
        ("Assistant", SpeakerRole.ASSISTANT),
        ("ChatGPT", SpeakerRole.ASSISTANT),
    ],
)
def test_roles_of_a_chat_with_a_model_are_no_people(label: str, role: SpeakerRole) -> None:
    found = pulled(f"## System\n\nBe brief.\n\n## {label}\n\nIt runs.\n\n## You\n\nGood.\n")
    assert [(part.speaker, part.is_noise) for part in found.parts][:2] == [("System", True), (label, False)]
    assert found.parts[1].role is role


def test_what_a_bot_says_is_kept_but_is_no_source_of_statements() -> None:
    found = pulled("[18:37] CI Bot: Build passed.\n[18:38] Ada: We ship on Friday.\n[18:39] CI Bot: Build failed.\n")
    assert found.said == [("Ada", "We ship on Friday.")]
    assert len(found.parts) == 3


def test_tool_lines_of_an_agent_run_state_nothing() -> None:
    found = pulled("user: Read it.\nassistant: Reading.\n[tool] Read: a.py\nassistant: Done.\n")
    assert found.said == [("user", "Read it."), ("assistant", "Reading."), ("assistant", "Done.")]
    assert [part.text for part in found.parts if part.is_noise] == ["[tool] Read: a.py"]


def test_a_chat_exported_twice_into_one_file_is_read_once() -> None:
    once = chat(FORMS["whatsapp"])
    found = pulled(once + once)
    assert found.said == list(TALK)
    assert "repeated under the same key" in found.reasons


def test_the_same_words_twice_in_a_minute_are_two_messages() -> None:
    text = "3/15/24, 6:37 PM - Ada: ok\n3/15/24, 6:37 PM - Ada: ok\n3/15/24, 6:38 PM - Bo: fine\n"
    assert len(pulled(text).parts) == 3


def test_keys_of_timed_messages_stay_when_the_beginning_of_an_export_is_gone() -> None:
    text = chat(FORMS["whatsapp"])
    later = text.split("\n", 1)[1]
    assert [part.key for part in pulled(later).parts] == [part.key for part in pulled(text).parts][1:]


NO_CHATS = {
    "recipe": "Cookies\n\nIngredients:\n- 2 cups flour\n- 1 cup sugar\n\nInstructions:\nMix. Bake for 12 minutes.\n",
    "readme": "# Project\n\nShort.\n\n## Install\n\n```\npip install it\n```\n\n## Usage\n\nCall it.\n",
    "code": "function add(a, b) {\n  return a + b;\n}\n\nconst result = add(1, 2);\n",
    "lyrics": "Twinkle twinkle little star\nHow I wonder what you are\nUp above the world so high\n",
    "bold labels at the head": "**Attendees:** Ada, Bo\n**Date:** 2026-05-28\n**Goal:** decide on it\n"
    + "Prose.\n" * 30,
    "one stray schedule line": "Before.\n" * 8 + "**Deadline** 09:15 — quoted entry\n" + "After.\n" * 8,
    "key and value": "Name: graph\nVersion: 1.2\nAuthor: Ada\nLicense: MIT\n",
    "shopping list": "Apples: 3 kg\nPears: 2 kg\nBread: one loaf\n",
    "schedule": "Breakfast 08:00\nTalks 09:00\nLunch 12:30\nTalks 13:30\n",
    "html": "<p> one\n<p> two </p>\n<div> three </div>\n",
    "bold terms in prose": "**Bus:** runs hourly and is cheap to keep up.\n"
    + "The tram is another matter, said the report.\n" * 9,
}


@pytest.mark.parametrize("text", NO_CHATS.values(), ids=NO_CHATS.keys())
def test_what_only_looks_like_a_chat_becomes_a_note(text: str) -> None:
    assert choose(in_memory(text)).name == "markdown"


def test_agenda_items_of_minutes_are_nobody() -> None:
    text = (
        "Close calendar: We closed on day 6, one day late.\n\nExpense tool: Bo prefers the scan.\n\n"
        "Audit: They come on the 17th.\n\nVendor questions: Ada proposes one mailbox.\n"
    )
    assert choose(in_memory(text)).name != PlainChat.name


def test_a_round_in_which_everybody_speaks_once_is_a_chat() -> None:
    text = "Ada: I did the tests.\nBo: I am stuck.\nMaria dos Santos: You need the key.\n"
    assert [who for who, _ in pulled(text).said] == ["Ada", "Bo", "Maria dos Santos"]
    assert choose(in_memory(text)).name == PlainChat.name
