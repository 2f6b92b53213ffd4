"""What a retrieval set is: corpora of documents, and questions with the units that answer them."""

import json
import lzma
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from graphmem.domain.documents import Document
from graphmem.domain.errors import UnreadableSource


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question and the keys of the units that must be found; `kind` is the set's own word for its sort."""

    id: str
    text: str
    gold: frozenset[str]
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Documents that are searched together. A unit's key is the key of its part; `questions` are about this corpus."""

    name: str
    documents: tuple[Document, ...]
    questions: tuple[Asked, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalSet:
    """A set of one metric.

    unit      what a gold key names: passage, turn, message
    depths    the k of recall@k and all@k; the first is the headline
    is_tuned  True for a set that numbers may be tuned on; its figures are no proof
    """

    name: str
    unit: str
    depths: tuple[int, ...]
    is_tuned: bool
    corpora: tuple[Corpus, ...]

    @property
    def questions(self) -> int:
        """How many questions are asked in all."""
        return sum(len(corpus.questions) for corpus in self.corpora)


Loader = Callable[[Path], RetrievalSet]


def read_rows(path: Path) -> Any:
    """The JSON of a file, lines or whole, packed or not; raises UnreadableSource when it cannot be read."""
    try:
        data = lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
        if ".jsonl" in path.name:
            return [json.loads(line) for line in data.splitlines() if line.strip()]
        return json.loads(data)
    except (OSError, ValueError, lzma.LZMAError) as error:
        raise UnreadableSource(
            f"{path} cannot be read: {error}", hint="Name the folder with the benchmark files: --data DIR."
        ) from error


def first(wanted: RetrievalSet, limit: int) -> RetrievalSet:
    """The set with `limit` questions a corpus at most; 0 = all."""
    corpora = tuple(replace(one, questions=one.questions[: limit or None]) for one in wanted.corpora)
    return replace(wanted, corpora=corpora)
