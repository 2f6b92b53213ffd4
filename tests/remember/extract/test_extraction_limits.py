"""Whatever the text: nothing raises, every span is a real slice, and long texts cost no more than their length."""

from collections.abc import Iterator

import pytest
from extract_given import Read, chat, episode_of, meeting, note, read, record
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.domain.documents import EpisodeKind, SpeakerRole
from graphmem.domain.episodes import Chunk, Episode, Session
from graphmem.domain.extraction import ExtractedDecision, Span
from graphmem.domain.time import TimeSource

WORDS = """
we decided agreed let's go with instead of because Redis Kafka Ada Miller the a is it should must no yes okay ? . , : ;
" “ ” ( ) - * # ` ``` > | \n \n\n @ada AB-1 #2 http://a.b/c.py src/x.py v1.2 I'll by Friday said if maybe not prefer
chosen option over was rejected bad, good, <memory> </memory> 42
Euros ß İ ﬁ \u0301 \u0301a 你好 🙂 don’t Deciders: Decision:
""".split(" ")
TEXT = st.one_of(st.text(max_size=300), st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join))


def parts_of(decision: ExtractedDecision) -> Iterator[Span]:
    for each in (decision, *decision.reasons, *decision.triggers, *decision.objections, *decision.consequences):
        yield each.span
    for option in decision.options:
        yield option.span
        yield from (reason.span for reason in option.why_not)


def spans(read: Read) -> Iterator[Span]:
    found = read.found
    for decision in found.decisions:
        yield from parts_of(decision)
    yield from (item.span for item in (*found.facts, *found.preferences, *found.commitments))
    yield from (span for entity in found.entities for span in entity.spans)


def assert_sound(read: Read) -> None:
    for span in spans(read):
        text = read.episode.chunks[span.chunk].text
        assert 0 <= span.start < span.end <= len(text)
        assert text[span.start : span.end].strip()
    confidences = [item.confidence for item in (*read.found.decisions, *read.found.facts)]
    assert all(0 < confidence < 1 for confidence in confidences)


@given(st.lists(TEXT, max_size=5))
@settings(deadline=None, max_examples=150)
def test_any_talk_gives_sound_items(texts: list[str]):
    people = [(("Ana", "Ben", "CI Bot")[n % 3], text) for n, text in enumerate(texts)]
    roles = [(("user", "assistant", "tool")[n % 3], text) for n, text in enumerate(texts)]
    assert_sound(chat(*people))
    assert_sound(meeting(*people))
    assert_sound(chat(*roles))


@given(TEXT, st.lists(TEXT, max_size=5))
@settings(deadline=None, max_examples=150)
def test_any_prose_gives_sound_items(title: str, texts: list[str]):
    headings = ("Context", "Decision", "Considered Options › Kafka", "Consequences", "Deciders", "")
    blocks = [(headings[n % len(headings)], text) for n, text in enumerate(texts)]
    assert_sound(record(title, *blocks, status=title[:10]))
    assert_sound(note(title, *blocks))


def one_chunk(text: str) -> Episode:
    """An episode whose only chunk is far longer than a splitter makes them."""
    chunk = Chunk(
        id="c",
        unit_id="u",
        position=0,
        speaker="Ana",
        role=SpeakerRole.PERSON,
        heading=(),
        section="",
        text=text,
        context="",
        text_hash="",
        happened_at=None,
        terms=(),
        asks=False,
        is_noise=False,
        starts_unit=True,
    )
    session = Session(id="s", harness="t", external_id="1", project="", cwd="", title="", parent_session="")
    return Episode(
        id="e",
        session=session,
        kind=EpisodeKind.CONVERSATION,
        source="t",
        uri="file:///t",
        title="",
        status="",
        text_hash="",
        happened_at=None,
        happened_at_source=TimeSource.UNKNOWN,
        chunks=(chunk,),
        artifacts=(),
        record_keys=(),
        record_links=(),
        participants=(),
    )


@pytest.mark.parametrize(
    "text",
    [
        "we decided to use it because Redis is faster " * 23_000,
        "x" * 100_000,
        "Aa" * 50_000 + " decided",
        "a-" * 50_000,
        "`" * 100_000,
        '"' * 100_000,
        "/a" * 50_000,
        "@a " * 30_000,
        "because " * 12_000,
        "<memory>" * 12_000,
        "- use X because Y\n" * 3_000,
        "```\na\n" * 10_000,
    ],
    ids=lambda text: f"{text[:9]!r}×{len(text)}",
)
def test_a_very_long_text_ends_and_stays_sound(text: str):
    assert_sound(read(one_chunk(text)))


def test_an_empty_episode_has_nothing():
    found = read(episode_of(kind=EpisodeKind.CONVERSATION)).found
    assert (found.summary, found.entities, found.decisions) == ("", (), ())
