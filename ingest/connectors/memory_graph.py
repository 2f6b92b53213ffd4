"""Knowledge graphs that other memory servers keep: entities with observations, and relations between them.

Read are the reference memory server's lines, its graph and mcp-neo4j-memory's as one object, mem0's relations, and
nodes and relationships as Neo4j's own export writes them.
"""

from collections.abc import Iterator

from graphmem.domain.documents import Document, EpisodeKind, Part, Skipped
from ingest.connector import Source
from ingest.frames import frame
from ingest.json_rows import MOST, Json, Object, Row, head_objects, object_at, objects, rows, shares, text_at
from ingest.moments import any_moment
from ingest.tally import Tally
from ingest.windows import Keys, Windows, windows

_TYPES = ("entityType", "type", "label")
_FROM, _TO = ("from", "source", "source_name"), ("to", "target", "destination", "destination_name")
_RELATION = ("relationType", "relationship", "relation_type", "relation", "type", "label")
_MARKERS = frozenset({"_aim", "meta", "metadata", "header"})
REMEMBERED_NODES = 200_000


class MemoryGraph:
    """A note an entity, titled with its name; the relations are one more note, each under the entity it starts from."""

    name = "memory-graph"

    def recognises(self, source: Source) -> float:
        """By rows that are entities or relations, or an object that holds lists of them."""
        found = head_objects(source)
        if any(_is_graph(value) for value in found[:1]):
            return 0.96
        return 0.96 if shares(found, _is_ours, least=MOST) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The entities as they come, the relations in windows of their own."""
        tally = Tally(source.uri)
        reader = _Reader(source, tally)
        for row in rows(source, tally):
            for value in _members(row, tally):
                yield from reader.read(value, row.line)
        yield from reader.close()
        yield from tally.report()


class _Reader:
    """The open note of relations, and the names behind the ids of nodes."""

    def __init__(self, source: Source, tally: Tally) -> None:
        self._source, self._tally, self._keys = source, tally, Keys()
        self._names: dict[str, str] = {}
        own = f"{source.uri}#relations"
        self._relations = Windows(
            frame(source, harness=MemoryGraph.name, kind=EpisodeKind.NOTE, external_id=own), tally
        )

    def read(self, value: Json, line: int) -> Iterator[Document]:
        """Take an entity or a relation."""
        entity, relation = _entity(value), _relation(value, self._names)
        if relation:
            yield from self._relate(relation, line)
        elif entity:
            yield from self._describe(entity, line)
        elif text_at(value, "type") in _MARKERS:
            self._tally.leave_out(f"row of type {text_at(value, 'type')}", line)
        else:
            self._tally.fault("a record that is neither entity nor relation", line)

    def close(self) -> Iterator[Document]:
        """The relations that are still open."""
        yield from self._relations.close()

    def _relate(self, relation: tuple[str, str, str], line: int) -> Iterator[Document]:
        start, said, end = relation
        if not (start and said and end):
            self._tally.fault("a relation without an end or a name", line)
            return
        text = f"{start} {said.replace('_', ' ')} {end}"
        yield from self._relations.add([Part(key=self._keys.key("relation", *relation), text=text, heading=(start,))])

    def _describe(self, entity: Object, line: int) -> Iterator[Document]:
        name, kind = text_at(entity, "name").strip(), _kind(entity)
        self._remember(entity, name)
        said = _observations(entity)
        if not said and not kind:
            self._tally.leave_out("entity of which nothing is said", line)
            return
        shared = frame(
            self._source,
            harness=MemoryGraph.name,
            kind=EpisodeKind.NOTE,
            external_id=f"{self._source.uri}#{self._keys.key('entity', name)}",
            title=name,
            at=any_moment(entity.get("updated_at")) or any_moment(entity.get("created_at")),
        )
        parts = [self._part(f"{name}: {kind}", name, is_noise=True)] if kind else []
        parts += [self._part(text, name, kind) for text in said]
        yield from windows(shared, ([part] for part in parts), self._tally)

    def _part(self, text: str, name: str, kind: str = "", *, is_noise: bool = False) -> Part:
        heading = tuple(filter(None, (name, kind)))
        return Part(key=self._keys.key(name, text), text=text, heading=heading, is_noise=is_noise)

    def _remember(self, entity: Object, name: str) -> None:
        own = entity.get("id")
        if isinstance(own, str | int) and len(self._names) < REMEMBERED_NODES:
            self._names[str(own)] = name


def _members(row: Row, tally: Tally) -> Iterator[Json]:
    """The entities and relations of an object that holds lists of them; anything else as it is."""
    held = object_at(row.value, "graph") or row.value
    if not isinstance(held, dict) or not _is_graph(held):
        yield row.value
        return
    for name, members in held.items():
        if isinstance(members, list) and name in {"entities", "nodes", "relations", "relationships", "edges"}:
            for member in members:
                tally.read += 1
                yield member
        else:
            tally.leave_out(f"{name}: no entities and no relations", row.line)


def _is_graph(value: Json) -> bool:
    held = object_at(value, "graph") or value
    if not isinstance(held, dict):
        return False
    named = objects(held.get("entities")) or objects(held.get("nodes"))
    related = objects(held.get("relations")) or objects(held.get("relationships"))
    is_empty = held.get("entities") == [] and isinstance(held.get("relations"), list)
    return any(map(_is_ours, named)) or any(map(_is_ours, related)) or is_empty


def _is_ours(value: Object) -> bool:
    if "memory" in value or "messages" in value:
        return False
    return bool(_entity(value)) or _relation(value, {}) is not None


def _entity(value: Json) -> Object:
    """The entity's own properties, empty when it is none."""
    if not isinstance(value, dict):
        return {}
    inner = object_at(value, "properties")
    if text_at(value, "type") == "node" and inner and text_at(inner, "name"):
        labels = [label for label in _texts(value.get("labels")) if label not in {"Memory", "__Entity__"}]
        return {"id": value.get("id"), "type": labels[0] if labels else ""} | inner
    is_named = bool(text_at(value, "name").strip())
    return value if is_named and (isinstance(value.get("observations"), list) or "entityType" in value) else {}


def _kind(entity: Object) -> str:
    kind = text_at(entity, *_TYPES)
    return text_at(entity, "entityType") or ("" if kind in {"entity", "node"} else kind)


def _observations(entity: Object) -> list[str]:
    told = entity.get("observations")
    texts = _texts(told) + [text_at(each, "content", "text", "observation") for each in objects(told)]
    return [text.strip() for text in texts if text.strip()]


def _relation(value: Json, names: dict[str, str]) -> tuple[str, str, str] | None:
    """Start, wording and end; None when the value is no relation; an end that is missing is empty."""
    if not isinstance(value, dict):
        return None
    if text_at(value, "type") == "relationship":
        return _end(value.get("start"), names), text_at(value, "label", "name"), _end(value.get("end"), names)
    is_told = any(name in value for name in _FROM) and any(name in value for name in _TO)
    if not is_told or "observations" in value or not any(name in value for name in _RELATION):
        return None
    said = next((value[name] for name in _RELATION if value.get(name) not in ("relation", None)), "")
    wording = ", ".join(_texts(said)) or (said if isinstance(said, str) else "")
    return text_at(value, *_FROM), wording.strip(), text_at(value, *_TO)


def _end(node: Json, names: dict[str, str]) -> str:
    own = node.get("id") if isinstance(node, dict) else None
    return text_at(object_at(node, "properties"), "name") or names.get(str(own), "")


def _texts(value: Json) -> list[str]:
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []
