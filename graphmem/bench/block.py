"""A filled tenant as a block that can be copied: what belongs to one page of it, and what its pages share."""

from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graphmem.domain.text import stems
from graphmem.store.blocks import StoredNode

PAGE_EPISODES = 64
"""Episodes that are copied in one transaction: some thousand chunks."""
_RANK = {"Episode": 0, "Chunk": 1, "Session": 1, "Statement": 2, "Entity": 3}
_SHARED = ("Entity", "Statement")

Edge = tuple[str, str, str, Mapping[str, Any]]
"""Source, type, target, properties."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Some episodes with all that belongs to them alone.

    shared  entities, then statements, of other pages too that these edges lead to or come from
    rare    stems of words that one episode of the block alone has: in a copy they are other words
    """

    nodes: tuple[StoredNode, ...]
    shared: Mapping[str, tuple[str, ...]]
    edges: tuple[Edge, ...]
    rare: frozenset[str]

    @property
    def chunks(self) -> int:
        """How many of its nodes are chunks."""
        return sum("Chunk" in node.labels for node in self.nodes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """The pages, and the entities that more than one of them mentions."""

    pages: tuple[Page, ...]
    hubs: tuple[str, ...]


async def read_block(found: AsyncIterator[StoredNode], *, page_episodes: int = PAGE_EPISODES) -> Block:
    """The nodes in pages. A relationship between what is one page's own and what is another's is left out."""
    nodes = {node.id: node async for node in found}
    edges = [
        (node.id, edge["type"], edge["target"], edge["properties"])
        for node in nodes.values()
        for edge in node.edges
        if edge["target"] in nodes
    ]
    places = _places(nodes, edges, page_episodes)
    rare = _rare(nodes.values())
    pages = tuple(_page(number, nodes, edges, places, rare) for number in sorted(set().union(*places.values())))
    hubs = tuple(key for key, where in places.items() if len(where) > 1 and base_of(nodes[key]) == "Entity")
    return Block(pages=pages, hubs=hubs)


def base_of(node: StoredNode) -> str:
    """The label that all nodes of its sort have."""
    return next(label for label in _RANK if label in node.labels)


def _places(nodes: Mapping[str, StoredNode], edges: Iterable[Edge], page_episodes: int) -> dict[str, set[int]]:
    """The pages of each node: an episode's by its turn, anything else's those of what it hangs on."""
    ranks = {key: _RANK[base_of(node)] for key, node in nodes.items()}
    episodes = sorted(key for key, rank in ranks.items() if rank == 0)
    places: dict[str, set[int]] = defaultdict(set)
    places |= {key: {number // page_episodes} for number, key in enumerate(episodes)}
    pairs = [(source, target) for source, _, target, _ in edges]
    for rank in sorted(set(_RANK.values()) - {0}):
        for one, other in [*pairs, *((target, source) for source, target in pairs)]:
            if ranks[one] < rank == ranks[other]:
                places[other] |= places[one]
    return places


def _page(
    number: int,
    nodes: Mapping[str, StoredNode],
    edges: Iterable[Edge],
    places: Mapping[str, set[int]],
    rare: frozenset[str],
) -> Page:
    own = {key: nodes[key] for key, where in places.items() if where == {number}}
    shared = {key for key, where in places.items() if len(where) > 1 and base_of(nodes[key]) in _SHARED}
    inside = own.keys() | shared
    kept = tuple(
        edge for edge in edges if (edge[0] in own or edge[2] in own) and edge[0] in inside and edge[2] in inside
    )
    met = sorted({key for source, _, target, _ in kept for key in (source, target) if key in shared})
    by_label = {label: tuple(key for key in met if base_of(nodes[key]) == label) for label in _SHARED}
    return Page(nodes=tuple(own.values()), shared=by_label, edges=kept, rare=rare)


def _rare(nodes: Iterable[StoredNode]) -> frozenset[str]:
    """Stems that stand in one episode only: the names a conversation made up."""
    counted = Counter(
        stem
        for _, stem in {
            (node.properties["episode_id"], stem)
            for node in nodes
            if "Chunk" in node.labels
            for stem in _stems_of(node)
        }
    )
    return frozenset(stem for stem, episodes in counted.items() if episodes == 1 and stem.isalpha())


def _stems_of(node: StoredNode) -> Iterator[str]:
    yield from stems(node.properties["text"])
