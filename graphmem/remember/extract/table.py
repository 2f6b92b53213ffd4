"""The rule table: cues, word lists and numbers, read once from the two TOML files beside this module."""

import functools
import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from graphmem.domain.text import fold
from graphmem.remember.extract.cues import Cues


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The points of one kind of item and the numbers that belong to it."""

    points: Mapping[str, float]
    numbers: Mapping[str, float]
    words: Mapping[str, frozenset[str]]
    lists: Mapping[str, tuple[str, ...]]

    def total(self, flags: Iterable[str]) -> float:
        """Sum of the points of `flags`; flags without points count nothing."""
        return sum(self.points.get(flag, 0.0) for flag in flags)

    def whole(self, name: str) -> int:
        """A number that counts something."""
        return int(self.numbers[name])


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Everything the rules know: see `rules.toml` and `words.toml`."""

    cues: Cues
    spelling: Mapping[str, tuple[str, ...]]
    classes: Mapping[str, frozenset[str]]
    lists: Mapping[str, frozenset[str]]
    scales: Mapping[str, Scale]


@functools.cache
def table() -> Table:
    """The one table of the process."""
    rules, words = _read("rules.toml"), _read("words.toml")
    classes = {name: fold(row).split() for name, row in rules["classes"].items()}
    cues = {flag: [fold(phrase) for phrase in phrases] for flag, phrases in rules["cues"].items()}
    named = {"spelling", "classes", "cues"}
    return Table(
        cues=Cues(cues, classes),
        spelling={word: tuple(row.split()) for word, row in rules["spelling"].items()},
        classes={name: frozenset(row) for name, row in classes.items()},
        lists={name: frozenset(_entries(rows)) for name, rows in words.items()},
        scales={name: _scale(section) for name, section in rules.items() if name not in named},
    )


def scale(name: str) -> Scale:
    """The numbers and points of one section of `rules.toml`."""
    return table().scales[name]


def words_of(name: str) -> frozenset[str]:
    """A list of `words.toml`, folded."""
    return table().lists[name]


def confidence(points: float, threshold: float) -> float:
    """Points as a number in (0, 1): a logistic curve that gives 0.6 at the threshold and grows with the points.

    2 points above it give 0.92, 0.3 below it 0.53; at most the table's ceiling.
    """
    numbers = scale("confidence").numbers
    risen = 1 / (1 + math.exp(threshold - points - numbers["offset"]))
    return round(min(risen, numbers["ceiling"]), 3)


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))


def _entries(rows: str | list[str]) -> Iterable[str]:
    return (fold(row) for row in rows) if isinstance(rows, list) else fold(rows).split()


def _scale(section: Mapping[str, Any]) -> Scale:
    return Scale(
        points={flag: float(points) for flag, points in section.get("points", {}).items()},
        numbers={name: float(n) for name, n in section.items() if isinstance(n, int | float)},
        words={name: frozenset(row.split()) for name, row in section.items() if isinstance(row, str)},
        lists={name: tuple(rows) for name, rows in section.items() if isinstance(rows, list)},
    )
