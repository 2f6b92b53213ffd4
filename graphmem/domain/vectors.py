"""What the core knows of embeddings: whose they are and which side of a question they stand on."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]


class Side(StrEnum):
    """Some models embed a question and a passage differently."""

    QUERY = "query"
    PASSAGE = "passage"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelIdentity:
    """Which model made a vector; two identities never mix in one index.

    fingerprint  sha256 of the weights, or of name and endpoint when the weights are out of reach
    """

    name: str
    dimension: int
    fingerprint: str


def normalised(vectors: Vector) -> Vector:
    """The rows of `vectors` at length 1; a zero row stays zero."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    result: Vector = (vectors / np.where(lengths == 0, 1, lengths)).astype(np.float32)
    return result
