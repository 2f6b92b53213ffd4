"""An extraction set on disk: excerpts with all that is worth keeping in them, and the set's own scorer."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphmem.bench.scorer import SCORER, figures_of
from graphmem.domain.errors import BadInput

LABELLED, EXCERPTS = "items.jsonl", "excerpts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """One text of the set.

    form  what it is: meeting, chat, mail …
    path  its text, to be read like any file
    row   its line of the set, labels and all: for the scorer only
    """

    id: str
    form: str
    path: Path
    row: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionSet:
    """A folder in the format of an extraction set, read."""

    folder: Path
    excerpts: tuple[Excerpt, ...]

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms of its excerpts by name."""
        return tuple(sorted({excerpt.form for excerpt in self.excerpts}))

    def score(self, items: Path, *, form: str = "") -> Mapping[str, Any]:
        """What the set's own scorer says of a file of items, about the excerpts of `form` only ("" = all)."""
        judged = [excerpt.row for excerpt in self.excerpts if form in ("", excerpt.form)]
        labels = items.with_name(LABELLED)
        labels.write_text("\n".join(judged) + "\n", encoding="utf-8")
        return figures_of(self.folder, str(items), "--excerpts", str(labels))


def read_extraction_set(folder: Path, *, forms: Sequence[str] = ()) -> ExtractionSet:
    """The set in `folder`, of all its excerpts or those of `forms` only.

    BadInput when a part is missing, a line lacks a field, or nothing is left.
    """
    place = folder.resolve()
    for name in (LABELLED, EXCERPTS, SCORER):
        if not (place / name).exists():
            raise BadInput(f"{folder} is no extraction set: it has no {name}.", hint="See the README of such a set.")
    excerpts = tuple(each for each in _excerpts(place) if not forms or each.form in forms)
    if not excerpts:
        raise BadInput(f"{folder} has no excerpt of that form.", hint="Its items.jsonl names the form of each.")
    return ExtractionSet(folder=place, excerpts=excerpts)


def _excerpts(place: Path) -> Iterator[Excerpt]:
    for number, line in enumerate((place / LABELLED).read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            name, form = str(row["id"]), str(row["form"])
        except (ValueError, KeyError, TypeError) as error:
            raise BadInput(
                f"Line {number} of {LABELLED} is no excerpt: {error!r}.", hint="See the README of such a set."
            ) from None
        yield Excerpt(id=name, form=form, path=place / EXCERPTS / f"{name}.txt", row=line)
