"""The rule tables: cues, word lists and numbers, read once from the TOML files beside this module."""

import functools
import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

from graphmem.domain.text import fold
from graphmem.remember.extract.cues import Cues

ENGLISH = "en"
LANGUAGES = ("de", "es", "fr", "pt")
"""The languages beside English that have a cue table."""
_DIGRAPHS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


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

    language: str
    spelling: Mapping[str, tuple[str, ...]]
    classes: Mapping[str, frozenset[str]]
    lists: Mapping[str, frozenset[str]]
    scales: Mapping[str, Scale]

    @property
    def cues(self) -> Cues:
        """The cue phrases, compiled when the first sentence is read: that costs time and tens of megabytes."""
        return _cues(self.language)


@functools.cache
def table(language: str = ENGLISH) -> Table:
    """The table of a language; another one than English has cues and classes of its own, and the same numbers."""
    return _english() if language == ENGLISH else _other(language)


def _english() -> Table:
    rules, words = _rules(ENGLISH), _read("words.toml")
    named = {"spelling", "classes", "cues"}
    return Table(
        language=ENGLISH,
        spelling=_spelling(rules),
        classes=_classes(rules),
        lists={name: frozenset(_entries(rows)) for name, rows in words.items()},
        scales={name: _scale(section) for name, section in rules.items() if name not in named},
    )


def _other(language: str) -> Table:
    """A class that the language's file does not have is empty: it never falls back on English words."""
    rules, english = _rules(language), table()
    empty = dict.fromkeys(english.classes, frozenset[str]())
    lists = {name: frozenset(_entries(rows)) for name, rows in rules["lists"].items()}
    return replace(
        english,
        language=language,
        spelling=_spelling(rules),
        classes=empty | _classes(rules),
        lists={**dict.fromkeys(english.lists, frozenset[str]()), **lists},
    )


def scale(name: str) -> Scale:
    """The numbers and points of one section of `rules.toml`."""
    return table().scales[name]


def words_of(name: str) -> frozenset[str]:
    """A list of `words.toml`, folded."""
    return table().lists[name]


@functools.cache
def words_of_any(name: str) -> frozenset[str]:
    """The same list in all languages together, folded."""
    return frozenset().union(*(table(each).lists[name] for each in (ENGLISH, *LANGUAGES)))


def confidence(points: float, threshold: float) -> float:
    """Points as a number in (0, 1): a logistic curve that gives 0.6 at the threshold and grows with the points.

    2 points above it give 0.92, 0.3 below it 0.53; at most the table's ceiling.
    """
    numbers = scale("confidence").numbers
    risen = 1 / (1 + math.exp(threshold - points - numbers["offset"]))
    return round(min(risen, numbers["ceiling"]), 3)


@functools.cache
def _rules(language: str) -> dict[str, Any]:
    return _read("rules.toml" if language == ENGLISH else f"languages/{language}.toml")


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))


@functools.cache
def _cues(language: str) -> Cues:
    rules = _rules(language)
    cues = {flag: [_spelled(phrase) for phrase in phrases] for flag, phrases in rules["cues"].items()}
    return Cues(cues, {name: sorted(row) for name, row in _classes(rules).items()})


def _classes(rules: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    rows = {name: _spelled("|".join(row.split())) for name, row in rules["classes"].items()}
    return {name: frozenset(row.split("|")) - {""} for name, row in rows.items()}


def _spelling(rules: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    return {fold(word): tuple(fold(row).split()) for word, row in rules["spelling"].items()}


def _spelled(phrase: str) -> str:
    """The phrase folded, its words with umlauts also written with two letters: `für` is `fur|fuer`."""
    return " ".join("|".join(_forms(word) for word in item.split("|")) for item in phrase.split())


def _forms(word: str) -> str:
    bare = word.removesuffix("?")
    forms = dict.fromkeys((fold(bare), fold(bare.translate(_DIGRAPHS))))
    return "|".join(forms) + word[len(bare) :]


def _entries(rows: str | list[str]) -> Iterable[str]:
    return (fold(row) for row in rows) if isinstance(rows, list) else fold(rows).split()


def _scale(section: Mapping[str, Any]) -> Scale:
    return Scale(
        points={flag: float(points) for flag, points in section.get("points", {}).items()},
        numbers={name: float(n) for name, n in section.items() if isinstance(n, int | float)},
        words={name: frozenset(row.split()) for name, row in section.items() if isinstance(row, str)},
        lists={name: tuple(rows) for name, rows in section.items() if isinstance(rows, list)},
    )
