"""The updates benchmark: values that change, and pairs that only look like it, through the product's own paths."""

import re
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from graphmem.app import App
from graphmem.bench.machine import Machine, this_machine
from graphmem.bench.tenants import Desk, throw_away
from graphmem.bench.update_set import Change, Line, Pair, UpdateSet, moment_of, write_source
from graphmem.domain.answers import Item, RecallQuery
from graphmem.domain.nodes import Moment, Node, PageKey
from graphmem.domain.statements import StatementKind
from graphmem.domain.time import AsOf
from ingest.run import ingest

MOST = 100
Watch = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeResult:
    """What came of one value that changed.

    current_first  the last value is in the first item
    old_absent     no item of a default read gives an older value
    past_right     a read as of each step gives the value of that step first, and no other
    history_whole  with history every sentence is found, the last one first
    chained        every older statement is superseded, and the chain of them has no gap
    """

    name: str
    current_first: bool
    old_absent: bool
    past_right: bool
    history_whole: bool
    chained: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PairResult:
    """How many statements were superseded, which is wrong, and whether both sentences are still found first."""

    name: str
    superseded: int
    found: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateReport:
    """What came of a run."""

    set: Path
    changes: tuple[ChangeResult, ...]
    pairs: tuple[PairResult, ...]
    machine: Machine

    def share(self, figure: str) -> float:
        """The share of changes for which this figure holds, in percent."""
        return 100.0 * sum(bool(getattr(one, figure)) for one in self.changes) / max(1, len(self.changes))


async def bench_updates(app: App, update_set: UpdateSet, *, watch: Watch) -> UpdateReport:
    """Every change and every pair in a world of its own, each sentence in a file of its own, in order."""
    changes = [await _changed(app, change, watch) for change in update_set.changes]
    pairs = [await _paired(app, pair, watch) for pair in update_set.pairs]
    return UpdateReport(
        set=update_set.path, changes=tuple(changes), pairs=tuple(pairs), machine=await this_machine(app)
    )


async def _changed(app: App, change: Change, watch: Watch) -> ChangeResult:
    watch(change.name)
    async with throw_away(app, "updates") as desk:
        await _tell(desk, change.form, change.lines)
        now = await _items(desk, RecallQuery(text=change.question))
        history = await _items(desk, RecallQuery(text=change.question, include_history=True))
        past = [await _is_right_then(desk, change, step) for step in range(len(change.lines))]
        chained = await _is_chained(desk, len(change.lines))
    last = change.lines[-1]
    return ChangeResult(
        name=change.name,
        current_first=bool(now) and last.text in now[0].text,
        old_absent=not _gives(now, change.lines[:-1], last),
        past_right=all(past),
        history_whole=bool(history)
        and last.text in history[0].text
        and all(_said(history, one) for one in change.lines),
        chained=chained,
    )


async def _is_right_then(desk: Desk, change: Change, step: int) -> bool:
    as_of = AsOf(valid=moment_of(step) + timedelta(days=1))
    items = await _items(desk, RecallQuery(text=change.question, as_of=as_of))
    line = change.lines[step]
    others = [one for one in change.lines if one is not line]
    return bool(items) and line.text in items[0].text and not _gives(items, others, line)


async def _paired(app: App, pair: Pair, watch: Watch) -> PairResult:
    watch(pair.name)
    async with throw_away(app, "updates") as desk:
        await _tell(desk, pair.form, pair.lines)
        superseded = sum(node.values.get("invalid_at") is not None for node in await _statements(desk))
        found = [
            any(line.text in item.text for item in await _items(desk, RecallQuery(text=line.text)))
            for line in pair.lines
        ]
    return PairResult(name=pair.name, superseded=superseded, found=all(found))


async def _tell(desk: Desk, form: str, lines: Sequence[Line]) -> None:
    with tempfile.TemporaryDirectory(prefix="graphmem-updates-") as folder:
        for step, line in enumerate(lines):
            await ingest(desk, [write_source(Path(folder), form, step, line)], project=line.project)


async def _items(desk: Desk, query: RecallQuery) -> tuple[Item, ...]:
    return (await desk.app.recall(query, desk.reader)).items


async def _statements(desk: Desk) -> list[Node]:
    kinds = (StatementKind.FACT, StatementKind.PREFERENCE, StatementKind.DECISION)
    at = Moment(with_history=True)
    found = [await desk.app.nodes.find_statements(desk.reader, k, first=MOST, after=PageKey(), at=at) for k in kinds]
    return [node for nodes in found for node in nodes]


async def _is_chained(desk: Desk, steps: int) -> bool:
    """Walked back from what holds, over `SUPERSEDES`, at least as many statements are met as there were changes."""
    nodes = await _statements(desk)
    edges = await desk.app.nodes.find_edges(
        desk.reader, [node.id for node in nodes], ["SUPERSEDES"], at=Moment(with_history=True)
    )
    before = {key: [one.node.id for one in found if not one.is_reversed] for key, found in edges.items()}

    def depth(key: str) -> int:
        return 1 + max((depth(one) for one in before.get(key, ())), default=0)

    return max((depth(node.id) for node in nodes if node.values["live"]), default=0) >= steps


def _said(items: Iterable[Item], line: Line) -> bool:
    return any(line.text in item.text for item in items)


def _gives(items: Iterable[Item], others: Sequence[Line], current: Line) -> bool:
    """Whether an item gives the value of one of the `others`, but for the sentence that gives the current one."""
    for item in items:
        text = item.text.replace(current.text, "")
        for other in others:
            is_value = other.value not in current.text and re.search(rf"(?<!\w){re.escape(other.value)}(?!\w)", text)
            if is_value or (other.text in text and other.text != current.text):
                return True
    return False
