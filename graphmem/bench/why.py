"""The why benchmark: a set's documents through the normal write path, its questions through `why`, its own scorer."""

import asyncio
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from graphmem.app import App
from graphmem.bench.answers import scored_line
from graphmem.bench.captured import captured_half, hand_in
from graphmem.bench.evidence import Asked, PackFigures, pack_figures
from graphmem.bench.machine import Machine, this_machine
from graphmem.bench.sample import Sample, sample
from graphmem.bench.tenants import Desk, throw_away
from graphmem.bench.why_set import LabelledQuestion, WhySet
from graphmem.domain.answers import WhyAnswer, WhyQuery
from graphmem.domain.errors import BadInput
from graphmem.domain.nodes import PageKey
from graphmem.domain.time import AsOf, parse_iso
from ingest.report import Counts, IngestReport
from ingest.run import ingest

SMALL, LARGE = 1_000, 2_000
"""Budgets of the evidence packs, in tokens."""
MOST_EPISODES = 10_000
"""Of one collection."""

Watch = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyReport:
    """What came of a run.

    score     the scorer's own figures
    ingested  by collection: what the documents became
    skipped   what of the documents was not used, with the reason
    answers   the file with the answers
    why_ms    time of one why, with the larger pack
    """

    set: Path
    questions: int
    asked: int
    score: Mapping[str, Any]
    packs: tuple[PackFigures, ...]
    ingested: Mapping[str, Counts]
    skipped: tuple[str, ...]
    answers: Path
    why_ms: Sample
    machine: Machine


@dataclass(slots=True, kw_only=True)
class _Run:
    app: App
    why_set: WhySet
    watch: Watch
    handed: frozenset[str]
    lines: list[dict[str, Any]]
    asked: list[Asked]
    times: list[float]
    reports: dict[str, IngestReport]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """How the set is asked: with the labels of half its documents handed in as captures, all in one tenant."""

    captured: bool = False
    together: bool = False


async def bench_why(app: App, why_set: WhySet, out: Path, *, watch: Watch, variant: Variant | None = None) -> WhyReport:
    """Ask every wording of every question inside its own collection; answers and figures are written to `out`.

    Raises BadInput when the set's scorer fails.
    """
    chosen = variant or Variant()
    handed, why_set = captured_half(why_set) if chosen.captured else (frozenset[str](), why_set)
    run = _Run(app=app, why_set=why_set, watch=watch, handed=handed, lines=[], asked=[], times=[], reports={})
    groups = [why_set.collections] if chosen.together else [(one,) for one in why_set.collections]
    for collections in groups:
        await _ask_collections(run, collections)
    answers, score = await asyncio.to_thread(_judge, run, out)
    return WhyReport(
        set=why_set.folder,
        questions=len(why_set.questions),
        asked=len(run.asked),
        score=score,
        packs=pack_figures(run.asked, why_set.document),
        ingested={name: report.totals for name, report in run.reports.items()},
        skipped=tuple(_skipped(run.reports.values())),
        answers=answers,
        why_ms=sample(run.times),
        machine=await this_machine(app),
    )


def _judge(run: _Run, out: Path) -> tuple[Path, Mapping[str, Any]]:
    out.mkdir(parents=True, exist_ok=True)
    answers = out / "answers.jsonl"
    answers.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in run.lines), encoding="utf-8")
    score = run.why_set.score(answers)
    (out / "score.json").write_text(json.dumps(score, indent=1) + "\n", encoding="utf-8")
    return answers, score


async def _ask_collections(run: _Run, collections: Sequence[str]) -> None:
    """Ask the questions of these collections in one tenant that holds them all, and nothing else."""
    async with throw_away(run.app, f"why-{'-'.join(collections)}") as desk:
        for collection in collections:
            run.watch(f"reading {collection}")
            run.reports[collection] = await ingest(desk, run.why_set.files(collection))
        if run.handed:
            run.watch(f"{await hand_in(run.app, desk.reader, run.why_set, run.handed)} items handed in")
        recorded = await _recorded_moments(run, desk)
        for question in run.why_set.questions:
            if question.collection in collections:
                run.watch(f"asking {question.id}")
                await _ask(run, desk, question, as_of_moment(question, recorded))


async def _ask(run: _Run, desk: Desk, question: LabelledQuestion, as_of: AsOf | None) -> None:
    for number, wording in enumerate(question.wordings, start=1):
        small, large = [
            await _timed(run, desk, WhyQuery(text=wording, as_of=as_of, budget_tokens=budget))
            for budget in (SMALL, LARGE)
        ]
        run.lines.append(scored_line(question.id, number, large, run.why_set.document))
        packs = {SMALL: small.evidence, LARGE: large.evidence}
        run.asked.append(Asked(question=question, wording=number, packs=packs))


async def _timed(run: _Run, desk: Desk, query: WhyQuery) -> WhyAnswer:
    started = time.perf_counter()
    answer = await run.app.why(query, desk.reader)
    if query.budget_tokens == LARGE:
        run.times.append(time.perf_counter() - started)
    return answer


def as_of_moment(question: LabelledQuestion, recorded: Mapping[str, datetime]) -> AsOf | None:
    """The moment a question asks about.

    A date means the end of that day, on the clock of what was true. A meeting is told by how its document's name
    ends (`after meeting b`: `…-ES2004b.json`); it need not say its date, so it means the clock of what was known:
    all that was recorded up to that document, as documents are read in the order of their names.
    BadInput when it is neither.
    """
    if not question.as_of:
        return None
    if moment := parse_iso(question.as_of):
        is_day = "T" not in question.as_of
        return AsOf(valid=moment + timedelta(days=1, microseconds=-1) if is_day else moment)
    named = question.as_of.split()[-1].casefold()
    if known := [moment for stem, moment in recorded.items() if stem.casefold().endswith(named)]:
        return AsOf(recorded=max(known))
    raise BadInput(
        f"{question.id}: as_of {question.as_of!r} is neither a date nor a document's ending.",
        hint="Write it as 2026-05-31, or so that its last word ends a document's name.",
    )


async def _recorded_moments(run: _Run, desk: Desk) -> dict[str, datetime]:
    """When each document was recorded, by the stem of its name; of several windows the last."""
    found: dict[str, datetime] = {}
    for episode in await run.app.nodes.find_episodes(desk.reader, first=MOST_EPISODES, after=PageKey()):
        stem = Path(run.why_set.document(episode.values["uri"])).stem
        moment = episode.values["created_at"]
        found[stem] = max(moment, found.get(stem, moment))
    return found


def _skipped(reports: Iterable[IngestReport]) -> list[str]:
    return [
        f"{one.uri}:{one.line}: {one.reason}"
        for report in reports
        for file in report.files
        for one in file.skipped
        if one.is_fault
    ]
