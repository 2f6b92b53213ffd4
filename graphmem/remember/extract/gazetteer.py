"""Known names looked up in sentences: the longest match wins, and one of its words must be capitalised."""

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from graphmem.remember.extract.lines import Line
from graphmem.remember.extract.names import is_common
from graphmem.remember.extract.plain import plain
from graphmem.remember.extract.table import scale

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Words `first` to `last` (both included) of a line name the entity called `name`."""

    name: str
    first: int
    last: int


class Gazetteer:
    """`names` by the folded words under which each is known."""

    def __init__(self, names: Mapping[Key, str]) -> None:
        longest = scale("name").whole("longest_words")
        self._names = {key: name for key, name in names.items() if key and len(key) <= longest}
        self._lengths: dict[str, list[int]] = {}
        for key in sorted(self._names, key=len, reverse=True):
            lengths = self._lengths.setdefault(key[0], [])
            if len(key) not in lengths:
                lengths.append(len(key))

    def scan(self, line: Line, text: str) -> Iterator[Match]:
        """The names in `line`, a sentence of the chunk text `text`, in order and not overlapping."""
        end = 0
        for at, word in enumerate(line.words):
            if at >= end and word in self._lengths:
                match = self._match(line, text, at)
                if match:
                    end = match.last + 1
                    yield match

    def _match(self, line: Line, text: str, at: int) -> Match | None:
        for length in self._lengths[line.words[at]]:
            name = self._names.get(line.words[at : at + length])
            if name and at + length <= len(line.words) and _is_named(line, text, at, at + length):
                return Match(name=name, first=at, last=at + length - 1)
        return None


def _is_named(line: Line, text: str, first: int, end: int) -> bool:
    """It is a handle or address, or a word of it is capitalised, and not only because it opens the sentence."""
    if "@" in line.words[max(0, first - 1) : end]:
        return True
    capitals = [at for at in range(first, end) if text[line.spans[at][0]].isupper()]
    if not capitals:
        return False
    opens = first <= line.opening and (is_common(line.words[first]) or line.is_stop(line.words[first]))
    return not opens or len(capitals) > 1 or end - first > 1


@functools.lru_cache(maxsize=16384)
def words_of_name(name: str) -> Key:
    """The plain words under which sentences are searched for `name`, marks left off at both ends."""
    words = plain(name, 0, len(name), is_spoken=False).words
    left = next((at for at, word in enumerate(words) if word[0].isalnum()), len(words))
    right = next((at for at in range(len(words), left, -1) if words[at - 1][0].isalnum()), left)
    return tuple(words[left:right])
