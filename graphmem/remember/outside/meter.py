"""Every call to an engine goes through here: budget, bounded attempts with back-off, the ledger, and pauses."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from graphmem.domain.engines import Budget, Prompt, Reply, Usage
from graphmem.domain.errors import BudgetSpent
from graphmem.domain.text import tokens
from graphmem.ports import Clock, Ledger, TextEngine
from graphmem.remember.outside.loose_json import Loose, parse
from graphmem.remember.outside.refusals import refusal
from graphmem.remember.outside.shape import KINDS

BACKOFF_S = 1.0
LONGEST_WAIT_S = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of asking. value: the object in the shape; None when no attempt gave one, and `trouble` says why."""

    loose: Loose
    is_cut: bool = False
    trouble: str = ""


@dataclass(slots=True, kw_only=True)
class Meter:
    """Asks one engine for one tenant. used: what this run has cost; attempts: the most calls for one window."""

    engine: TextEngine
    ledger: Ledger
    tenant: str
    budget: Budget
    clock: Clock
    attempts: int = 3
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    used: Usage = field(default_factory=Usage)

    async def ask(self, prompt: Prompt) -> Answer:
        """The engine's answer in the shape, after at most `attempts` calls.

        Raises BudgetSpent when today's budget is used up or the engine says that its own limit is reached, and
        ExtractorUnavailable when it cannot be used at all: both end a run, nothing else does.
        """
        trouble = ""
        for attempt in range(self.attempts):
            await self._check(prompt)
            reply = await self.engine.ask(prompt)
            await self._book(prompt, reply)
            loose = parse(reply.text, (*KINDS, "summary"))
            if loose.value is not None:
                return Answer(loose=loose, is_cut=loose.is_cut or reply.is_cut)
            if reply.is_cut:  # it stopped before anything was complete: smaller pieces may fit
                return Answer(loose=Loose(value={}, is_cut=True), is_cut=True)
            if told := refusal(reply.text, self.engine.name):
                raise told
            trouble = reply.trouble or "its answer holds no JSON object of the shape"
            if reply.trouble and not reply.passes:
                break
            if attempt + 1 < self.attempts:
                await self.sleep(min(max(reply.wait_s, BACKOFF_S * 4**attempt), LONGEST_WAIT_S))
        return Answer(loose=Loose(value=None), trouble=trouble)

    async def left(self) -> Budget:
        """What remains of today's budget."""
        return self.budget.left(await self.ledger.fetch_usage(self.tenant, self._day(), self.engine.name))

    async def _check(self, prompt: Prompt) -> None:
        left = await self.left()
        if left.calls < 1 or left.chars < prompt.size:
            raise BudgetSpent(
                f"Today's budget of {self.engine.name} is used up: {left.calls} calls, {left.chars:,} characters left.",
                hint="What waits is kept. Raise GRAPHMEM_EXTRACT_CALLS_PER_DAY or …_CHARS_PER_DAY, or wait a day.",
            )

    async def _book(self, prompt: Prompt, reply: Reply) -> None:
        used = Usage(
            calls=1,
            chars=prompt.size,
            tokens_in=reply.tokens_in or tokens(prompt.instructions + prompt.text),
            tokens_out=reply.tokens_out or tokens(reply.text),
        )
        self.used += used
        await self.ledger.add_usage(self.tenant, self._day(), self.engine.name, used)

    def _day(self) -> str:
        return self.clock().date().isoformat()
