"""Plain words: what is matched, with offsets into what was said."""

import pytest

from graphmem.remember.extract.plain import plain


def words(text: str, *, is_spoken: bool = True) -> list[str]:
    return plain(text, 0, len(text), is_spoken=is_spoken).words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We'll use it", "we 'll use it"),
        ("we don’t", "we do n't"),
        ("gonna keep", "going to keep"),
        ("yeah ok", "yes okay"),
        ("um we uh keep it", "we keep it"),
        ("we, you know, keep it", "we , keep it"),
        ("we we keep it", "we keep it"),
        ("I hate I hate queues", "i hate queues"),
        ("the b buttons", "the buttons"),
        ("Use **Redis** or `etcd`", "use redis or etcd"),
        ("'cause it is a follow-up of GOV.UK", "because it is a follow-up of gov.uk"),
    ],
)
def test_speech_is_smoothed_for_matching(text: str, expected: str):
    assert " ".join(words(text)) == expected


def test_prose_keeps_its_fillers_and_repeats():
    assert words("um we we know", is_spoken=False) == ["um", "we", "we", "know"]


def test_every_word_knows_where_it_stands():
    text = "So, um, we won't use  Kafka."
    read = plain(text, 0, len(text), is_spoken=True)
    places = {word: text[start:end] for word, (start, end) in zip(read.words, read.spans, strict=True)}
    assert places["wo"] == "wo"
    assert places["n't"] == "n't"
    assert places["kafka"] == "Kafka"
