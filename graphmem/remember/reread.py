"""Stored episodes read again by another engine: window, answer, items, graph; what fails is left for later."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, tzinfo
from itertools import chain
from typing import TypeGuard, cast

from graphmem.domain.engines import Budget, Dropped, Enriched, ExtractReport, Failed, Reading, Usage
from graphmem.domain.errors import BudgetSpent, ExtractorUnavailable, NotFound
from graphmem.domain.extraction import Extraction
from graphmem.domain.rereading import Stored, Wanted
from graphmem.domain.scope import Reader
from graphmem.ports import Clock, Extractor, Ledger, RereadingStore, TextEngine
from graphmem.remember.enrich import Enricher
from graphmem.remember.outside.meter import Meter
from graphmem.remember.outside.read import Trust, read
from graphmem.remember.outside.window import Window, halves, part_of, windows

MODEL_CONFIDENCE = 0.7
CALLS_PER_WINDOW = 3
"""A window is asked for once, and after an answer that was cut off once more in two halves."""
_ITEMS = ("decisions", "facts", "preferences", "commitments", "procedures")
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class RereadLimits:
    """window_chars: how much text goes into one call; attempts: the most calls for one text; zone: of told times."""

    window_chars: int = 8_000
    attempts: int = 3
    budget: Budget = field(default_factory=Budget)
    zone: tzinfo = UTC

    def most_calls(self, pieces: int) -> int:
        """The known upper bound of calls for so many windows."""
        return pieces * CALLS_PER_WINDOW * self.attempts


@dataclass(frozen=True, slots=True, kw_only=True)
class Rereader:
    """Runs an engine over episodes it has not read."""

    store: RereadingStore
    enricher: Enricher
    rules: Extractor
    ledger: Ledger
    clock: Clock
    limits: RereadLimits = field(default_factory=RereadLimits)
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def extract(
        self,
        engine: TextEngine | Extractor,
        reader: Reader,
        *,
        episode: str = "",
        project: str = "",
        limit: int = 100,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> ExtractReport:
        """What the run came to; again, it goes on where this one ended.

        episode   an id or handle: read even when it was read already, or failed too often
        A spent budget or an engine that cannot be used ends the run and stands in the report as `paused`; what was
        read before is kept. Raises NotFound for an episode that is not there.
        """
        wanted = Wanted(extractor="" if episode else engine.name, episode=episode, project=project, limit=limit)
        ids = await self.store.find_wanted(reader, wanted)
        if episode and not ids:
            raise NotFound(f"There is no episode {episode!r}.", hint="Give its id or its handle, like e-7k3m2qa.")
        run = _Run(rereader=self, engine=engine, reader=reader, meter=self._meter(engine, reader))
        for done, identifier in enumerate(ids):
            for stored in await self.store.fetch_whole(reader, [identifier]):
                await (run.weigh(stored) if dry_run else run.read(stored))
            if progress:
                progress(done + 1, len(ids))
            if run.paused:
                break
        unread = await self.store.count_unread(reader, engine.name, project)
        return replace(run.report, unread=unread, left=await run.left(), paused=run.paused, dry_run=dry_run)

    def _meter(self, engine: TextEngine | Extractor, reader: Reader) -> Meter | None:
        if not _asks(engine):
            return None
        return Meter(
            engine=engine,
            ledger=self.ledger,
            tenant=reader.tenant,
            budget=self.limits.budget,
            clock=self.clock,
            attempts=self.limits.attempts,
            sleep=self.sleep,
        )


class _Run:
    """One engine's way through the episodes, and the account of it."""

    def __init__(
        self, *, rereader: Rereader, engine: TextEngine | Extractor, reader: Reader, meter: Meter | None
    ) -> None:
        self._rereader, self._engine, self._reader, self._meter = rereader, engine, reader, meter
        self.report = ExtractReport(engine=engine.name)
        self.paused = ""

    async def left(self) -> Budget | None:
        """What remains of today's budget."""
        return await self._meter.left() if self._meter else None

    async def weigh(self, stored: Stored) -> None:
        """Adds what reading would cost at most."""
        limits = self._rereader.limits
        pieces = windows(stored.episode, chars=limits.window_chars, zone=limits.zone) if self._meter else []
        cost = Usage(calls=limits.most_calls(len(pieces)), chars=sum(piece.prompt.size for piece in pieces))
        self.report = replace(self.report, episodes=self.report.episodes + 1, usage=self.report.usage + cost)

    async def read(self, stored: Stored) -> None:
        """One episode, read and written; one that fails is remembered as such and left."""
        reading, reasons = await self._reading(stored)
        is_read = not reasons
        enriched = Enriched()
        if is_read or _size(reading):
            enriched = await self._rereader.enricher.enrich(
                stored, reading, self._reader, replaces=is_read and not reading.is_partial, is_read=is_read
            )
        if reasons and not self.paused:
            told = "; ".join(dict.fromkeys(reasons))
            await self._rereader.store.merge_failure(self._reader.tenant, stored.episode, self._engine.name, told)
        self._account(stored, reading, reasons, enriched)

    def _account(self, stored: Stored, reading: Reading, reasons: list[str], enriched: Enriched) -> None:
        report = self.report
        failed = [Failed(episode_id=stored.episode.id, reason=reason) for reason in dict.fromkeys(reasons)]
        self.report = replace(
            report,
            episodes=report.episodes + (not reasons),
            kept=report.kept + _size(reading),
            enriched=report.enriched + enriched,
            usage=self._meter.used if self._meter else report.usage,
            dropped=(*report.dropped, *reading.dropped),
            failed=(*report.failed, *failed),
            partial=report.partial + reading.is_partial,
        )

    async def _reading(self, stored: Stored) -> tuple[Reading, list[str]]:
        """What the engine reads in all windows, and why some gave nothing."""
        if self._meter is None:
            engine = cast("Extractor", self._engine)
            return Reading(extraction=await asyncio.to_thread(engine.extract, stored.episode)), []
        limits = self._rereader.limits
        known = await asyncio.to_thread(self._rereader.rules.extract, stored.episode)
        readings = [Reading(extraction=Extraction(extractor=self._engine.name, entities=known.entities))]
        reasons: list[str] = []
        for window in windows(stored.episode, chars=limits.window_chars, zone=limits.zone):
            try:
                found, reason = await self._window(self._meter, stored, window)
            except (BudgetSpent, ExtractorUnavailable) as stop:
                self.paused = f"{stop} {stop.hint}".strip()
                return joined(readings), [*reasons, str(stop)]
            readings += found
            reasons += [reason] if reason else []
        return joined(readings), reasons

    async def _window(
        self, meter: Meter, stored: Stored, window: Window, *, is_half: bool = False
    ) -> tuple[list[Reading], str]:
        """The readings of one window; the rest of a cut-off answer is asked for again in smaller pieces, once."""
        answer = await meter.ask(window.prompt)
        if answer.loose.value is None:
            return [], answer.trouble
        trust = Trust(extractor=self._engine.name, confidence=MODEL_CONFIDENCE)
        reading = read(answer.loose.value, part_of(stored.episode, window), trust, shown=window.text)
        smaller = [] if is_half or not answer.is_cut else halves(window, self._rereader.limits.zone)
        if len(smaller) < 2:  # noqa: PLR2004 - one chunk has no halves
            return [replace(reading, is_partial=answer.is_cut)], ""
        found = [reading]
        reasons = []
        for half in smaller:
            more, reason = await self._window(meter, stored, half, is_half=True)
            found += more
            reasons.append(reason)
        return found, next(filter(None, reasons), "")


def joined(readings: Iterable[Reading]) -> Reading:
    """Readings of parts of one episode by one engine as one."""
    every = list(readings)
    lists = {
        name: tuple(chain.from_iterable(getattr(one.extraction, name) for one in every))
        for name in (*_ITEMS, "entities")
    }
    summary = next((one.extraction.summary for one in every if one.extraction.summary), "")
    dropped: list[Dropped] = [drop for one in every for drop in one.dropped]
    return Reading(
        extraction=Extraction(extractor=every[0].extraction.extractor, summary=summary, **lists),
        dropped=tuple(dict.fromkeys(dropped)),
        unquoted=sum(one.unquoted for one in every),
        is_partial=any(one.is_partial for one in every),
    )


def _asks(engine: TextEngine | Extractor) -> TypeGuard[TextEngine]:
    return hasattr(engine, "ask")


def _size(reading: Reading) -> int:
    """Items kept, entities left out."""
    return sum(len(getattr(reading.extraction, name)) for name in _ITEMS)
