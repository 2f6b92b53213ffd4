"""Among answers about one thing the one said last comes first: it may be what holds now, though nobody marked it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from graphmem.domain.answers import Signal
from graphmem.domain.candidates import Face
from graphmem.domain.text import stems, words
from graphmem.recall.answer import Ranked

NEAR = 0.6
"""Share of the older one's cosine with the question that the newer one must have: relevance comes first."""
ALIKE = 0.5
"""Share of the shorter one's content words that must stand in both."""
FEWEST = 2
LONGEST = 30
"""Words of a text that says one thing; longer ones share words by chance."""
FIRST = 20
"""How many places are looked at."""


def newer_first(ranked: Sequence[Ranked], faces: Mapping[str, Face]) -> list[Ranked]:
    """The ranking, each short text moved before the older ones that it is alike to; scores stay in order."""
    order = list(ranked[:FIRST])
    for at in range(1, len(order)):
        place = next((before for before in range(at) if _goes_before(order[at], order[before], faces)), None)
        if place is not None:
            moved = order.pop(at)
            older = order[place]
            text = faces[older.candidate.id].quote.text
            order.insert(place, replace(moved, score=max(moved.score, older.score), newer_than=text))
    return [*order, *ranked[FIRST:]]


def _goes_before(one: Ranked, other: Ranked, faces: Mapping[str, Face]) -> bool:
    ours, theirs = faces.get(one.candidate.id), faces.get(other.candidate.id)
    if ours is None or theirs is None or _cosine(one) < NEAR * _cosine(other):
        return False
    said, earlier = ours.quote.happened_at, theirs.quote.happened_at
    if said is None or earlier is None or said <= earlier or ours.episode_id == theirs.episode_id:
        return False
    return _are_alike(ours.quote.text, theirs.quote.text)


def _cosine(one: Ranked) -> float:
    return 2 * one.candidate.scores.get(Signal.SEMANTIC.value, 0.5) - 1


def _are_alike(one: str, other: str) -> bool:
    if max(len(words(one)), len(words(other))) > LONGEST or "?" in one:
        return False
    ours, theirs = set(stems(one)), set(stems(other))
    shared = len(ours & theirs)
    return shared >= FEWEST and shared >= ALIKE * min(len(ours), len(theirs))
