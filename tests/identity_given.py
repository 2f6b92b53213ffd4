"""For the tests of who is who: scripted names with their spans, and what the graph holds of them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import neo4j
from given import talk

from graphmem.app import App
from graphmem.domain.documents import Document, Part, SpeakerRole
from graphmem.domain.entities import EntityKind
from graphmem.domain.episodes import Episode
from graphmem.domain.extraction import ExtractedEntity, ExtractedFact, Extraction, Span
from graphmem.domain.scope import Placement, Reader
from graphmem.domain.text import name_key
from graphmem.domain.vectors import ModelIdentity, Side, Vector
from graphmem.inference import EmbedderChoice, load_embedder

_NAMED = re.compile(r"\[(?P<kind>\w)(?P<name>[^\]|]+)(?:\|(?P<handle>[^\]]+))?\]")
_KINDS = {
    "p": EntityKind.PERSON,
    "t": EntityKind.TOPIC,
    "o": EntityKind.ORGANIZATION,
    "x": EntityKind.THING,
    "l": EntityKind.PLACE,
    "a": EntityKind.ARTIFACT,
}


class Bracketed:
    """Reads `[pAda Sato|ada@x.org]` as a person with a handle, `[tqueue]` as a topic …; each sentence is a fact about
    the first name in it. Speakers are people."""

    name = "bracketed@1"

    def extract(self, episode: Episode) -> Extraction:
        found: dict[tuple[str, EntityKind], ExtractedEntity] = {}
        facts = []
        for number, chunk in enumerate(episode.chunks):
            if chunk.speaker:
                key = (name_key(chunk.speaker), EntityKind.PERSON)
                found.setdefault(key, ExtractedEntity(name=chunk.speaker, kind=EntityKind.PERSON))
            first = ""
            for match in _NAMED.finditer(chunk.text):
                kind, name = _KINDS[match["kind"]], match["name"]
                first = first or name
                span = Span(chunk=number, start=match.start("name"), end=match.end("name"))
                known = found.get((name_key(name), kind), ExtractedEntity(name=name, kind=kind))
                handles = (match["handle"],) if match["handle"] else ()
                found[name_key(name), kind] = replace(
                    known, spans=(*known.spans, span), handles=tuple(dict.fromkeys((*known.handles, *handles)))
                )
            if first:
                whole = Span(chunk=number, start=0, end=len(chunk.text))
                facts.append(
                    ExtractedFact(text=chunk.text, span=whole, confidence=0.9, subject=first, predicate="does")
                )
        return Extraction(extractor=self.name, entities=tuple(found.values()), facts=tuple(facts))


@dataclass
class Unrelated:
    """An embedder whose vectors say nothing: every text gets another direction."""

    identity: ModelIdentity = field(default_factory=lambda: load_embedder(EmbedderChoice()).identity)

    def embed(self, texts: Sequence[str], *, side: Side = Side.PASSAGE) -> Vector:  # noqa: ARG002 - the port's
        import hashlib

        import numpy as np

        rows = []
        for text in texts:
            seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
            row = np.random.default_rng(seed).normal(size=self.identity.dimension).astype(np.float32)
            rows.append(row / np.linalg.norm(row))
        return np.stack(rows) if rows else np.zeros((0, self.identity.dimension), dtype=np.float32)


def bracketed(memory: App) -> App:
    """The product, told who is named."""
    return replace(memory, recorder=replace(memory.recorder, extractor=Bracketed()))


def with_agent(document: Document) -> Document:
    """The same talk with an agent that answers at its end."""
    answer = Part(key="answer", text="Done.", speaker="assistant", role=SpeakerRole.ASSISTANT)
    return replace(document, parts=(*document.parts, answer))


@dataclass(frozen=True, kw_only=True)
class World:
    """One tenant, written and looked at."""

    memory: App
    reader: Reader
    driver: neo4j.AsyncDriver

    async def tell(
        self,
        *turns: tuple[str, str] | str,
        session: str = "s1",
        project: str = "",
        placement: Placement | None = None,
        reader: Reader | None = None,
    ) -> None:
        pairs = [turn if isinstance(turn, tuple) else ("", turn) for turn in turns]
        await self.write(talk(*pairs, session=session, project=project), placement=placement, reader=reader)

    async def write(
        self, *documents: Document, placement: Placement | None = None, reader: Reader | None = None
    ) -> None:
        async for _ in self.memory.record(documents, reader or self.reader, placement):
            pass

    async def rows(self, query: str, **params: Any) -> list[tuple[Any, ...]]:
        found = await self.driver.execute_query(query, tenant=self.reader.tenant, **params)
        return [tuple(record.values()) for record in found.records]

    async def names(self, kind: str = "Person") -> list[str]:
        """Names of the entities of a kind that stand for themselves."""
        rows = await self.rows(
            f"MATCH (n:{kind} {{tenant: $tenant}}) WHERE n.merged_into IS NULL RETURN n.name ORDER BY n.name, n.id"
        )
        return [name for (name,) in rows]

    async def ids(self, name: str) -> list[str]:
        rows = await self.rows("MATCH (n:Entity {tenant: $tenant, name: $name}) RETURN n.id ORDER BY n.id", name=name)
        return [identifier for (identifier,) in rows]

    async def facts(self, identifier: str) -> list[str]:
        rows = await self.rows(
            "MATCH (:Entity {tenant: $tenant, id: $id})<-[:SUBJECT]-(f:Fact) RETURN f.text ORDER BY f.text",
            id=identifier,
        )
        return [text for (text,) in rows]

    async def proposals(self) -> list[tuple[str, str, str]]:
        rows = await self.rows(
            "MATCH (a:Entity {tenant: $tenant})-[r:SAME_AS {status: 'proposed'}]->(b) RETURN a.name, b.name, r.reason"
        )
        return sorted((*sorted(row[:2]), row[2]) for row in rows)

    async def dump(self) -> tuple[list[str], list[str]]:
        """Everything of the tenant that reads of now meet: the audit and what was taken back are left out."""
        nodes = await self.rows(
            "MATCH (n {tenant: $tenant}) WHERE NOT n:AuditEntry RETURN labels(n) AS l, properties(n) AS p"
        )
        edges = await self.rows(
            "MATCH (a {tenant: $tenant})-[r]->(b) WHERE type(r) <> 'UNDONE' RETURN a.id, type(r), b.id, properties(r)"
        )
        flat = [
            (sorted(labels), sorted((key, _plain(value)) for key, value in values.items())) for labels, values in nodes
        ]
        tied = [(a, t, b, sorted((key, _plain(value)) for key, value in r.items())) for a, t, b, r in edges]
        return sorted(map(str, flat)), sorted(map(str, tied))


def _plain(value: Any) -> Any:
    return str(hash(tuple(value))) if isinstance(value, list) and value and isinstance(value[0], float) else value
