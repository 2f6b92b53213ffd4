"""Reading: which sentences somebody says, and what is known of each."""

from extract_given import chat, episode_of

from graphmem.domain.documents import EpisodeKind, Part, SpeakerRole
from graphmem.domain.episodes import Episode
from graphmem.remember.extract.lines import Form
from graphmem.remember.extract.reading import read


def spoken(*texts: str, speaker: str = "Ana") -> Episode:
    parts = (Part(key=str(n), text=text, speaker=speaker, role=SpeakerRole.PERSON) for n, text in enumerate(texts))
    return episode_of(*parts, kind=EpisodeKind.CONVERSATION)


def prose(*texts: str) -> Episode:
    parts = (Part(key=str(n), text=text) for n, text in enumerate(texts))
    return episode_of(*parts, kind=EpisodeKind.NOTE)


def texts(episode: Episode) -> list[str]:
    return [line.text for line in read(episode).lines]


def test_each_sentence_and_list_item_is_a_line_without_its_marker():
    assert texts(prose("First. Second one.\n- a point\n2. Another one")) == [
        "First.",
        "Second one.",
        "a point",
        "Another one",
    ]


def test_sentences_of_someone_who_writes_in_lower_case_are_told_apart():
    assert texts(spoken("we keep black. it works, e.g. here. ok")) == ["we keep black.", "it works, e.g. here.", "ok"]


def test_a_list_item_knows_the_line_that_leads_it_in():
    talk = read(prose("We decided:", "- to wait\n- to test", "Later."))
    assert [line.lead for line in talk.lines] == [-1, 0, 0, -1]
    assert "decided" in talk.lead_flags(talk.lines[2])


def test_fenced_code_says_nothing_even_when_the_fence_stays_open():
    long_code = "x = 1  # we decided to use it\n" * 30
    assert texts(spoken(f"Look:\n```python\n{long_code}")) == ["Look:"]
    assert texts(spoken("Before.\n```\nwe decided to use it\n```\nAfter.")) == ["Before.", "After."]


def test_what_a_harness_put_in_between_tags_says_nothing():
    injected = "<system-reminder>\nWe decided to use Kafka. Always use tabs.\n</system-reminder>\nHello there."
    assert texts(spoken(injected)) == ["Hello there."]
    assert chat(("user", injected)).found.decisions == ()


def test_quoted_mail_headings_and_tables_say_nothing():
    assert texts(spoken("> We decided to use Kafka.\n\nNo idea.")) == ["No idea."]
    assert texts(prose("## We decided\n\n| we decided | to use it |")) == []


def test_programs_and_service_messages_are_no_speakers():
    assert texts(spoken("We decided to use Kafka.", speaker="CI Bot")) == []
    assert texts(spoken("Ana has joined the channel")) == []


def test_noise_gives_artifacts_only():
    found = chat(("tool", "We decided to use src/app/main.py for Ada Miller.")).found
    assert [(entity.name, entity.detail) for entity in found.entities] == [("src/app/main.py", "file")]
    assert found.decisions == found.facts == found.preferences == found.commitments == ()


def test_the_form_follows_from_who_speaks():
    part = Part(key="a", text="Hello.")
    person = Part(key="p", text="Hello.", speaker="Ana", role=SpeakerRole.PERSON)
    agent = Part(key="g", text="Hello.", speaker="assistant", role=SpeakerRole.ASSISTANT)
    assert read(episode_of(part, kind=EpisodeKind.NOTE)).form is Form.PROSE
    assert read(episode_of(person, kind=EpisodeKind.MEETING)).form is Form.MEETING
    assert read(episode_of(person, kind=EpisodeKind.CONVERSATION)).form is Form.CHAT
    assert read(episode_of(person, agent, kind=EpisodeKind.CONVERSATION)).form is Form.AGENT


def test_questions_backchannel_and_code_are_flagged():
    flags = [
        line.flags for line in read(spoken("Do we keep it?", "Can we do that", "Yeah, okay.", "a => {b;} == c")).lines
    ]
    assert "question" in flags[0]
    assert "question" in flags[1]
    assert "backchannel" in flags[2]
    assert "code" in flags[3]
