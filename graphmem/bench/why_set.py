"""A why set on disk: labelled questions, the documents they are asked of, and the set's own scorer."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from graphmem.bench.scorer import SCORER, figures_of
from graphmem.domain.errors import BadInput

QUESTIONS, SOURCES = "questions.jsonl", "sources"
_LABELLED = ("reasons", "options", "people", "superseded", "dependents")


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """A place that a right answer stands on: a verbatim part of the document `doc`."""

    quote: str
    doc: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledQuestion:
    """A question of the set. The memory is told a wording and `as_of`; the rest is for the judge.

    as_of      "" or the date, or the meeting, at which the answer must hold
    documents  where the answer lies
    gold       what must be found: optional items, and items of fields that are not asked, are left out
    """

    id: str
    collection: str
    wordings: tuple[str, ...]
    as_of: str
    documents: tuple[str, ...]
    gold: tuple[Gold, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhySet:
    """A folder in the format of a why set, read."""

    folder: Path
    questions: tuple[LabelledQuestion, ...]

    @property
    def sources(self) -> Path:
        """Where the documents are."""
        return self.folder / SOURCES

    @property
    def collections(self) -> tuple[str, ...]:
        """The collections that are asked about, in the order of the questions."""
        return tuple(dict.fromkeys(question.collection for question in self.questions))

    def files(self, collection: str) -> tuple[Path, ...]:
        """The documents of a collection by path: a folder, or in the folder above those with its last part in the name.

        BadInput when there are none.
        """
        place = self.sources / collection
        below = sorted((place if place.is_dir() else place.parent).rglob("*"))
        found = tuple(path for path in below if path.is_file() and (place.is_dir() or place.name in path.stem))
        if not found:
            raise BadInput(
                f"{self.folder} has no documents for the collection {collection!r}.",
                hint=f"They belong in {place}, or in {place.parent} with {place.name!r} in their names.",
            )
        return found

    def document(self, uri: str) -> str:
        """A source's name as the set writes it: its path below the sources; "" for a file from elsewhere."""
        path = Path(url2pathname(urlsplit(uri).path))
        return path.relative_to(self.sources).as_posix() if path.is_relative_to(self.sources) else ""

    def score(self, answers: Path) -> Mapping[str, Any]:
        """What the set's own scorer says of a file of answers, about exactly these questions."""
        asked = answers.with_name(QUESTIONS)
        ids = {question.id for question in self.questions}
        lines = [line for line in _lines(self.folder / QUESTIONS) if json.loads(line)["id"] in ids]
        asked.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return figures_of(self.folder, str(answers), "--questions", str(asked), "--sources", str(self.sources))


def read_why_set(folder: Path, *, limit: int = 0) -> WhySet:
    """The set in `folder`, with its first `limit` questions (0 = all).

    BadInput when a part is missing or a question lacks a field.
    """
    place = folder.resolve()
    for name in (QUESTIONS, SOURCES, SCORER):
        if not (place / name).exists():
            raise BadInput(f"{folder} is no why set: it has no {name}.", hint="See the README of a why set.")
    questions: list[LabelledQuestion] = []
    for number, line in enumerate(_lines(place / QUESTIONS), start=1):
        try:
            questions.append(_question(json.loads(line)))
        except (ValueError, KeyError, TypeError) as error:
            raise BadInput(
                f"Line {number} of {QUESTIONS} is no question: {error!r}.", hint="See the README of a why set."
            ) from None
    return WhySet(folder=place, questions=tuple(questions[: limit or None]))


def labelled_rows(folder: Path) -> Iterator[Mapping[str, Any]]:
    """The questions of a set as they are written, with all labels."""
    return (json.loads(line) for line in _lines(folder / QUESTIONS))


def _lines(path: Path) -> Iterator[str]:
    return (line for line in path.read_text(encoding="utf-8").splitlines() if line.strip())


def _question(row: Mapping[str, Any]) -> LabelledQuestion:
    return LabelledQuestion(
        id=row["id"],
        collection=row["collection"],
        wordings=tuple(row["wordings"]),
        as_of=row.get("as_of") or "",
        documents=tuple(row["documents"]),
        gold=tuple(_gold(row)),
    )


def _gold(row: Mapping[str, Any]) -> Iterator[Gold]:
    asked = set(row["asked"])
    items = [row["decision"]] if "decision" in asked and row.get("decision") else []
    items += [item for field in _LABELLED if field in asked for item in row.get(field) or ()]
    return (Gold(quote=item["quote"], doc=item["doc"]) for item in items if not item.get("optional"))
