"""Runs of capitalised words: what a sentence calls by name."""

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphmem.domain.text import STOP_WORDS
from graphmem.remember.extract.lines import Line
from graphmem.remember.extract.table import ENGLISH, scale, table, words_of

_JOINERS = frozenset({"of", "the", "de", "von", "van", "der", "den", "da", "do", "del", "di", "la", "le", "du"})
_ABBREVIATED = frozenset({"st", "mt", "ft", "jr", "sr"})
_ROMAN = re.compile(r"[ivx]+")
_SHOUTED_SHARE = 0.6
_INFLECTED = re.compile(r".{3,}(?:ing|ed|ly)$")
_DISTINCT = re.compile(r"\d|_|[a-z][A-Z]|^[A-Z]{2,}")
_MOST_JOINERS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Words `first` to `last` (both included) of a sentence.

    is_weak  may be just the word that opens it
    is_noun  may be just a noun, where the language writes all of them with a capital
    """

    first: int
    last: int
    words: tuple[str, ...]
    surface: str
    is_weak: bool
    is_noun: bool = False


def runs(line: Line, text: str) -> Iterator[Run]:
    """The capitalised runs of `line`, a sentence of the chunk text `text`; none where everything is shouted."""
    surfaces = [text[start:end] for start, end in line.spans]
    is_upper = [surface[0].isupper() for surface in surfaces]
    if _is_shouted(surfaces, is_upper):
        return
    at = 0
    while at < len(surfaces):
        if not is_upper[at]:
            at += 1
            continue
        last = _end_of(line, text, is_upper, at)
        run = _run(line, text, surfaces, at, last)
        if run:
            yield run
        at = last + 1


def _is_shouted(surfaces: Sequence[str], is_upper: Sequence[bool]) -> bool:
    words = [surface for surface in surfaces if surface[0].isalpha()]
    titled = sum(is_upper)
    return len(words) > scale("name").whole("shouted_words") and titled > _SHOUTED_SHARE * len(words)


def _end_of(line: Line, text: str, is_upper: Sequence[bool], first: int) -> int:
    """The last word of the run that begins at `first`; joiners count only between capitalised words."""
    last, at = first, first + 1
    while at < len(is_upper) and at - last <= _MOST_JOINERS + 1:
        is_stop = _is_dot_of_abbreviation(line, at)
        if not is_stop and not _is_adjacent(line, text, at):
            break
        if is_upper[at] or (line.words[at].isdigit() and at == last + 1):
            last = at
        elif not is_stop and line.words[at] not in _JOINERS:
            break
        at += 1
    return last


def _is_dot_of_abbreviation(line: Line, at: int) -> bool:
    """The full stop of an initial or of `St.`: it ends no name."""
    before = line.words[at - 1]
    return line.words[at] == "." and (len(before) == 1 or before in _ABBREVIATED)


def _is_adjacent(line: Line, text: str, at: int) -> bool:
    gap = text[line.spans[at - 1][1] : line.spans[at][0]]
    return bool(gap) and gap.isspace() and "\n\n" not in gap


def _run(line: Line, text: str, surfaces: Sequence[str], first: int, last: int) -> Run | None:
    is_first = first <= line.opening or line.words[first - 1] in (":", '"', "“", "(", "-", "–", "—", ";")
    while first <= last and (_is_common(line, first) or (is_first and last > first and _only_opens(line, first))):
        first, is_first = first + 1, False
    while last >= first and _is_common(line, last):
        last -= 1
    if first > last or last - first >= scale("name").whole("longest_words") or not surfaces[first][0].isupper():
        return None
    if first == last and _ROMAN.fullmatch(line.words[first]):
        return None
    is_plain = first == last and not _DISTINCT.search(surfaces[first])
    return Run(
        first=first,
        last=last,
        words=line.words[first : last + 1],
        surface=" ".join(text[line.spans[first][0] : line.spans[last][1]].split()),
        is_weak=is_first and is_plain and line.words[first - 1 : first] != ("(",),
        is_noun=line.language == "de" and is_plain,
    )


@functools.lru_cache(maxsize=16384)
def is_common(word: str) -> bool:
    """A word that is capitalised for other reasons than being a name, or a joiner left at an edge."""
    lists = (words_of("no_names"), words_of("honorifics"), table().classes["numerals"], STOP_WORDS, _JOINERS)
    return any(word in each for each in lists) or not word[0].isalnum() or len(word) == 1


def _is_common(line: Line, at: int) -> bool:
    return is_common(line.words[at]) or (line.language != ENGLISH and line.is_stop(line.words[at]))


def _only_opens(line: Line, at: int) -> bool:
    """A verb or the like that has its capital from opening the sentence: `Use Redis`."""
    word = line.words[at]
    return word in line.classes["imperative"] or word in words_of("common") or bool(_INFLECTED.match(word))
