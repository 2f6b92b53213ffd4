"""Many clients of one memory at once, against one client alone."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from graphmem.bench.sample import Sample, sample
from graphmem.domain.errors import GraphmemError

CLIENTS = 16

Ask = Callable[[str], Awaitable[bool]]
"""Asks one question; whether the answer was whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """What came of `clients` that each asked one question after another.

    per_second  answers of all of them together
    failed      questions with an error, or with an answer that lacks a signal
    """

    clients: int
    asked: int
    per_second: float
    failed: int
    took: Sample


async def together(ask: Ask, questions: Sequence[str], clients: int) -> Together:
    """The questions, each asked once, by as many clients at once as there are, all in this process."""
    waiting, times, failed = iter(questions), list[float](), list[str]()

    async def client() -> None:
        for question in waiting:
            started = time.perf_counter()
            try:
                is_whole = await ask(question)
            except GraphmemError:
                is_whole = False
            times.append(time.perf_counter() - started)
            if not is_whole:
                failed.append(question)

    started = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(clients)))
    rate = len(times) / (time.perf_counter() - started)
    return Together(clients=clients, asked=len(times), per_second=rate, failed=len(failed), took=sample(times))
