"""Reading nodes, pages of nodes and their edges, for the faces."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import cypher
from graphmem.domain.errors import Conflict
from graphmem.domain.nodes import EvidenceQuote, Moment, Node, NodeEdge, PageKey, Server
from graphmem.domain.scope import Reader
from graphmem.store.client import Client
from graphmem.store.quotes import from_milliseconds, passage
from graphmem.store.quotes import moment as native

FETCH_SERVER = cypher.load("server/fetch")
FETCH_GDS = cypher.load("server/fetch_gds")
FETCH_CLOCK = cypher.load("server/fetch_clock")
FIND_INDEXES = cypher.load("server/find_indexes")
COUNT_EMBEDDED = cypher.load("chunk/count_embedded")
COUNT = cypher.load("node/count")
FETCH = cypher.load("node/fetch")
FIND_EPISODES = cypher.load("episode/find_page")
FIND_ENTITIES = cypher.load("entity/find_page")
FIND_STATEMENTS = cypher.load("statement/find_page")
FIND_EDGES = cypher.load("statement/find_edges")
FIND_EVIDENCE = cypher.load("statement/find_evidence")
FIND_ENTITY_STATEMENTS = cypher.load("entity/find_statements")
FIND_EPISODE_CHUNKS = cypher.load("episode/find_chunks")
FIND_EPISODE_STATEMENTS = cypher.load("episode/find_statements")

PER_NODE = 100
_BASES = frozenset({"Entity", "Statement"})
_HIDDEN = frozenset(
    "embedding window_embedding next_embedding next_window_embedding next_model next_hash".split()
    + "reach keywords terms window_text sort_at".split()
)
NOW = Moment()


class NodeStore:
    """Bounded reads of the graph; every method takes the reader and returns only what that reader may see."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def fetch_server(self) -> Server:
        """Version, edition and graph algorithms of the server."""
        row = (await self._client.read(FETCH_SERVER))[0]
        try:
            gds = str((await self._client.read(FETCH_GDS))[0]["version"])
        except Conflict:
            gds = ""
        return Server(version=row["version"], edition=row["edition"], gds=gds)

    async def find_indexes(self) -> dict[str, str]:
        """The state of every index by name (`ONLINE`, `POPULATING`, `FAILED`)."""
        return {row["name"]: row["state"] for row in await self._client.read(FIND_INDEXES)}

    async def fetch_clock(self) -> datetime:
        """What time it is on the server."""
        moment: datetime = native((await self._client.read(FETCH_CLOCK))[0]["now"])
        return moment

    async def count_embedded(self, tenant: str) -> tuple[int, int]:
        """Live chunks of a tenant, and how many of them have a vector."""
        row = (await self._client.read(COUNT_EMBEDDED, tenant=tenant))[0]
        return row["chunks"], row["embedded"]

    async def count(self, reader: Reader) -> dict[str, int]:
        """Live nodes by kind."""
        rows = await self._client.read(COUNT, tenant=reader.tenant, audiences=list(reader.audiences))
        return {row["kind"]: row["nodes"] for row in rows if row["nodes"]}

    async def fetch(self, reader: Reader, ids: Sequence[str]) -> dict[str, Node]:
        """Nodes by the id or handle asked for; what is not there or not readable is absent."""
        rows = await self._client.read(
            FETCH, tenant=reader.tenant, audiences=list(reader.audiences), ids=list(dict.fromkeys(ids))
        )
        return {row["wanted"]: node(row["node"], row["labels"]) for row in rows}

    async def find_episodes(
        self, reader: Reader, *, first: int, after: PageKey, project: str = "", kind: str = ""
    ) -> list[Node]:
        """A page of episodes, newest first."""
        rows = await self._client.read(
            FIND_EPISODES,
            tenant=reader.tenant,
            audiences=list(reader.audiences),
            project=project,
            kind=kind,
            after_at=_milliseconds(after.at),
            after_id=after.id,
            first=first,
        )
        return [node(row["node"], ["Episode"], keep_sort=True) for row in rows]

    async def find_entities(self, reader: Reader, kind: str, *, first: int, after: PageKey) -> list[Node]:
        """A page of entities of one kind (`Person`, `Topic` …), by name."""
        rows = await self._client.read(
            FIND_ENTITIES,
            tenant=reader.tenant,
            audiences=list(reader.audiences),
            kind=kind,
            after_key=after.name,
            after_id=after.id,
            first=first,
        )
        return [node(row["node"], [kind]) for row in rows]

    async def find_statements(
        self,
        reader: Reader,
        kind: str,
        *,
        first: int,
        after: PageKey,
        project: str = "",
        subject: str = "",
        at: Moment = NOW,
    ) -> list[Node]:
        """A page of statements of one kind (`Decision`, `Fact` …), newest first; about `subject` when given."""
        rows = await self._client.read(
            FIND_STATEMENTS,
            tenant=reader.tenant,
            audiences=list(reader.audiences),
            kind=kind,
            live=_live(at),
            project=project,
            subject=subject,
            valid=at.valid,
            recorded=at.recorded,
            after_at=_milliseconds(after.at),
            after_id=after.id,
            first=first,
        )
        return [node(row["node"], [kind], keep_sort=True) for row in rows]

    async def find_edges(
        self, reader: Reader, ids: Sequence[str], relations: Sequence[str], *, at: Moment = NOW
    ) -> dict[str, list[NodeEdge]]:
        """The given relationships of these statements, both ways, strongest first."""
        rows = await self._client.read(
            FIND_EDGES,
            tenant=reader.tenant,
            audiences=list(reader.audiences),
            ids=list(ids),
            relations=list(relations),
            live=_live(at),
            ended=at.with_history,
            valid=at.valid,
            recorded=at.recorded,
            per_node=PER_NODE,
        )
        return _grouped(rows)

    async def find_entity_statements(
        self, reader: Reader, ids: Sequence[str], relations: Sequence[str], *, at: Moment = NOW
    ) -> dict[str, list[NodeEdge]]:
        """What is said of these entities, over the given relationships."""
        rows = await self._client.read(
            FIND_ENTITY_STATEMENTS,
            tenant=reader.tenant,
            audiences=list(reader.audiences),
            ids=list(ids),
            relations=list(relations),
            live=_live(at),
            valid=at.valid,
            recorded=at.recorded,
            per_node=PER_NODE,
        )
        return _grouped(rows)

    async def find_evidence(self, reader: Reader, ids: Sequence[str]) -> dict[str, list[EvidenceQuote]]:
        """The quotes of these statements, in the order of the text."""
        rows = await self._client.read(
            FIND_EVIDENCE, tenant=reader.tenant, audiences=list(reader.audiences), ids=list(ids)
        )
        found: dict[str, list[EvidenceQuote]] = defaultdict(list)
        for row in rows:
            found[row["from_id"]].append(_evidence(row))
        return dict(found)

    async def find_episode_chunks(self, reader: Reader, ids: Sequence[str]) -> dict[str, list[Node]]:
        """The chunks of these episodes, in order."""
        rows = await self._client.read(
            FIND_EPISODE_CHUNKS,
            tenant=reader.tenant,
            audiences=list(reader.audiences),
            ids=list(ids),
            per_node=PER_NODE,
        )
        return _nodes(rows, "Chunk")

    async def find_episode_statements(
        self, reader: Reader, ids: Sequence[str], *, at: Moment = NOW
    ) -> dict[str, list[Node]]:
        """The statements drawn from these episodes, in the order of the text."""
        rows = await self._client.read(
            FIND_EPISODE_STATEMENTS,
            tenant=reader.tenant,
            audiences=list(reader.audiences),
            ids=list(ids),
            live=_live(at),
            valid=at.valid,
            recorded=at.recorded,
            per_node=PER_NODE,
        )
        return _nodes(rows, "")


def node(values: Mapping[str, Any], labels: Sequence[str], *, keep_sort: bool = False) -> Node:
    """A node's map without its vectors and search forms; its kind is the label that is no base label."""
    own = next((label for label in labels if label and label not in _BASES), None)
    shown = {
        key: native(value) for key, value in values.items() if key not in _HIDDEN or (keep_sort and key == "sort_at")
    }
    if "sort_at" in shown:
        shown["sort_at"] = from_milliseconds(shown["sort_at"])
    return Node(id=values["id"], kind=own or str(values["kind"]), values=shown)


def _milliseconds(moment: datetime | None) -> int:
    """A place in the order of a page: a number, since equal moments in two zones are not equal to Cypher."""
    return round(moment.timestamp() * 1000) if moment else 0


def _live(at: Moment) -> list[bool]:
    return [True, False] if at.with_history or at.valid or at.recorded else [True]


def _grouped(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[NodeEdge]]:
    found: dict[str, list[NodeEdge]] = defaultdict(list)
    for row in rows:
        found[row["from_id"]].append(
            NodeEdge(
                relation=row["relation"],
                is_reversed=row.get("is_reversed", True),
                weight=float(row["weight"]),
                confidence=float(row["confidence"]),
                node=node(row["node"], []),
            )
        )
    return dict(found)


def _nodes(rows: Sequence[Mapping[str, Any]], label: str) -> dict[str, list[Node]]:
    found: dict[str, list[Node]] = defaultdict(list)
    for row in rows:
        found[row["from_id"]].append(node(row["node"], [label]))
    return dict(found)


def _evidence(row: Mapping[str, Any]) -> EvidenceQuote:
    whole = passage(row["chunk"], row["episode"])
    return EvidenceQuote(quote=whole.cut(row["start"], row["end"]), episode_id=row["episode"]["id"])
