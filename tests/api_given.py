"""For the tests of the API: a small story of two records, and a way to ask over HTTP."""

import re
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import httpx
from given import day, record

from api.graphql.limits import ApiLimits
from api.http import create_api
from graphmem.app import App
from graphmem.domain.documents import Document
from graphmem.domain.entities import EntityKind
from graphmem.domain.episodes import Episode
from graphmem.domain.extraction import (
    ExtractedConsequence,
    ExtractedDecision,
    ExtractedEntity,
    ExtractedFact,
    ExtractedOption,
    ExtractedReason,
    Extraction,
    Span,
)
from graphmem.domain.reports import Recorded
from graphmem.domain.scope import Placement, Reader
from graphmem.domain.statements import Outcome, Stance, Status
from ingest import run
from ingest.report import IngestReport

Reply = dict[str, Any]

_LINE = re.compile(r"(?P<tag>\w+)(?: by (?P<by>\w+))?: (?P<said>.+)")


class Tagged:
    """Reads `Tag by Name: words` lines, so that a test says exactly what its graph holds."""

    name = "tagged@1"

    def extract(self, episode: Episode) -> Extraction:
        found: dict[str, list[Any]] = {}
        spoken: dict[str, list[Span]] = {}
        for number, chunk in enumerate(episode.chunks):
            for line in _LINE.finditer(chunk.text):
                span = Span(chunk=number, start=line.start("said"), end=line.end("said"))
                values = {"text": line["said"], "span": span, "confidence": 0.8}
                found.setdefault(line["tag"], []).append((values, line["by"] or ""))
                if line["by"]:
                    spoken.setdefault(line["by"], []).append(
                        Span(chunk=number, start=line.start("by"), end=line.end("by"))
                    )
        entities = [
            ExtractedEntity(name=name, kind=EntityKind.PERSON, spans=tuple(spans)) for name, spans in spoken.items()
        ]
        entities += [self._topic(values) for values, _ in found.get("Topic", [])]
        return Extraction(
            extractor=self.name,
            entities=tuple(entities),
            decisions=tuple(self._decision(values, by, found) for values, by in found.get("Decision", [])),
            facts=tuple(
                ExtractedFact(**values, subject=by, predicate="is", value="x") for values, by in found.get("Fact", [])
            ),
        )

    def _topic(self, values: dict[str, Any]) -> ExtractedEntity:
        return ExtractedEntity(
            name=values["text"], kind=EntityKind.TOPIC, spans=(values["span"],), about=((None, 1.0),)
        )

    def _decision(self, values: dict[str, Any], by: str, found: dict[str, list[Any]]) -> ExtractedDecision:
        def reasons(tag: str, stance: Stance) -> tuple[ExtractedReason, ...]:
            return tuple(ExtractedReason(**each, by=who, stance=stance) for each, who in found.get(tag, []))

        return ExtractedDecision(
            **values,
            status=Status.ACCEPTED,
            by=(by,),
            reasons=reasons("Reason", Stance.FOR),
            triggers=reasons("Trigger", Stance.FOR),
            objections=reasons("Objection", Stance.AGAINST),
            options=tuple(
                ExtractedOption(**each, by=who, outcome=Outcome.REJECTED, why_not=reasons("Flaw", Stance.AGAINST))
                for each, who in found.get("Rejected", [])
            ),
            consequences=tuple(ExtractedConsequence(**each) for each, _ in found.get("Consequence", [])),
            is_main=True,
        )


STORY = (
    record(
        1,
        "Broker",
        at=day(2),
        decision="Decision by Ada: we use RabbitMQ",
        context="Reason by Ada: the team knows it",
    ),
    record(
        2,
        "Log",
        at=day(20),
        supersedes=1,
        decision="Decision by Ada: we move to Kafka",
        context="Reason by Bob: replay needs a log\n\nTrigger by Bob: the queue lost orders",
        options="Rejected by Cyd: NATS\n\nFlaw by Ada: nobody runs it",
        objections="Objection by Cyd: Kafka is heavy",
        consequences="Consequence: consumers were rewritten",
        topic="Topic: messaging",
        facts="Fact by Kafka: Kafka keeps messages seven days",
    ),
)


@dataclass(frozen=True, slots=True)
class Desk:
    """Where `ingest` writes: the app, as one reader."""

    app: App
    reader: Reader
    placement: Placement
    is_interactive: bool = False

    def record(self, documents: Iterable[Document]) -> AsyncIterator[Recorded]:
        return self.app.record(documents, self.reader, self.placement, is_interactive=self.is_interactive)


@dataclass(frozen=True, slots=True)
class Ingesting:
    """The ingest port, as an entry point wires it."""

    app: App
    reader: Reader

    async def __call__(
        self,
        text: str,
        *,
        title: str,
        source: str,
        project: str,
        happened_at: datetime | None,
        placement: Placement,
        is_interactive: bool = False,
    ) -> IngestReport:
        desk = Desk(self.app, self.reader, placement, is_interactive)
        return await run.ingest_text(desk, text, title=title, source=source, project=project, happened_at=happened_at)


@dataclass(frozen=True, slots=True)
class Service:
    """Makes HTTP clients of the API."""

    app: App
    reader: Reader
    limits: ApiLimits = field(default_factory=lambda: ApiLimits(timeout_s=120))

    def client(self, *, base_url: str = "http://127.0.0.1:8420", **values: Any) -> httpx.AsyncClient:
        app, reader = values.pop("app", self.app), values.pop("reader", self.reader)
        settings = {"limits": self.limits, "ingest_text": Ingesting(app, reader)} | values
        api = create_api(app, reader=reader, **settings)
        return httpx.AsyncClient(transport=httpx.ASGITransport(api, raise_app_exceptions=False), base_url=base_url)

    async def write(self, *documents: Document, placement: Placement | None = None) -> list[Recorded]:
        """Documents, as the reader's own."""
        return [one async for one in self.app.record(documents, self.reader, placement)]

    async def ask(self, query: str, variables: dict[str, Any] | None = None, **values: Any) -> Reply:
        """The reply to a query, whatever it is."""
        async with self.client(**values) as client:
            answer = await client.post("/graphql", json={"query": query, "variables": variables})
        reply: Reply = answer.json()
        return reply

    async def data(self, query: str, variables: dict[str, Any] | None = None, **values: Any) -> dict[str, Any]:
        """The data of a query that must succeed."""
        reply = await self.ask(query, variables, **values)
        assert "errors" not in reply, reply["errors"]
        data: dict[str, Any] = reply["data"]
        return data
