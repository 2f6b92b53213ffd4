"""Question sets over encyclopedia passages: all paragraphs of a set are one corpus."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from graphmem.bench.retrieval.sets import Asked, Corpus, Loader, RetrievalSet, read_rows
from graphmem.domain.documents import Document, EpisodeKind, Part
from graphmem.domain.ids import text_hash

DEPTHS = (5, 2)
Passage = tuple[str, str]


def musique(name: str, file: str, *, is_tuned: bool = False) -> Loader:
    """Questions whose paragraphs say themselves whether they support the answer."""

    def load(folder: Path) -> RetrievalSet:
        rows = read_rows(folder / file)
        passages = ((one["title"], one["paragraph_text"]) for row in rows for one in row["paragraphs"])
        return _set(name, passages, map(_musique_question, rows), is_tuned=is_tuned)

    return load


def _musique_question(row: dict[str, Any]) -> Asked:
    gold = {key((one["title"], one["paragraph_text"])) for one in row["paragraphs"] if one["is_supporting"]}
    return Asked(id=row["id"], text=row["question"], gold=frozenset(gold), kind=row["id"].split("__")[0])


def titled(name: str, file: str, *, is_tuned: bool = False) -> Loader:
    """Questions whose supporting facts name titles of their context (HotpotQA, 2WikiMultiHopQA)."""

    def load(folder: Path) -> RetrievalSet:
        rows = [row for row in read_rows(folder / file) if row.get("context")]
        passages = (_joined(one) for row in rows for one in row["context"])
        return _set(name, passages, map(_titled_question, rows), is_tuned=is_tuned)

    return load


def _titled_question(row: dict[str, Any]) -> Asked:
    wanted = {title for title, _ in row["supporting_facts"]}
    gold = {key(_joined(one)) for one in row["context"] if one[0] in wanted}
    return Asked(id=str(row.get("_id") or row["id"]), text=row["question"], gold=frozenset(gold), kind=row["type"])


def _joined(context: tuple[str, list[str]]) -> Passage:
    title, sentences = context
    return title, " ".join(" ".join(sentences).split())


def key(passage: Passage) -> str:
    """An opaque key: nothing of it can be guessed from the question."""
    return text_hash(*passage)[:16]


def _set(name: str, passages: Iterable[Passage], questions: Iterable[Asked], *, is_tuned: bool) -> RetrievalSet:
    documents = tuple(_document(name, passage) for passage in dict.fromkeys(passages))
    corpus = Corpus(name=name, documents=documents, questions=tuple(questions))
    return RetrievalSet(name=name, unit="passage", depths=DEPTHS, is_tuned=is_tuned, corpora=(corpus,))


def _document(name: str, passage: Passage) -> Document:
    title, text = passage
    uri = f"bench:{name}/{key(passage)}"
    part = Part(key=key(passage), text=text, heading=(title,))
    return Document(harness="bench", external_id=uri, kind=EpisodeKind.DOCUMENT, uri=uri, title=title, parts=(part,))
