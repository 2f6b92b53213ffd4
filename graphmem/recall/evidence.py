"""The evidence pack: what a reader needs to judge for himself, verbatim and inside a budget of tokens."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from graphmem.domain.answers import Quote
from graphmem.domain.candidates import Face

CHARS_PER_TOKEN = 4


def evidence_pack(
    decision: Quote | None, passages: Iterable[Quote], near: Sequence[Face], budget_tokens: int
) -> tuple[Quote, ...]:
    """Whole passages, each once: the decision's, the best chunks' and the grounds' in turn, until the budget is full.

    A passage that no longer fits is left out and a shorter one may follow: never over budget.
    """
    left = budget_tokens
    pack: list[Quote] = []
    seen: set[str] = set()
    for quote in _in_turn(decision, list(passages), [face.quote for face in near]):
        cost = ceil(len(quote.text) / CHARS_PER_TOKEN)
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
