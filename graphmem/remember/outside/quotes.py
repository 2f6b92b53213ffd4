"""Where a quote stands: exactly, or after folding white space, marks and typographic signs; never by likeness."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from graphmem.domain.episodes import Chunk, Episode
from graphmem.domain.extraction import Span

SHORTEST = 4
LONGEST = 2_000
_SIGNS = dict(zip("“”„‟«»‘’‚‛‐‑‒–—−\u00a0", '""""""' + "''''" + "------ ", strict=True))
_LEFT_OUT = frozenset("*_`~\u200b\u200c\u200d\u2060\ufeff\u00ad")
_ENDS = " \"'.,;:!?…()[]-"


@dataclass(slots=True)
class _Folded:
    """Folded characters, and for each the chunk and the offset it came from."""

    text: list[str] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=list)

    def add(self, text: str, number: int) -> None:
        for at, sign in enumerate(text):
            for one in _folded(sign):
                if one != " " or (self.text and self.text[-1] != " "):
                    self.text.append(one)
                    self.places.append((number, at))


class Locator:
    """Finds quotes in the chunks of one episode that somebody says: no tool output, nothing external or withheld."""

    def __init__(self, episode: Episode) -> None:
        self._chunks = list(readable(episode))
        folded = _Folded()
        for number, chunk in self._chunks:
            folded.add(f"{chunk.text} ", number)
        self._text, self._places = "".join(folded.text), folded.places

    def find(self, quote: str) -> Span | None:
        """The span of `quote`, None when its words are not there in this order.

        A quote over two chunks stands in the one that holds more of it. A quote shorter than four characters, or
        longer than two thousand, is none.
        """
        wanted = quote.strip()
        if not SHORTEST <= len(wanted) <= LONGEST:
            return None
        for number, chunk in self._chunks:
            if (start := chunk.text.find(wanted)) >= 0:
                return Span(chunk=number, start=start, end=start + len(wanted))
        return self._find_folded(wanted)

    def _find_folded(self, wanted: str) -> Span | None:
        folded = _Folded()
        folded.add(wanted, 0)
        text = "".join(folded.text).strip(_ENDS)
        start = self._text.find(text) if len(text) >= SHORTEST else -1
        return _longest(self._places[start : start + len(text)]) if start >= 0 else None


def readable(episode: Episode) -> Iterator[tuple[int, Chunk]]:
    """The chunks, with their numbers, that engines may read and quote."""
    for number, chunk in enumerate(episode.chunks):
        if not (chunk.is_noise or chunk.is_external or chunk.is_quarantined):
            yield number, chunk


def _longest(places: Iterable[tuple[int, int]]) -> Span:
    by_chunk: dict[int, list[int]] = {}
    for number, at in places:
        by_chunk.setdefault(number, []).append(at)
    number, held = max(by_chunk.items(), key=lambda pair: len(pair[1]))
    return Span(chunk=number, start=held[0], end=held[-1] + 1)


def _folded(sign: str) -> str:
    if sign in _LEFT_OUT:
        return ""
    if sign in _SIGNS:
        return _SIGNS[sign]
    if sign.isspace():
        return " "
    return unicodedata.normalize("NFKC", sign)
