"""A sentence as plain words for matching: lower case, contractions split, fillers and stammers gone, offsets kept."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from graphmem.domain.text import fold
from graphmem.remember.extract.table import table

_TOKEN = re.compile(r"['’](?:cause|kay)\b|\w+(?:['’-]\w+)*|[^\w\s]", re.IGNORECASE)
_CONTRACTION = re.compile(r"n't$|'(?:s|ll|ve|re|d|m)$")
_PROSE_MARKS = frozenset(".,;:?!()-–—…\"“”/+[]'’")
_MARKUP = frozenset("*`#~")
_PAIR_FILLERS = frozenset({("you", "know"), ("i", "mean"), ("sort", "of"), ("kind", "of")})
_LONGEST_REPEAT = 3


@dataclass(slots=True)
class Plain:
    """Words of a sentence and where each stands (half-open, into the chunk's text); `symbols` counts code marks."""

    words: list[str] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    symbols: int = 0

    def push(self, word: str, start: int, end: int) -> None:
        """Adds a word."""
        self.words.append(word)
        self.spans.append((start, end))

    def drop(self, count: int) -> None:
        """Takes the last words back."""
        del self.words[-count:], self.spans[-count:]


def plain(text: str, start: int, end: int, *, is_spoken: bool) -> Plain:
    """The words of `text[start:end]`; fillers and stammers are removed from speech only."""
    result = Plain()
    for match in _TOKEN.finditer(text, start, end):
        raw = match.group()
        if raw[0].isalnum() or len(raw) > 1 or raw == "_":
            for word, left, right in _parts(raw, match.start()):
                result.push(word, left, right)
                if is_spoken:
                    _smooth(result)
        elif raw not in _MARKUP:
            _push_mark(result, raw, match.start(), is_spoken=is_spoken)
    return result


def _push_mark(result: Plain, mark: str, at: int, *, is_spoken: bool) -> None:
    result.symbols += mark.isascii() and mark not in _PROSE_MARKS
    if not (is_spoken and mark == "," and (not result.words or result.words[-1] == ",")):
        result.push(fold(mark), at, at + 1)


def _parts(raw: str, at: int) -> Iterator[tuple[str, int, int]]:
    """The words of one token: `we'll` is `we` and `'ll`, `gonna` is `going` and `to`."""
    word = raw.lower().replace("’", "'") if raw.isascii() else fold(raw).replace("’", "'")
    spelled = table().spelling.get(word)
    if spelled:
        for each in spelled:
            yield each, at, at + len(raw)
        return
    cut = _CONTRACTION.search(word) if "'" in word and len(word) == len(raw) else None
    if cut and cut.start():
        yield word[: cut.start()], at, at + cut.start()
        yield word[cut.start() :], at + cut.start(), at + len(raw)
    else:
        yield word, at, at + len(raw)


def _smooth(result: Plain) -> None:
    """Takes back a filler, a stammer (`b buttons`) or a repeat (`I hate I hate`) that the last word completes."""
    words = result.words
    if words[-1] in table().classes["fillers"]:
        result.drop(1)
    elif tuple(words[-2:]) in _PAIR_FILLERS:
        result.drop(2)
    else:
        _drop_stammer(result)
        for length in range(1, min(_LONGEST_REPEAT, len(words) // 2) + 1):
            if words[-length:] == words[-2 * length : -length] and words[-1].isalnum():
                result.drop(length)
                break


def _drop_stammer(result: Plain) -> None:
    words = result.words
    if len(words) > 1 and len(words[-2]) == 1 and words[-2] not in "ai" and words[-1].startswith(words[-2]):
        last, span = words[-1], result.spans[-1]
        result.drop(2)
        result.push(last, *span)
