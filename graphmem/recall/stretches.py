"""Stretches of talk about a question: where turns about it stand close together, whatever a single turn says."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp

from graphmem.domain.candidates import Around
from graphmem.recall.answer import Ranked

FADE, SPAN = 10.0, 24
"""A turn's share tells of its neighbours too: it falls to 1/e over FADE turns and ends after SPAN."""
LEAST = 0.05
"""A smaller share counts for nothing once squared."""
_FALL = tuple(exp(-distance / FADE) for distance in range(SPAN + 1))

Place = tuple[str, int]
"""A passage by its episode's id and its position there."""


@dataclass(frozen=True, kw_only=True)
class Stretches:
    """What was found in talk, by place; `shares` are shares of the best score over all, in 0 to 1."""

    shares: Mapping[Place, float]

    @cached_property
    def densities(self) -> Mapping[Place, float]:
        """Of every place near what was found: how much the talk there is about the question.

        The best place has the best share found in talk. Squared shares count, so many weak turns make no strong one.
        """
        sums: dict[Place, float] = defaultdict(float)
        for (episode, position), share in self.shares.items():
            if share < LEAST:
                continue
            for at in range(max(0, position - SPAN), position + SPAN + 1):
                sums[episode, at] += share * share * _FALL[abs(at - position)]
        scale = max(self.shares.values(), default=0.0) / (max(sums.values(), default=0.0) or 1.0)
        return {place: scale * value for place, value in sums.items()}

    def spans(self, most: int) -> list[Around]:
        """The `most` densest places as runs."""
        best = sorted(self.densities, key=lambda place: (-self.densities[place], place))[:most]
        return [Around(episode_id=episode, first=first, last=last) for episode, first, last in _runs(sorted(best))]


def stretches_of(ranked: Sequence[Ranked]) -> Stretches:
    """The stretches of talk in a ranking."""
    best = max((one.score for one in ranked), default=0.0)
    spoken = [one for one in ranked if one.candidate.is_spoken and one.score > 0]
    return Stretches(shares={(one.candidate.episode_id, one.candidate.position): one.score / best for one in spoken})


def _runs(places: Sequence[Place]) -> Iterator[tuple[str, int, int]]:
    first = last = 0
    for number, (episode, position) in enumerate(places):
        if number and (episode, position) == (places[number - 1][0], last + 1):
            last = position
            continue
        if number:
            yield places[number - 1][0], first, last
        first = last = position
    if places:
        yield places[-1][0], first, last
