"""No slower against the plain way than the budget allows: ratios of one run on one engine, never a time by itself.

Each question counts with its fastest answer of several rounds, in which all ways ask it in turn: what else the machine
does can only make an answer slower, so more rounds come nearer to the truth, and a test that is within its budget after
one round ends there. A change that makes recall faster lowers the figure in `budget.json`; one that makes it slower by
more than a quarter fails here.
"""

import json
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from graphmem.app import App
from graphmem.bench.corpus import Corpus, write
from graphmem.bench.speed_asked import Asking
from graphmem.bench.tenants import throw_away
from graphmem.bench.writes import prepare, store_all

BUDGET = json.loads((Path(__file__).parent / "budget.json").read_text())
CHUNKS, QUESTIONS = 480, 12
ENOUGH, ROUNDS = 6, 15

Ask = Callable[[str], Awaitable[bool]]


async def took(ask: Ask, question: str) -> float:
    started = time.perf_counter()
    await ask(question)
    return time.perf_counter() - started


async def over_budget(
    ways: dict[str, Ask], plain: Ask, questions: Sequence[str], *, rounds: int = ROUNDS
) -> dict[str, float]:
    """The ratios that are above what is allowed after all rounds; empty as soon as none is after enough of them."""
    best: dict[tuple[str, str], float] = {}
    wrong: dict[str, float] = {}
    for number in range(1, rounds + 1):
        for question in questions:
            for name, ask in {"plain": plain, **ways}.items():
                found = await took(ask, question)
                best[name, question] = min(found, best.get((name, question), found))
        total = {name: sum(best[name, one] for one in questions) for name in ("plain", *ways)}
        ratios = {name: total[name] / total["plain"] for name in ways}
        wrong = {name: ratio for name, ratio in ratios.items() if ratio > allowed(name)}
        if number >= ENOUGH and not wrong:
            return {}
    return wrong


def allowed(name: str) -> float:
    return float(BUDGET[f"{name} / plain"] * (1 + BUDGET["most worse"]))


@pytest.fixture
async def asking(memory: App, tenant: str, tmp_path: Path):
    async with throw_away(memory, tenant) as desk:
        write(list(Corpus().talks(CHUNKS)), tmp_path)
        await store_all(desk, await prepare(desk, tmp_path))
        yield Asking(desk=desk)


@pytest.fixture
def questions() -> list[str]:
    return [talk.question for talk in Corpus().talks(CHUNKS)][:QUESTIONS]


async def test_recall_and_why_stay_within_their_ratios_to_a_plain_search(asking: Asking, questions: list[str]) -> None:
    for question in questions:
        await asking.why(question)
    assert await over_budget({"recall": asking.recall, "why": asking.why}, asking.plain, questions) == {}


async def test_a_recall_that_does_its_work_twice_is_over_budget(asking: Asking, questions: list[str]) -> None:
    async def twice(question: str) -> bool:
        return await asking.recall(question) and await asking.recall(question)

    for question in questions:
        await asking.recall(question)
    assert "recall" in await over_budget({"recall": twice}, asking.plain, questions, rounds=ENOUGH)
