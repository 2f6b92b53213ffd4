"""How soon a sentence that is remembered can be recalled."""

import time
from collections.abc import Iterator

from graphmem.bench.tenants import Desk
from graphmem.domain.answers import RecallQuery
from graphmem.domain.errors import Unavailable
from ingest.run import ingest_text

FOUND_WITHIN_S = 30.0
_THINGS = "sluice winch crane hoist valve pump hatch ramp gate lamp".split()
_COLOURS = "violet amber teal crimson ochre".split()


async def write_to_recall(desk: Desk, times: int) -> list[float]:
    """Seconds from the call that remembers a sentence to the end of the first recall that gives it.

    Raises Unavailable when one is not found within half a minute.
    """
    return [await _lag(desk, said, question) for said, question in _sentences(times)]


async def _lag(desk: Desk, said: str, question: str) -> float:
    started = time.perf_counter()
    await ingest_text(desk, said, title="")
    while time.perf_counter() - started < FOUND_WITHIN_S:
        answer = await desk.app.recall(RecallQuery(text=question), desk.reader)
        if any(said in item.quote.text for item in answer.items):
            return time.perf_counter() - started
    raise Unavailable(f"What was remembered is not found: {said}", hint="Run `graphmem doctor`.")


def _sentences(times: int) -> Iterator[tuple[str, str]]:
    """Sentences that no earlier run said: each has a number of this moment."""
    now = int(time.time() * 1000)
    for n in range(times):
        thing = f"{_THINGS[n % len(_THINGS)]} {now + n}"
        yield f"The {thing} is painted {_COLOURS[n % len(_COLOURS)]}.", f"What colour is the {thing}?"
