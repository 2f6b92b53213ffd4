"""Any number of texts of any length through a model that takes a few short ones at a time."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from graphmem.domain.text import clean
from graphmem.domain.vectors import Vector, normalised


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A text as the model gets it: whole, or a part of one that is longer than the model's window.

    owner  which text of the caller it belongs to
    size   its length as the model counts it
    """

    text: str
    owner: int
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Batcher:
    """What a model can take at once, and how to ask it.

    measure    the size of each text as the model counts it: tokens or bytes, its own marks included
    run        one L2-normalised row for each text of a batch, shape (len(batch), dimension)
    dimension  length of a row
    window     the largest size of one text
    budget     the largest batch, padding included: rows times its longest text
    rows       the most texts in a batch
    workers    batches under way at the same time
    """

    measure: Callable[[Sequence[str]], Sequence[int]]
    run: Callable[[Sequence[str]], Vector]
    dimension: int
    window: int
    budget: int
    rows: int
    workers: int

    def embed(self, texts: Sequence[str], *, prefix: str = "") -> Vector:
        """One L2-normalised row a text, shape (len(texts), dimension), in the caller's order.

        A text longer than the window is embedded in parts, each behind `prefix`; its row is the parts' average,
        weighted by their sizes, so its very end counts too. Control characters and orphaned surrogates are cleaned.
        """
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        batches = list(self._batches(self._pieces(texts, prefix)))
        vectors = np.concatenate(self._run_all(batches))
        return _joined([piece for batch in batches for piece in batch], vectors, len(texts))

    def _pieces(self, texts: Sequence[str], prefix: str) -> Iterator[Piece]:
        whole = [prefix + clean(text) for text in texts]
        for owner, (text, size) in enumerate(zip(whole, self.measure(whole), strict=True)):
            yield from self._fitting(Piece(text=text, owner=owner, size=size), prefix)

    def _fitting(self, piece: Piece, prefix: str) -> Iterator[Piece]:
        body = piece.text.removeprefix(prefix)
        if piece.size <= self.window or len(body) < 2:  # noqa: PLR2004 - one character has no halves
            yield piece
            return
        for half in halves(body):
            (size,) = self.measure([prefix + half])
            yield from self._fitting(Piece(text=prefix + half, owner=piece.owner, size=size), prefix)

    def _batches(self, pieces: Iterator[Piece]) -> Iterator[list[Piece]]:
        """Longest first: a batch pads to its first row, and memory peaks at once instead of late."""
        batch: list[Piece] = []
        for piece in sorted(pieces, key=lambda piece: -piece.size):
            if batch and (len(batch) == self.rows or (len(batch) + 1) * batch[0].size > self.budget):
                yield batch
                batch = []
            batch.append(piece)
        if batch:
            yield batch

    def _run_all(self, batches: Sequence[Sequence[Piece]]) -> list[Vector]:
        asked = [[piece.text for piece in batch] for batch in batches]
        if self.workers == 1 or len(asked) == 1:
            return [self.run(batch) for batch in asked]
        with ThreadPoolExecutor(self.workers, thread_name_prefix="embed") as pool:
            return list(pool.map(self.run, asked))


def halves(text: str) -> tuple[str, str]:
    """`text` cut at the last blank before its middle, or in the middle when none is near; needs two characters."""
    middle = len(text) // 2
    cut = text.rfind(" ", middle // 2, middle) + 1 or middle
    return text[:cut], text[cut:]


def _joined(pieces: Sequence[Piece], vectors: Vector, count: int) -> Vector:
    rows = np.zeros((count, vectors.shape[1]), np.float32)
    owners = np.array([piece.owner for piece in pieces], np.intp)
    weights = np.array([max(piece.size, 1) for piece in pieces], np.float32)
    np.add.at(rows, owners, vectors * weights[:, None])
    return normalised(rows)
