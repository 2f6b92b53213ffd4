"""Known names found in texts that did not spot them: the scan with all keys of recall-algorithm.md §1."""

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from graphmem.domain.entities import EntityKind, Mention
from graphmem.domain.spans import Word, spans, words_in
from graphmem.domain.text import sentences
from graphmem.remember.extract.names import is_common

WEIGHT = 0.9
"""Of a mention that a text did not spot by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A stored text and the keys of the entities it is known to name."""

    id: str
    text: str
    named: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownName:
    """An entity as it is looked for. is_new: it was made in this batch."""

    id: str
    key: str
    name: str
    kind: EntityKind
    is_new: bool


def keys_in(texts: Sequence[str]) -> frozenset[str]:
    """The keys of all spans of `texts` that a name may be."""
    return frozenset(key for text in texts for key, *_ in _named_spans(text))


def chosen(names: Sequence[KnownName]) -> dict[str, KnownName]:
    """For each key the entity that a text without context means, out of `names`, the oldest first.

    A person only by a full name that nobody else there has; a thing of the same name else, or nothing.
    """
    by_key: dict[str, list[KnownName]] = {}
    for name in names:
        by_key.setdefault(name.key, []).append(name)
    return {key: found for key, group in by_key.items() if (found := _chosen(key, group))}


def _chosen(key: str, group: Sequence[KnownName]) -> KnownName | None:
    people = [one for one in group if one.kind is EntityKind.PERSON]
    things = [one for one in group if one.kind is not EntityKind.PERSON]
    is_one_person = len(people) == 1 and " " in key
    return next(iter(things if things or not is_one_person else people), None)


def further_mentions(passage: Passage, known: Callable[[str], KnownName | None]) -> list[Mention]:
    """The mentions that `passage` lacks; the longest name wins, and what is part of a longer one is none."""
    places: dict[str, list[tuple[int, int, int]]] = {}
    for key, start, end, number in _matches(passage, known):
        if key not in passage.named:
            places.setdefault(key, []).append((start, end, number))
    return [_mention(passage, found, places[key]) for key in places if (found := known(key))]


def _mention(passage: Passage, name: KnownName, places: Sequence[tuple[int, int, int]]) -> Mention:
    start, end, _ = places[0]
    return Mention(
        chunk_id=passage.id,
        entity_id=name.id,
        start=start,
        end=end,
        surface=passage.text[start:end],
        sentences=tuple(sorted({number for *_, number in places})),
        weight=WEIGHT,
    )


def _matches(passage: Passage, known: Callable[[str], KnownName | None]) -> Iterator[tuple[str, int, int, int]]:
    """Key, characters and sentence of each match, in order, none inside another."""
    done = 0
    for key, start, end, number in _named_spans(passage.text):
        if start >= done and (key in passage.named or known(key)):
            done = end
            yield key, start, end, number


@functools.lru_cache(maxsize=2048)
def _named_spans(text: str) -> tuple[tuple[str, int, int, int], ...]:
    """Key, characters and sentence of all that a name may be; a batch asks for its keys, then for their places."""
    found = []
    for number, (start, end) in enumerate(sentences(text)):
        words = words_in(text, start, end)
        found += [
            (key, words[first].start, words[last - 1].end, number)
            for key, first, last in spans(words)
            if not _is_plain(words, first, last, key)
        ]
    return tuple(found)


def _is_plain(words: Sequence[Word], first: int, end: int, key: str) -> bool:
    """A single common word, or an edge that is one: the capital is that of a sentence's first word."""
    return end - first == 1 and (is_common(key) or not words[first].is_capital)
