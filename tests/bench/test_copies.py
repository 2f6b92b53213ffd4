"""A block that is multiplied: the same shape of graph, other names, every quote still in its place."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from graphmem.app import App
from graphmem.bench.block import read_block
from graphmem.bench.copies import multiply
from graphmem.bench.corpus import Corpus, write
from graphmem.bench.speed_fill import fill
from graphmem.bench.speed_plan import SpeedPlan
from graphmem.bench.tenants import Desk, keep, throw_away
from graphmem.domain.answers import RecallQuery, WhyQuery
from graphmem.store.blocks import COPY_MARK, BlockStore, StoredNode
from ingest.run import ingest

TURNS = 64
PLAN = SpeedPlan(chunks=250, first=20, end_to_end=40, written=100)


def unwatched(_: str) -> None:
    pass


@pytest.fixture
async def desk(memory: App, tenant: str, tmp_path: Path) -> Any:
    async with throw_away(memory, tenant) as desk:
        write(list(Corpus().talks(TURNS)), tmp_path)
        await ingest(desk, [tmp_path])
        yield desk


async def everything(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[StoredNode]:
    """All nodes, copies too."""
    monkeypatch.setattr("graphmem.store.blocks.COPY_MARK", "no such mark")
    found = [node async for node in BlockStore(desk.app.client).nodes(desk.reader.tenant)]
    monkeypatch.undo()
    return found


def shape(nodes: list[StoredNode]) -> Counter[tuple[str, ...]]:
    """How many edges of each sort lead from and to what."""
    labels = {node.id: node.labels[0] for node in nodes}
    return Counter(
        (labels[node.id], edge["type"], labels[edge["target"]])
        for node in nodes
        for edge in node.edges
        if edge["target"] in labels
    )


async def test_a_copy_adds_the_same_shape_of_graph_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = await everything(desk, monkeypatch)
    made = await multiply(desk, have=TURNS, chunks=2 * TURNS, block=TURNS, watch=unwatched)
    after = await everything(desk, monkeypatch)
    assert made == 2 * TURNS
    assert shape(after) == Counter({key: 2 * n for key, n in shape(before).items()})
    assert Counter(node.labels for node in after) == Counter({k: 2 * n for k, n in _labels(before).items()})
    assert [n.has_vector for n in after if COPY_MARK in n.id] == [n.has_vector for n in after if COPY_MARK not in n.id]


def _labels(nodes: list[StoredNode]) -> Counter[tuple[str, ...]]:
    return Counter(node.labels for node in nodes)


async def test_every_span_of_a_copy_still_stands_on_the_words_it_stood_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await multiply(desk, have=TURNS, chunks=2 * TURNS, block=TURNS, watch=unwatched)
    nodes = {node.id: node for node in await everything(desk, monkeypatch)}
    spans = [
        (nodes[edge["target"]].properties, nodes[node.id].properties["text"], edge["properties"])
        for node in nodes.values()
        if COPY_MARK in node.id
        for edge in node.edges
        if edge["type"] == "MENTIONS"
    ]
    assert spans
    assert [found for _, text, found in spans if text[found["start"] : found["end"]] != found["surface"]] == []


async def test_what_a_conversation_made_up_has_another_name_in_its_copy_and_is_found_by_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await multiply(desk, have=TURNS, chunks=2 * TURNS, block=TURNS, watch=unwatched)
    nodes = await everything(desk, monkeypatch)
    decisions = {node.id: node.properties["text"] for node in nodes if "Decision" in node.labels}
    for key, text in decisions.items():
        if COPY_MARK not in key:
            assert decisions[f"{key}{COPY_MARK}1"] != text
            assert len(decisions[f"{key}{COPY_MARK}1"]) == len(text)
    wanted = max((text for key, text in decisions.items() if COPY_MARK in key), key=len)
    answer = await desk.app.recall(RecallQuery(text=wanted), desk.reader)
    assert any(wanted in item.quote.text for item in answer.items)
    assert (await desk.app.why(WhyQuery(text=wanted), desk.reader)).decision is not None


async def test_what_several_pages_share_is_no_copy_but_gets_the_edges_of_each(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    block = await read_block(BlockStore(desk.app.client).nodes(desk.reader.tenant), page_episodes=1)
    assert block.hubs
    own = [node.id for page in block.pages for node in page.nodes]
    assert len(own) == len(set(own))
    assert not set(own) & set(block.hubs)
    shared = {key for page in block.pages for key in page.shared["Entity"]}
    assert shared <= set(block.hubs)
    met = {key for page in block.pages for keys in page.shared.values() for key in keys} | set(own)
    left_out = [node for node in await everything(desk, monkeypatch) if node.id not in met]
    assert {node.id for node in left_out if node.edges} == set()
    assert all("Entity" in node.labels for node in left_out)


async def test_a_fill_that_was_broken_off_is_continued_and_one_that_is_whole_only_asked(
    memory: App, tenant: str
) -> None:
    async with throw_away(memory, tenant), keep(memory, tenant) as desk:
        half = await fill(desk, replace(PLAN, chunks=150), unwatched)
        assert half.chunks >= 150
        whole = await fill(desk, PLAN, unwatched)
        assert whole.chunks >= 250
        assert [figure.name for figure in whole.figures] == ["copies, no searches"]
        assert whole.figures[0].n == whole.chunks - half.chunks
        again = await fill(desk, PLAN, unwatched)
        assert again.figures == ()
        assert (again.chunks, again.talks) == (whole.chunks, whole.talks)
        assert "earlier run" in again.left_out[0]
        assert "copies" in again.how
