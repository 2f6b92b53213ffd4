"""A read as of a moment on the record clock equals the read that was made at that moment, whatever came after."""

import contextlib
import uuid
from collections.abc import Awaitable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from api_given import Tagged
from given import day, talk
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import cypher
from graphmem.app import App
from graphmem.domain.answers import Path, RecallQuery, WhyQuery
from graphmem.domain.corrections import Verdict
from graphmem.domain.documents import Document
from graphmem.domain.errors import GraphmemError
from graphmem.domain.nodes import Moment, PageKey
from graphmem.domain.reads import AboutQuery, ChangesQuery, NeighboursQuery
from graphmem.domain.scope import Reader
from graphmem.domain.statements import StatementKind
from graphmem.domain.time import AsOf
from graphmem.govern.audience import reader_of
from graphmem.recall.connect import ConnectQuery

MERGED = cypher.Query(
    name="test",
    text="CYPHER 25 MATCH (n:Entity {tenant: $tenant}) WHERE n.merged_into IS NOT NULL RETURN n.id AS id ORDER BY id",
    mode="read",
    params={},
    returns=("id",),
    plan=(),
    purpose="",
)
NAMES = ("Ada", "Bob", "Cyd")
TOOLS = ("Kafka", "NATS", "Redis", "Postgres")
number = st.integers(0, 5)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("write"), number, number),
        st.tuples(st.just("cut"), number, number),
        st.tuples(st.just("supersede"), number, number),
        st.tuples(st.just("unsupersede"), number, number),
        st.tuples(st.just("merge"), number, number),
        st.tuples(st.just("unmerge"), number, number),
        st.tuples(st.just("outcome"), number, number),
    ),
    min_size=4,
    max_size=6,
)


def told(n: int, m: int, *, turns: int = 3) -> Document:
    """The talk number `n`, cut to its first turns."""
    who, other, tool = NAMES[n % 3], NAMES[m % 3], TOOLS[(n + m) % 4]
    lines = (
        (who, f"Decision by {who}: we use {tool} for part {n}"),
        (other, f"Reason by {other}: {tool} is quick in part {n}"),
        (other, f"Fact by {who}: {who} runs {tool} in part {n}"),
    )
    return talk(*lines[:turns], session=f"s{n}", at=day(n + 2), project="harbour")


@dataclass
class History:
    """One tenant with what was done to it."""

    memory: App
    reader: Reader
    talks: dict[int, int] = field(default_factory=dict)

    async def do(self, what: str, n: int, m: int) -> None:
        """One step; one that makes no sense now changes nothing."""
        with contextlib.suppress(GraphmemError):
            await getattr(self, what)(n, m)

    async def write(self, n: int, m: int) -> None:
        if n not in self.talks:
            self.talks[n] = m
            await self.record(told(n, m))

    async def cut(self, n: int, m: int) -> None:
        if n in self.talks:
            await self.record(told(n, self.talks[n], turns=1 + m % 2))
            self.talks[n + 100] = self.talks.pop(n)

    async def supersede(self, n: int, m: int) -> None:
        if live := await self.statements():
            old = live[n % len(live)]
            await self.memory.supersede(old, self.reader, new_text=f"We do it by hand, way {n} {m}.")

    async def unsupersede(self, n: int, m: int) -> None:  # noqa: ARG002 - every step has two numbers
        ended = [key for key in await self.statements(Moment(with_history=True)) if key not in await self.statements()]
        if ended:
            await self.memory.unsupersede(ended[n % len(ended)], self.reader)

    async def merge(self, n: int, m: int) -> None:
        people = await self.memory.nodes.find_entities(self.reader, "Person", first=9, after=PageKey())
        if people:
            pair = [people[n % len(people)].id, people[m % len(people)].id]
            await self.memory.merge_entities(pair, pair[0], self.reader)

    async def unmerge(self, n: int, m: int) -> None:  # noqa: ARG002
        found = await self.memory.client.read(MERGED, tenant=self.reader.tenant)
        if found:
            await self.memory.unmerge_entities(found[n % len(found)]["id"], self.reader)

    async def outcome(self, n: int, m: int) -> None:
        if live := await self.statements():
            await self.memory.outcome([live[n % len(live)]], (Verdict.GOOD, Verdict.BAD)[m % 2], self.reader)

    async def record(self, document: Document) -> None:
        async for _ in self.memory.record([document], self.reader):
            pass

    async def statements(self, at: Moment = Moment()) -> list[str]:  # noqa: B008 - frozen
        kinds = ("Decision", "Fact", "Reason")
        pages = [
            await self.memory.nodes.find_statements(self.reader, kind, first=50, after=PageKey(), at=at)
            for kind in kinds
        ]
        return sorted(one.id for page in pages for one in page)

    async def read(self, recorded: datetime | None) -> dict[str, Any]:
        """Everything that is read of this memory, as of `recorded` or now."""
        memory, reader = self.memory, self.reader
        as_of = AsOf(recorded=recorded) if recorded else None
        recall = RecallQuery(text="What do we use in each part?", top_k=100, abstain=False, as_of=as_of)
        items = (await memory.recall(recall, reader)).items
        found: dict[str, Any] = {
            "recall": sorted((item.text, tuple(_faces(item.statements))) for item in items),
            "changes": await memory.changes(ChangesQuery(project="harbour", recorded=recorded, first=100), reader),
        }
        decisions = await memory.nodes.find_statements(
            reader, "Decision", first=50, after=PageKey(), at=Moment(recorded=recorded)
        )
        found["decisions"] = sorted(one.id for one in decisions)
        for one in found["decisions"]:
            found[f"why {one}"] = await _why(memory.why(WhyQuery(decision_id=one, as_of=as_of), reader))
        for name in NAMES:
            about = AboutQuery(subject=name, kinds=tuple(StatementKind), as_of=as_of)
            found[f"facts {name}"] = await _or_error(memory.facts(about, reader))
            found[f"profile {name}"] = await _or_error(memory.profile(name, reader, as_of))
            near = await _or_error(memory.neighbours(NeighboursQuery(start=name, hops=2, as_of=as_of), reader))
            found[f"neighbours {name}"] = near
            found[f"changes {name}"] = await _or_error(
                memory.changes(ChangesQuery(subject=name, recorded=recorded, first=100), reader)
            )
        for start, end in (("Ada", "Bob"), ("Bob", "Cyd")):
            query = ConnectQuery(start=start, end=end, depth=2, top_k=20, as_of=as_of)
            answer = await memory.connect(query, reader)
            found[f"connect {start} {end}"] = (sorted(map(_hops, answer.paths)), answer.missing)
        return found


def _faces(faces: Any) -> list[tuple[str, str]]:
    return sorted((one.text, one.standing) for one in faces)


def _hops(path: Path) -> tuple[Any, ...]:
    return tuple((hop.relation, hop.is_reversed, hop.to_id, hop.to_text) for hop in path.hops)


async def _or_error(read: Awaitable[Any]) -> Any:
    try:
        return await read
    except GraphmemError as error:
        return str(error)


async def _why(read: Awaitable[Any]) -> Any:
    answer = await read
    grounds = {
        name: sorted((one.statement.text, one.statement.standing) for one in getattr(answer, name))
        for name in ("reasons", "supersedes_chain", "superseded_by", "if_reversed")
    }
    return answer.decision.statement.standing, sorted(one.name for one in answer.people), grounds


@settings(max_examples=3, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(history=[("write", 0, 1), ("write", 1, 2), ("merge", 0, 1), ("supersede", 0, 0), ("unsupersede", 0, 0)])
@example(history=[("write", 0, 1), ("write", 2, 1), ("merge", 0, 1), ("write", 4, 0), ("unmerge", 0, 0), ("cut", 0, 0)])
@given(history=steps)
async def test_a_read_of_the_past_is_the_read_that_was_made_then(
    memory: App, history: list[tuple[str, int, int]]
) -> None:
    here = History(
        memory=replace(memory, recorder=replace(memory.recorder, extractor=Tagged())),
        reader=reader_of(f"t{uuid.uuid4().hex[:12]}", "ada"),
    )
    made: list[tuple[datetime, dict[str, Any]]] = []
    for what, n, m in history:
        await here.do(what, n, m)
        made.append((memory.reads.clock(), await here.read(None)))
    for moment, then in made:
        again = await here.read(moment)
        assert again.keys() == then.keys()
        for name, told_then in then.items():
            assert again[name] == told_then, name
