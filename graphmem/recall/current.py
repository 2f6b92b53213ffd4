"""What of a chunk still holds: superseded words are cut out, or give their place to what replaced them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.domain.candidates import Ended, Face
from graphmem.domain.text import sentences, stems, tokens

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A face as it is shown.

    replaced  texts that it took the place of
    over      texts in it that no longer hold (only where history is asked for)
    """

    face: Face
    replaced: tuple[str, ...] = ()
    over: tuple[str, ...] = ()


def shown_of(chunk_id: str, faces: Mapping[str, Face], asked: frozenset[str], *, with_history: bool) -> Iterator[Shown]:
    """What stands in the answer where this chunk was ranked, best first; nothing when there is nothing current.

    asked  the question's stems: they tell whether it is about what no longer holds or about the rest
    """
    face = faces.get(chunk_id)
    if face is None:
        return
    if not face.ended:
        yield Shown(face=face)
    elif with_history:
        yield from _replacing(face, faces, asked)
        yield Shown(face=face, over=tuple(one.text for one in face.ended))
    else:
        rest = _rest(face)
        if rest and not _is_about_ended(face, rest, asked):
            yield Shown(face=_cut(face, _best_run(face, rest, asked)))
        else:
            yield from _replacing(face, faces, asked)


def _replacing(face: Face, faces: Mapping[str, Face], asked: frozenset[str]) -> Iterator[Shown]:
    """What holds in place of the ended words the question is about."""
    for ended in sorted(face.ended, key=lambda one: -_shared(one.text, asked))[:1]:
        newer = faces.get(ended.by)
        if newer:
            yield Shown(face=_around(newer, ended), replaced=(ended.text,))


def _around(newer: Face, ended: Ended) -> Face:
    """The newer chunk, without what has ended in it."""
    rest = _rest(newer) if newer.ended else []
    run = next((run for run in _runs(newer, rest) if run[0] <= ended.by_start < run[1]), None)
    return _cut(newer, run) if run else newer


def _rest(face: Face) -> list[Span]:
    """The sentences, and parts of sentences that carry a statement of their own, outside of what has ended."""
    text, found = face.quote.text, list[Span]()
    for start, end in sentences(text):
        pieces = [(start, end)]
        for ended in face.ended:
            pieces = [piece for whole in pieces for piece in _without(whole, (ended.start, ended.end))]
        found += [piece for piece in pieces if piece == (start, end) or _carries(face, piece)]
    return [(a, b) for a, b in found if stems(text[a:b])]


def _without(whole: Span, cut: Span) -> list[Span]:
    if cut[0] >= whole[1] or cut[1] <= whole[0]:
        return [whole]
    return [(a, b) for a, b in ((whole[0], cut[0]), (cut[1], whole[1])) if a < b]


def _carries(face: Face, piece: Span) -> bool:
    quotes = [statement.quote for statement in face.statements if statement.standing != "superseded"]
    return any(quote and piece[0] <= quote.start and quote.end <= piece[1] for quote in quotes)


def _is_about_ended(face: Face, rest: Sequence[Span], asked: frozenset[str]) -> bool:
    over = max(_shared(one.text, asked) for one in face.ended)
    return over > 0 and over >= max(_shared(face.quote.text[a:b], asked) for a, b in rest)


def _shared(text: str, asked: frozenset[str]) -> int:
    return len(asked.intersection(stems(text)))


def _best_run(face: Face, rest: Sequence[Span], asked: frozenset[str]) -> Span:
    return max(_runs(face, rest), key=lambda run: (_shared(face.quote.text[run[0] : run[1]], asked), run[1] - run[0]))


def _runs(face: Face, rest: Sequence[Span]) -> list[Span]:
    """Neighbouring pieces joined: what can be shown as one slice."""
    runs: list[Span] = []
    for start, end in rest:
        if runs and not any(runs[-1][1] <= one.start < start for one in face.ended):
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return runs


def _cut(face: Face, run: Span) -> Face:
    quote = face.quote.cut(*run)
    statements = tuple(
        s for s in face.statements if s.quote is None or (run[0] <= s.quote.start and s.quote.end <= run[1])
    )
    return replace(face, quote=quote, tokens=tokens(quote.text), statements=statements)
