"""Cue phrases: word patterns compiled once into two tries, walked once over each sentence."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

Hit = tuple[int, int]
"""Half-open range of words where a cue stands."""

_ANY = "_"
_MARKS = frozenset('.,;:?!()-–—…"“”„«»¿¡/')


@dataclass(slots=True)
class _Node:
    """A state of the trie; `flags` are raised and `vetoes` cancelled by the phrase that ends here."""

    next: dict[str, "_Node"] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    vetoes: tuple[str, ...] = ()


class Cues:
    """All phrases of all flags; the language of a phrase is described at the top of `rules.toml`."""

    def __init__(self, phrases: Mapping[str, Sequence[str]], classes: Mapping[str, Sequence[str]]) -> None:
        self._anywhere, self._at_opening = _Node(), _Node()
        for flag, rows in phrases.items():
            for row in rows:
                self._add(flag, row.split(), classes)

    def scan(self, words: Sequence[str], opening: int) -> dict[str, list[Hit]]:
        """Where each flag's phrases stand; phrases for the opening may begin at words 0 to `opening`."""
        found: dict[str, list[Hit]] = {}
        roots = self._anywhere.next
        for at, word in enumerate(words):
            if word in roots:
                _collect(roots[word], words, at, found)
        roots = self._at_opening.next
        for at in range(min(opening + 1, len(words))):
            for key in (words[at], _ANY):
                if key in roots:
                    _collect(roots[key], words, at, found)
        return found

    def _add(self, flag: str, items: list[str], classes: Mapping[str, Sequence[str]]) -> None:
        is_veto, items = items[0] == "!", items[items[0] == "!" :]
        is_opening, items = items[0] == "^", items[items[0] == "^" :]
        root = self._at_opening if is_opening else self._anywhere
        for path in itertools.product(*(_choices(item, classes) for item in items)):
            node = root
            for word in filter(None, path):
                node = node.next.setdefault(word, _Node())
            if is_veto:
                node.vetoes = tuple(dict.fromkeys((*node.vetoes, flag)))
            else:
                node.flags = tuple(dict.fromkeys((*node.flags, flag)))


def _choices(item: str, classes: Mapping[str, Sequence[str]]) -> list[str]:
    """The words an item stands for; "" where it may be missing."""
    body = item.removesuffix("?") if len(item) > 1 else item
    words: Iterable[str] = body.split("|")
    listed = [each for word in words for each in (classes[word[1:]] if word[:1] == "@" else (word,))]
    return [*listed, ""] if body != item else listed


def _collect(node: _Node, words: Sequence[str], at: int, found: dict[str, list[Hit]]) -> None:
    raised: list[tuple[str, int]] = []
    vetoed: set[str] = set()
    for end, reached in _walk(node, words, at + 1):
        raised += [(flag, end) for flag in reached.flags]
        vetoed.update(reached.vetoes)
    for flag, end in raised:
        if flag not in vetoed:
            found.setdefault(flag, []).append((at, end))


def _walk(node: _Node, words: Sequence[str], end: int) -> Iterator[tuple[int, _Node]]:
    """Every state reached from `node`, with the word after it; its depth is that of the longest phrase."""
    if node.flags or node.vetoes:
        yield end, node
    if end < len(words):
        word = words[end]
        if word in node.next:
            yield from _walk(node.next[word], words, end + 1)
        if _ANY in node.next and word not in _MARKS:
            yield from _walk(node.next[_ANY], words, end + 1)
