"""One database query a field, however many parents ask for it."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from strawberry.dataloader import DataLoader

from graphmem.domain.nodes import EvidenceQuote, Moment, Node, NodeEdge
from graphmem.domain.scope import Reader
from graphmem.store.nodes import NodeStore

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgesOf:
    """Which relationships of which node, at which moment: reads that differ in any of these share nothing."""

    id: str
    relations: tuple[str, ...]
    at: Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidIn:
    """The statements of which episode, at which moment."""

    id: str
    at: Moment


class Loaders:
    """The loaders of one request. They hold what its reader may see, so they are never shared with another."""

    def __init__(self, nodes: NodeStore, reader: Reader) -> None:
        self._nodes = nodes
        self._reader = reader
        self.node: DataLoader[str, Node | None] = DataLoader(self._load_nodes)
        self.edges: DataLoader[EdgesOf, list[NodeEdge]] = DataLoader(self._load_edges)
        self.entity_statements: DataLoader[EdgesOf, list[NodeEdge]] = DataLoader(self._load_entity_statements)
        self.evidence: DataLoader[str, list[EvidenceQuote]] = DataLoader(self._load_evidence)
        self.chunks: DataLoader[str, list[Node]] = DataLoader(self._load_chunks)
        self.episode_statements: DataLoader[SaidIn, list[Node]] = DataLoader(self._load_episode_statements)

    async def _load_nodes(self, ids: list[str]) -> list[Node | None]:
        found = await self._nodes.fetch(self._reader, ids)
        return [found.get(identifier) for identifier in ids]

    async def _load_edges(self, keys: list[EdgesOf]) -> list[list[NodeEdge]]:
        return await self._by_group(keys, self._nodes.find_edges)

    async def _load_entity_statements(self, keys: list[EdgesOf]) -> list[list[NodeEdge]]:
        return await self._by_group(keys, self._nodes.find_entity_statements)

    async def _load_evidence(self, ids: list[str]) -> list[list[EvidenceQuote]]:
        return _in_order(ids, await self._nodes.find_evidence(self._reader, ids))

    async def _load_chunks(self, ids: list[str]) -> list[list[Node]]:
        return _in_order(ids, await self._nodes.find_episode_chunks(self._reader, ids))

    async def _load_episode_statements(self, keys: list[SaidIn]) -> list[list[Node]]:
        groups: dict[Moment, list[str]] = defaultdict(list)
        for key in keys:
            groups[key.at].append(key.id)
        found = {at: await self._nodes.find_episode_statements(self._reader, ids, at=at) for at, ids in groups.items()}
        return [found[key.at].get(key.id, []) for key in keys]

    async def _by_group(
        self, keys: Sequence[EdgesOf], find: Callable[..., Awaitable[Mapping[str, list[NodeEdge]]]]
    ) -> list[list[NodeEdge]]:
        """One query for each set of relations and moment."""
        groups: dict[tuple[tuple[str, ...], Moment], list[str]] = defaultdict(list)
        for key in keys:
            groups[key.relations, key.at].append(key.id)
        answers = await asyncio.gather(
            *(find(self._reader, ids, relations, at=at) for (relations, at), ids in groups.items())
        )
        found = dict(zip(groups, answers, strict=True))
        return [found[key.relations, key.at].get(key.id, []) for key in keys]


def _in_order(ids: Sequence[str], found: Mapping[str, list[Found]]) -> list[list[Found]]:
    return [found.get(identifier, []) for identifier in ids]
