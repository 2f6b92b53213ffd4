"""The cache of vectors: a text is embedded once, questions leave no trace, and a broken file stops nothing."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from graphmem.domain.vectors import ModelIdentity, Side, Vector, normalised
from graphmem.inference.vector_cache import CachedEmbedder


class Counting:
    """A small model that remembers what it was asked."""

    def __init__(self, fingerprint: str = "f") -> None:
        self.identity = ModelIdentity(name="counting", dimension=4, fingerprint=fingerprint)
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str], *, side: Side = Side.PASSAGE) -> Vector:  # noqa: ARG002 - the port's
        self.asked += texts
        return normalised(np.array([[len(text), 1, 2, ord(text[0])] for text in texts], np.float32))


def cached(model: Counting, folder: Path, *, megabytes: int = 1) -> CachedEmbedder:
    return CachedEmbedder(model, folder / "vectors.sqlite", megabytes=megabytes)


def test_what_was_embedded_once_is_read_back_exactly_in_any_order(tmp_path: Path) -> None:
    model = Counting()
    first = cached(model, tmp_path).embed(["pear", "apple"])
    again = cached(model, tmp_path).embed(["apple", "plum", "pear"])
    assert model.asked == ["pear", "apple", "plum"]
    assert np.array_equal(again[[2, 0]], first)


def test_a_text_twice_in_one_call_is_embedded_once(tmp_path: Path) -> None:
    model = Counting()
    rows = cached(model, tmp_path).embed(["pear", "pear"])
    assert model.asked == ["pear"]
    assert np.array_equal(rows[0], rows[1])


def test_two_models_never_share_a_vector(tmp_path: Path) -> None:
    cached(Counting("one"), tmp_path).embed(["pear"])
    other = Counting("two")
    cached(other, tmp_path).embed(["pear"])
    assert other.asked == ["pear"]


def test_a_question_is_never_kept_and_no_text_stands_in_the_file(tmp_path: Path) -> None:
    embedder = cached(Counting(), tmp_path)
    embedder.embed(["what do pears cost"], side=Side.QUERY)
    embedder.embed(["pears cost four"])
    embedder.close()
    kept = sqlite3.connect(tmp_path / "vectors.sqlite").execute("SELECT count(*) FROM vectors").fetchone()
    assert kept == (1,)
    assert all(b"pears" not in path.read_bytes() for path in tmp_path.iterdir())


def test_what_is_forgotten_is_embedded_anew(tmp_path: Path) -> None:
    model = Counting()
    embedder = cached(model, tmp_path)
    embedder.embed(["pear", "apple"])
    embedder.forget(["pear"])
    embedder.embed(["pear", "apple"])
    assert model.asked == ["pear", "apple", "pear"]


def test_the_file_never_holds_more_than_its_share_and_the_oldest_go_first(tmp_path: Path) -> None:
    model = Counting()
    embedder = cached(model, tmp_path, megabytes=1)
    texts = [f"text {n}" for n in range(12_000)]
    embedder.embed(texts[:6000])
    embedder.embed(texts[6000:])
    model.asked.clear()
    embedder.embed([texts[-1]])
    embedder.embed([texts[0]])
    assert model.asked == [texts[0]]


def test_a_damaged_file_costs_a_warning_and_nothing_else(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "vectors.sqlite").write_bytes(b"this is no database, but long enough to look at" * 100)
    embedder = cached(Counting(), tmp_path)
    assert embedder.embed(["pear"]).shape == (1, 4)
    assert embedder.embed(["pear"]).shape == (1, 4)
    assert len(caplog.records) == 1
