"""The evidence pack: what a reader needs to judge for himself, verbatim and inside a budget of tokens."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from graphmem.domain.answers import Quote
from graphmem.domain.candidates import Candidate, Passage
from graphmem.domain.text import tokens
from graphmem.recall.answer import Ranked
from graphmem.recall.sayings import Saying
from graphmem.recall.stretches import Place, Stretches, stretches_of

OWN_SHARE, CUE_SHARE, SHORT_LOSS = 0.5, 1.0, 1.0
PROSE_SHARE, PROSE_BEST, HEAD_SHARE = 1.0, 3, 0.6
"""What counts for a passage beside its surroundings (talk: its own share, its cues, less when it is a word or two) or
beside itself (prose: its document's best blocks, and that it tells the document's decision); found with the why bench,
any values near them do as well."""
GROUNDS = 3
"""So many passages of what the graph holds around the decision come before the rest of the pack."""


def evidence_pack(
    decision: Quote | None, passages: Iterable[Quote], near: Sequence[Quote], budget_tokens: int
) -> tuple[Quote, ...]:
    """Whole passages, each once, until the budget is full: the decision's, then the best, a few grounds' among them.

    A passage that no longer fits is left out and a shorter one may follow: never over budget.
    """
    left = budget_tokens
    pack: list[Quote] = []
    seen: set[str] = set()
    for quote in _in_turn(decision, list(passages)[:GROUNDS], near):
        cost = tokens(quote.text)
        if quote.chunk_id in seen or cost > left:
            continue
        seen.add(quote.chunk_id)
        pack.append(quote)
        left -= cost
    return tuple(pack)


def _in_turn(decision: Quote | None, passages: Sequence[Quote], near: Sequence[Quote]) -> Iterator[Quote]:
    if decision:
        yield decision
    for place in range(max(len(passages), len(near))):
        yield from near[place : place + 1]
        yield from passages[place : place + 1]


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a ranking found, each with what stands around it.

    Where people talk on a subject their turns rank high side by side, though the one that matters hardly names it:
    a turn counts by its stretch. In prose the best document's other blocks explain the block that was hit.
    """

    ranked: Sequence[Ranked]

    @cached_property
    def stretches(self) -> Stretches:
        """The talk in it."""
        return stretches_of(self.ranked)

    @cached_property
    def _shares(self) -> Mapping[Place, float]:
        best = max((one.score for one in self.ranked), default=0.0)
        return {
            (one.candidate.episode_id, one.candidate.position): max(0.0, one.score / best) if best > 0 else 0.0
            for one in self.ranked
        }

    @cached_property
    def _documents(self) -> Mapping[str, float]:
        scores: dict[str, list[float]] = defaultdict(list)
        for (episode, _), share in self._shares.items():
            scores[episode].append(share)
        return {episode: sum(sorted(own, reverse=True)[:PROSE_BEST]) / PROSE_BEST for episode, own in scores.items()}

    def nearest(self, most: int) -> list[Candidate]:
        """The candidates fit to be evidence, best first, without noise."""
        quotable = [one.candidate for one in self.ranked if not one.candidate.is_noise]
        lifted = {one.id: self._lifted((one.episode_id, one.position), one.is_spoken) for one in quotable}
        return sorted(quotable, key=lambda one: -lifted[one.id])[:most]

    def ordered(self, passages: Sequence[Passage], sayings: Sequence[Saying]) -> list[Quote]:
        """These passages as evidence, best first, without noise; in talk those that say something before the rest."""
        held: dict[str, list[Saying]] = defaultdict(list)
        for one in sayings:
            held[one.quote.chunk_id].append(one)
        fit = [one for one in passages if not one.is_noise]
        values = {one.quote.chunk_id: self._value(one, held[one.quote.chunk_id]) for one in fit}
        return sorted((one.quote for one in fit), key=lambda quote: (-values[quote.chunk_id], quote.chunk_id))

    def _value(self, passage: Passage, sayings: Sequence[Saying]) -> float:
        place = (passage.episode_id, passage.position)
        lifted = self._lifted(place, passage.is_spoken)
        if not passage.is_spoken:
            return lifted + HEAD_SHARE * max((one.is_head * one.document for one in sayings), default=0.0)
        cue = max((score for one in sayings for score in one.cues.values()), default=0.0)
        is_short = all(one.is_short for one in sayings)
        return lifted + CUE_SHARE * cue * self.stretches.densities.get(place, 0.0) - SHORT_LOSS * is_short

    def _lifted(self, place: Place, is_spoken: bool) -> float:
        own = self._shares.get(place, 0.0)
        if is_spoken:
            return self.stretches.densities.get(place, 0.0) + OWN_SHARE * own
        return own + PROSE_SHARE * self._documents.get(place[0], 0.0)
