"""The words that comparing statements knows, read once from `compare.toml`."""

import functools
import itertools
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files

from graphmem.domain.text import fold, stems


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareTable:
    """The lists of `compare.toml`: `words` as they are written, `stemmed` by stem.

    units      unit → (dimension, factor to the dimension's base unit)
    relations  verb stem → the class of the verb
    irregular  form of a verb → the verb
    roles      role noun → the stem of what its holder does
    frequency  adverb → seconds from one time to the next
    poles      stems of all words that exclude another one
    """

    words: Mapping[str, frozenset[str]]
    stemmed: Mapping[str, frozenset[str]]
    synonyms: Mapping[str, str]
    irregular: Mapping[str, str]
    relations: Mapping[str, str]
    roles: Mapping[str, str]
    units: Mapping[str, tuple[str, float]]
    scales: Mapping[str, float]
    numerals: Mapping[str, int]
    frequency: Mapping[str, float]
    antonyms: frozenset[frozenset[str]]
    poles: frozenset[str]

    def are_opposite(self, one: str, other: str) -> bool:
        """Whether two stems are a pair of the table of antonyms."""
        return frozenset((one, other)) in self.antonyms


@functools.cache
def compare_table() -> CompareTable:
    """The one table of the process."""
    read = tomllib.loads(files(__package__).joinpath("compare.toml").read_text(encoding="utf-8"))
    lists = {name: fold(row).split() for name, row in read["words"].items()}
    relations = dict(read["relations"])
    roles = dict(pair.split(":") for pair in relations.pop("roles").split())
    opposite = frozenset(_pairs([*read["antonyms"]["pairs"].split(), *_apart(read["groups"].values())]))
    return CompareTable(
        words={name: frozenset(row) for name, row in lists.items()},
        stemmed={name: frozenset(map(stem, row)) for name, row in lists.items()},
        synonyms=read["synonyms"],
        irregular=read["irregular"],
        relations={stem(verb): kind for kind, row in reversed(relations.items()) for verb in row.split()},
        roles={role: stem(verb) for role, verb in roles.items()},
        units={unit: (dim, float(size)) for dim, units in read["units"].items() for unit, size in units.items()},
        scales={word: float(size) for word, size in read["scales"].items()},
        numerals={word: number for number, word in enumerate(lists["numerals"])},
        frequency={word: float(size) for word, size in read["frequency"].items()},
        antonyms=opposite,
        poles=frozenset[str]().union(*opposite),
    )


def verb_stem(word: str) -> str:
    """The stem of a verb in any of its forms."""
    table = compare_table()
    plain = stem(table.irregular.get(word, word))
    return stem(table.synonyms[plain]) if plain in table.synonyms else plain


@functools.lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of one folded word, stop words included."""
    found = stems(word)
    return found[0] if len(found) == 1 else word


def _apart(groups: Iterable[str]) -> Iterable[str]:
    """Of words of which one holds at a time any two."""
    for group in groups:
        yield from (f"{one}/{other}" for one, other in itertools.combinations(group.split(), 2))


def _pairs(rows: Iterable[str]) -> Iterable[frozenset[str]]:
    for row in rows:
        one, other = row.split("/")
        yield frozenset((stem(one), stem(other)))
        yield frozenset((one, other))
