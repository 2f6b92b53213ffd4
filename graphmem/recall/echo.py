"""A turn that asks the same question again answers nothing, though no words are closer: what answers goes before it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from graphmem.domain.candidates import Face
from graphmem.domain.text import sentences, stems
from graphmem.recall.answer import Ranked

KEPT = 0.5
"""What an echo keeps of its score."""
SAME = 0.7
"""Share of its content words that the question must hold: with more of its own it is another question."""
FIRST = 20
"""How many places are looked at."""


def answers_first(ranked: Sequence[Ranked], faces: Mapping[str, Face], asked: str) -> list[Ranked]:
    """The ranking with half the score for each turn that only asks what is asked now; nothing is left out."""
    words = frozenset(stems(asked))
    looked_at = [_weighed(one, faces, words) for one in ranked[:FIRST]]
    return [*sorted(looked_at, key=lambda one: -one.score), *ranked[FIRST:]]


def _weighed(one: Ranked, faces: Mapping[str, Face], asked: frozenset[str]) -> Ranked:
    face = faces.get(one.candidate.id)
    if face is None or not one.candidate.is_spoken or not is_echo(face.quote.text, asked):
        return one
    return replace(one, score=KEPT * one.score, is_echo=True)


def is_echo(text: str, asked: frozenset[str]) -> bool:
    """Whether every sentence is a question with hardly a word beyond those `asked` now, which are stems."""
    bounds = list(sentences(text))
    own = frozenset(stems(text))
    asks_only = bool(bounds) and all(text[start:end].rstrip("\"'”’)* ").endswith("?") for start, end in bounds)
    return asks_only and bool(own) and len(own & asked) >= SAME * len(own)
