"""The evidence pack: what a reader needs to judge for himself, verbatim and inside a budget of tokens."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import exp

from graphmem.domain.answers import Quote
from graphmem.domain.candidates import Candidate
from graphmem.domain.text import tokens
from graphmem.recall.answer import Ranked

TALK_SHARE, TALK_SPAN, TALK_FADE = 0.2, 12, 6.0
PROSE_SHARE, PROSE_BEST = 0.5, 3
"""How much the surroundings of a passage count for it, how many turns around (or best blocks) are looked at, and over
how many turns their weight falls to 1/e; found with the why bench, any values near them do as well."""


def evidence_pack(
    decision: Quote | None, passages: Iterable[Quote], near: Sequence[Quote], budget_tokens: int
) -> tuple[Quote, ...]:
    """Whole passages, each once: the decision's, the best chunks' and the grounds' in turn, until the budget is full.

    A passage that no longer fits is left out and a shorter one may follow: never over budget.
    """
    left = budget_tokens
    pack: list[Quote] = []
    seen: set[str] = set()
    for quote in _in_turn(decision, list(passages), near):
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


def in_context(ranked: Sequence[Ranked]) -> list[Candidate]:
    """The candidates fit to be evidence, best first: each lifted by what stands around it, without noise.

    Where people talk on a subject their turns rank high side by side, though the one that matters hardly names it;
    in prose the best document's other blocks explain the block that was hit.
    """
    quotable = [one for one in ranked if not one.candidate.is_noise]
    best = max((one.score for one in quotable), default=0.0)
    if best <= 0:
        return [one.candidate for one in quotable]
    places: dict[str, dict[int, float]] = defaultdict(dict)
    for one in quotable:
        places[one.candidate.episode_id][one.candidate.position] = max(0.0, one.score / best)
    lifted = {one.candidate.id: _lifted(one.candidate, places[one.candidate.episode_id]) for one in quotable}
    return sorted((one.candidate for one in quotable), key=lambda one: (-lifted[one.id], one.id))


def _lifted(candidate: Candidate, scores: Mapping[int, float]) -> float:
    """Its own score (the best one is 1) and its share of those in the same episode, by position."""
    own = scores[candidate.position]
    if candidate.is_spoken:
        near = ((at, scores.get(candidate.position + at, 0.0)) for at in range(-TALK_SPAN, TALK_SPAN + 1) if at)
        return own + TALK_SHARE * sum(score * exp(-abs(at) / TALK_FADE) for at, score in near)
    return own + PROSE_SHARE * sum(sorted(scores.values(), reverse=True)[:PROSE_BEST]) / PROSE_BEST
