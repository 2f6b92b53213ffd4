"""Windows, batches and order, with a model that is a pure function of the characters."""

from collections.abc import Sequence

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.domain.vectors import Vector
from graphmem.inference.batching import Batcher, halves

WINDOW = 20
BUDGET = 60
ROWS = 5


class LetterModel:
    """A row is the counts of letters; too long a text or too large a batch is a fault of the caller."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    def run(self, texts: Sequence[str]) -> Vector:
        self.batches.append(list(texts))
        counts = [np.bincount([ord(c) % 32 for c in f"{text}!"], minlength=32) for text in texts]
        return np.array([row / np.linalg.norm(row) for row in counts], np.float32)

    def batcher(self, *, workers: int = 1) -> Batcher:
        return Batcher(
            measure=lambda texts: [len(text) for text in texts],
            run=self.run,
            dimension=32,
            window=WINDOW,
            budget=BUDGET,
            rows=ROWS,
            workers=workers,
        )


@given(st.lists(st.text(max_size=90), max_size=30), st.sampled_from([1, 3]))
@settings(deadline=None)
def test_any_texts_keep_their_order_within_window_budget_and_rows(texts: list[str], workers: int) -> None:
    model = LetterModel()
    vectors = model.batcher(workers=workers).embed(texts)
    assert vectors.shape == (len(texts), 32)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    for text, vector in zip(texts, vectors, strict=True):
        assert np.allclose(LetterModel().batcher().embed([text])[0], vector, atol=1e-5)
    for batch in model.batches:
        longest = max(map(len, batch))
        assert longest <= WINDOW
        assert len(batch) <= ROWS
        assert len(batch) == 1 or longest * len(batch) <= BUDGET


def test_no_text_gives_no_row_and_asks_nothing() -> None:
    model = LetterModel()
    assert model.batcher().embed([]).shape == (0, 32)
    assert model.batches == []


def test_similar_lengths_share_a_batch_whatever_order_they_come_in() -> None:
    model = LetterModel()
    model.batcher().embed(["a" * 20, "b", "c" * 20, "d", "e" * 20, "f"])
    assert [[len(text) for text in batch] for batch in model.batches] == [[20, 20, 20], [1, 1, 1]]


def test_a_long_text_counts_every_part_by_its_size() -> None:
    long = LetterModel().batcher().embed(["a" * 12 + " " + "b" * 19])[0]
    first, second = LetterModel().batcher().embed(["a" * 12 + " ", "b" * 19])
    expected = first * 13 + second * 19
    assert np.allclose(long, expected / np.linalg.norm(expected), atol=1e-6)


def test_each_part_of_a_long_text_stands_behind_the_prefix() -> None:
    model = LetterModel()
    model.batcher().embed(["word " * 20], prefix="query: ")
    parts = [text for batch in model.batches for text in batch]
    assert len(parts) > 2
    assert all(text.startswith("query: ") for text in parts)
    assert "".join(sorted((text.removeprefix("query: ") for text in parts), reverse=True)).count("word") == 20


def test_controls_and_orphaned_surrogates_never_reach_the_model() -> None:
    model = LetterModel()
    model.batcher().embed(["a\x00b\ud83dc", "\udc00"])
    assert sorted(model.batches[0]) == sorted(["ab\ufffdc", "\ufffd"])


def test_a_text_is_halved_at_a_blank_near_its_middle() -> None:
    assert halves("one two three") == ("one ", "two three")
    assert halves("onetwothree") == ("onetw", "othree")
    assert halves("ab") == ("a", "b")
