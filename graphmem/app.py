"""The use-cases: one frozen value of ports that every face (command line, GraphQL, Python) calls and nothing else."""

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass

from graphmem.domain.answers import Answer, ConnectAnswer, RecallQuery, Status, WhyAnswer, WhyQuery
from graphmem.domain.cursors import Cursor, CursorKey
from graphmem.domain.documents import Document
from graphmem.domain.errors import InvalidQuery
from graphmem.domain.reports import Recorded
from graphmem.domain.scope import Placement, Reader
from graphmem.govern.audience import audience_of
from graphmem.ports import CursorStore, Embedder
from graphmem.recall.connect import Connect, ConnectQuery
from graphmem.recall.service import Recall
from graphmem.recall.why import Why
from graphmem.remember.record import Owner, Recorder
from graphmem.store.client import Client
from graphmem.store.nodes import NodeStore


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """Memory, ready to use. Build it with `graphmem.compose.open_app`; tests build it with fakes."""

    recorder: Recorder
    recalling: Recall
    reasoning: Why
    connecting: Connect
    nodes: NodeStore
    cursors: CursorStore
    embedder: Embedder
    client: Client
    schema: int

    def record(
        self, documents: Iterable[Document], reader: Reader, placement: Placement | None = None
    ) -> AsyncIterator[Recorded]:
        """Write documents as the reader's own, or where `placement` says; one `Recorded` each, in order."""
        return self.recorder.record(documents, _owner(reader, placement or Placement()))

    async def find_cursors(
        self, keys: Sequence[CursorKey], reader: Reader, placement: Placement | None = None
    ) -> dict[CursorKey, Cursor]:
        """How far these sources were read into that place; an unknown one is absent."""
        owner = _owner(reader, placement or Placement())
        return await self.cursors.fetch(owner.tenant, owner.audience, keys)

    async def save_cursors(self, cursors: Sequence[Cursor], reader: Reader, placement: Placement | None = None) -> None:
        """Keep how far these sources were read into that place."""
        owner = _owner(reader, placement or Placement())
        await self.cursors.save(owner.tenant, owner.audience, cursors)

    async def recall(self, query: RecallQuery, reader: Reader) -> Answer:
        """The best items on a question; see `Recall.recall`."""
        return await self.recalling.recall(query, reader)

    async def why(self, query: WhyQuery, reader: Reader) -> WhyAnswer:
        """Why something was decided; see `Why.why`."""
        return await self.reasoning.why(query, reader)

    async def connect(self, query: ConnectQuery, reader: Reader) -> ConnectAnswer:
        """How two things hang together; see `Connect.connect`."""
        return await self.connecting.connect(query, reader)

    async def status(self, reader: Reader) -> Status:
        """What the reader's part of the memory holds and what it runs on."""
        server = await self.nodes.fetch_server()
        return Status(
            tenant=reader.tenant,
            server=server.version,
            edition=server.edition,
            gds=server.gds,
            schema=self.schema,
            model=self.embedder.identity.name,
            counts=await self.nodes.count(reader),
        )


def _owner(reader: Reader, where: Placement) -> Owner:
    """Whose write it is; InvalidQuery when the reader does not belong there."""
    audience = audience_of(reader.tenant, where, owner=reader.principal)
    if audience not in reader.audiences:
        raise InvalidQuery(f"{reader.principal} does not belong to {where.scope}.", hint="Write to a scope you read.")
    return Owner(tenant=reader.tenant, principal=reader.principal, audience=audience, placement=where)
