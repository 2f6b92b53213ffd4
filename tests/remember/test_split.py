"""Splitting: chunks are exact slices, ids are stable, a grown window keeps its chunks."""

from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.documents import Document, EpisodeKind, Part, SpeakerRole
from graphmem.domain.episodes import Episode
from graphmem.domain.time import TimeSource
from graphmem.remember.split import SplitLimits, pieces, split


def talk(*texts: str, session: str = "s1") -> Document:
    parts = tuple(Part(key=f"r{n}", text=text, speaker="Ada", role=SpeakerRole.PERSON) for n, text in enumerate(texts))
    return Document(
        harness="chat",
        external_id=session,
        kind=EpisodeKind.CONVERSATION,
        uri="file:///chat.txt",
        title="Broker",
        parts=parts,
        happened_at=datetime(2026, 3, 1, tzinfo=UTC),
        happened_at_source=TimeSource.ROW,
    )


def episode(document: Document, tenant: str = "t", audience: str = "t/company") -> Episode:
    return split(document, tenant=tenant, audience=audience, limits=SplitLimits(chunk_chars=100))


@given(st.text(max_size=600), st.integers(min_value=20, max_value=120))
def test_pieces_are_slices_within_the_size_and_lose_no_word(text: str, size: int) -> None:
    spans = list(pieces(text, size))
    assert all(0 < end - start <= size for start, end in spans)
    assert "".join("".join(text[a:b].split()) for a, b in spans) == "".join(text.split())


def test_a_long_turn_becomes_chunks_of_one_unit_and_each_is_a_slice_of_it() -> None:
    text = "First sentence of a long turn about brokers. " * 6
    chunks = episode(talk(text)).chunks
    assert len(chunks) > 1
    assert {chunk.unit_id for chunk in chunks} == {chunks[0].unit_id}
    assert all(chunk.text in text for chunk in chunks)
    assert [chunk.starts_unit for chunk in chunks] == [True] + [False] * (len(chunks) - 1)


def test_a_grown_window_is_the_same_episode_with_more_chunks() -> None:
    before, after = episode(talk("one", "two")), episode(talk("one", "two", "three"))
    assert before.id == after.id
    assert before.text_hash != after.text_hash
    assert [chunk.id for chunk in before.chunks] == [chunk.id for chunk in after.chunks][:2]


def test_two_sessions_tenants_or_audiences_never_share_a_chunk() -> None:
    ids = {
        episode(talk("one")).chunks[0].id,
        episode(talk("one", session="s2")).chunks[0].id,
        episode(talk("one"), tenant="u").chunks[0].id,
        episode(talk("one"), audience="t/personal:bo").chunks[0].id,
    }
    assert len(ids) == 4


def test_of_a_turn_the_model_reads_who_speaks_and_the_quote_is_the_words_alone() -> None:
    chunk = episode(talk("We chose Kafka.")).chunks[0]
    assert chunk.context == "2026-03-01 · Ada · Broker"
    assert chunk.text == "We chose Kafka."
    assert chunk.embedded_text == "Ada: We chose Kafka."


def test_a_part_without_words_gives_no_chunk() -> None:
    assert episode(talk("  \n", "said")).chunks[0].text == "said"


def test_a_files_own_date_is_no_part_of_what_is_embedded() -> None:
    touched = replace(talk("said"), happened_at_source=TimeSource.FILE)
    assert episode(touched).chunks[0].context == "Ada · Broker"
