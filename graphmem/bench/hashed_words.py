"""A stand-in for the embedding model where only the graph is measured: no weights, no time to speak of."""

import zlib
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from graphmem.domain.text import stems
from graphmem.domain.vectors import ModelIdentity, Side, Vector, normalised


class HashedWords:
    """A text's vector is the sum of fixed random vectors of its words, so texts that share words are near.

    It bears the identity of the model whose place it takes, and must never write to a memory that is kept.
    """

    def __init__(self, identity: ModelIdentity) -> None:
        self._identity = identity

    @property
    def identity(self) -> ModelIdentity:
        """The model it stands in for."""
        return self._identity

    def embed(self, texts: Sequence[str], *, side: Side = Side.PASSAGE) -> Vector:  # noqa: ARG002 - both sides are alike
        """One row a text."""
        dimension = self._identity.dimension
        rows = np.zeros((len(texts), dimension), dtype=np.float32)
        for place, text in enumerate(texts):
            for stem in stems(text):
                rows[place] += _vector(stem, dimension)
        return normalised(rows)


@lru_cache(maxsize=65536)
def _vector(word: str, dimension: int) -> Vector:
    drawn: Vector = np.random.default_rng(zlib.crc32(word.encode())).standard_normal(dimension).astype(np.float32)
    return drawn
