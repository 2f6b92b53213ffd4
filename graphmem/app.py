"""The use-cases: one frozen value of ports that every face (command line, GraphQL, Python) calls and nothing else."""

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.answers import Answer, ConnectAnswer, RecallQuery, Status, WhyAnswer, WhyQuery
from graphmem.domain.commitments import Owed, OwedQuery
from graphmem.domain.corrections import Corrected, Standing, Verdict
from graphmem.domain.cursors import Cursor, CursorKey
from graphmem.domain.documents import Document
from graphmem.domain.engines import CaptureReport
from graphmem.domain.errors import InvalidQuery
from graphmem.domain.identities import Merged
from graphmem.domain.nodes import AuditQuery, Node, PageKey
from graphmem.domain.reads import (
    AboutQuery,
    Change,
    ChangesQuery,
    Contradiction,
    Held,
    Neighbours,
    NeighboursQuery,
    Pack,
    PackQuery,
    Profile,
    check_size,
)
from graphmem.domain.reports import Recorded
from graphmem.domain.scope import Placement, Reader, Role
from graphmem.domain.time import AsOf, as_utc, now
from graphmem.domain.writes import EpisodeWrite
from graphmem.govern.audience import audience_of
from graphmem.govern.keepers import releasable
from graphmem.ports import CursorStore, Embedder
from graphmem.recall.connect import Connect, ConnectQuery
from graphmem.recall.reads import Reads
from graphmem.recall.service import Recall
from graphmem.recall.why import Why
from graphmem.remember.capture import Capture, Capturing
from graphmem.remember.correct import Corrections
from graphmem.remember.guard import masked
from graphmem.remember.keep import Keeping
from graphmem.remember.record import Owner, Recorder
from graphmem.remember.reread import Rereader
from graphmem.store.audit import AuditStore
from graphmem.store.client import Client
from graphmem.store.commitments import CommitmentStore
from graphmem.store.corrections import CorrectionStore
from graphmem.store.disputes import DisputeStore
from graphmem.store.nodes import NodeStore
from graphmem.store.quarantine import QuarantineStore

KEPT_BACK = "keep-back"
"""The audit trail's word for what was meant for others and stays with its writer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """Memory, ready to use. Build it with `graphmem.compose.open_app`; tests build it with fakes."""

    recorder: Recorder
    recalling: Recall
    reasoning: Why
    connecting: Connect
    reads: Reads
    capturing: Capturing
    rereading: Rereader
    keeping: Keeping
    nodes: NodeStore
    commitments: CommitmentStore
    corrections: Corrections
    correcting: CorrectionStore
    disputes: DisputeStore
    quarantine: QuarantineStore
    audit: AuditStore
    cursors: CursorStore
    embedder: Embedder
    client: Client
    schema: int

    def record(
        self,
        documents: Iterable[Document],
        reader: Reader,
        placement: Placement | None = None,
        *,
        is_interactive: bool = False,
    ) -> AsyncIterator[Recorded]:
        """Write documents as the reader's own, or where `placement` says; one `Recorded` each, in order.

        is_interactive  the reader is there to be told: a secret is refused (SecretRefused) instead of masked
        """
        where = placement or Placement()
        owner = _owner(reader, where)
        return self._recorded(self.recorder.record(documents, owner, is_interactive=is_interactive), reader, where)

    async def _recorded(
        self, stream: AsyncIterator[Recorded], reader: Reader, where: Placement
    ) -> AsyncIterator[Recorded]:
        """The stream; what stayed with its writer instead of going to others stands in the audit trail."""
        async for recorded in stream:
            if recorded.is_moved and recorded.outcome != "unchanged":
                detail = f"meant for {where.scope}, kept personal"
                await self.audit.record(reader, KEPT_BACK, recorded.episode_id, detail)
            yield recorded

    async def quarantined(self, reader: Reader, *, first: int, after: PageKey = PageKey()) -> list[Node]:  # noqa: B008 - frozen
        """A page of chunks that read like orders to an agent and wait for a keeper, newest first."""
        return await self.quarantine.find(reader, first=first, after=after)

    async def release(self, chunk_id: str, reader: Reader) -> None:
        """Let a quarantined chunk be read like any other; NotFound for one the reader may not release."""
        await self.quarantine.release(reader, chunk_id, releasable(reader))

    async def capture(self, capture: Capture, reader: Reader) -> CaptureReport:
        """Take over what an agent learnt from a stored conversation; see `Capturing.capture`."""
        return await self.capturing.capture(capture, reader)

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

    async def facts(self, query: AboutQuery, reader: Reader) -> list[Held]:
        """What is said of a thing; see `Reads.facts`."""
        return await self.reads.facts(query, reader)

    async def changes(self, query: ChangesQuery, reader: Reader) -> list[Change]:
        """What began, ended and was closed: a timeline, or the difference of two moments; see `Reads.changes`."""
        return await self.reads.changes(query, reader)

    async def profile(self, name: str, reader: Reader, as_of: AsOf | None = None) -> Profile:
        """Who somebody is; see `Reads.profile`."""
        return await self.reads.profile(name, reader, as_of)

    async def neighbours(self, query: NeighboursQuery, reader: Reader) -> Neighbours:
        """What stands around a node (an id, handle or name); see `Reads.neighbours`."""
        found = (await self.nodes.fetch(reader, [query.start])).get(query.start)
        start = (found.id, found.kind, found.text) if found else ("", "", "")
        return await self.reads.neighbours(query, reader, start)

    async def context(self, query: PackQuery, reader: Reader) -> Pack:
        """What an agent is told when it starts; see `Reads.context`."""
        return await self.reads.context(query, reader)

    async def contradictions(
        self, reader: Reader, *, resolved: bool = False, first: int = 20, after: str = ""
    ) -> list[Contradiction]:
        """A page of pairs that cannot both hold, open ones or resolved ones, by key; both sides must be readable."""
        return await self.disputes.find(reader, resolved=resolved, first=first, after=after)

    async def resolve(self, key: str, keep: str, reader: Reader, *, reason: str = "") -> Contradiction:
        """Settle a contradiction: `keep` is `both`, or the id or handle of the side that holds (the other ends).

        Raises NotFound, InvalidQuery for a `keep` that is neither side, Conflict when a side does not hold any more.
        """
        return await self.disputes.resolve(_writer(reader), key, keep, reason=masked(reason))

    async def audit_trail(self, query: AuditQuery, reader: Reader) -> list[Node]:
        """A page of who did what to which node, newest first: an admin sees all of the tenant, others their own."""
        check_size(query.first)
        return await self.audit.find(
            reader, first=query.first, after=query.after, since=query.since, target=query.target
        )

    async def owed(self, query: OwedQuery, reader: Reader) -> list[Owed]:
        """What is owed: overdue first, then by due, then the undated, newest first; each with its quote."""
        return await self.commitments.find_owed(reader, query)

    async def close_commitment(self, wanted: str, reader: Reader, note: str = "") -> str:
        """Close a commitment by id or handle and give its id; raises NotFound. One that is closed keeps its date."""
        return await self.commitments.close(_writer(reader), wanted, masked(note))

    async def snooze(self, wanted: str, until: datetime, reader: Reader) -> str:
        """Leave a commitment off the list until a moment and give its id; raises NotFound."""
        return await self.commitments.snooze(_writer(reader), wanted, as_utc(until))

    async def supersede(
        self,
        old: str,
        reader: Reader,
        *,
        new_text: str = "",
        new_id: str = "",
        reason: str = "",
        at: datetime | None = None,
        version: int | None = None,
    ) -> Corrected:
        """Put a new text, or a statement that stands already, in the place of `old` (an id or handle).

        The old one stays as history and ends `at` (now when left out). Raises InvalidQuery, NotFound, or Conflict when
        `old` is superseded already or has changed since `version`.
        """
        if bool(new_text.strip()) == bool(new_id):
            raise InvalidQuery("Give a new text or a new id.", hint="One of the two, not both.")
        moment = as_utc(at) if at else now()
        new: EpisodeWrite | str = new_id
        if not new_id:
            standing = await self.correcting.fetch(reader, old)
            new = await self.corrections.written(
                standing, new_text, tenant=reader.tenant, speaker=reader.principal, at=moment
            )
        return await self.correcting.supersede(reader, old, new, reason=masked(reason), at=moment, version=version)

    async def unsupersede(self, old: str, reader: Reader) -> Standing:
        """Take back what superseded `old`: it holds again. Raises NotFound, or Conflict when nothing did."""
        return await self.correcting.unsupersede(reader, old)

    async def outcome(self, ids: Sequence[str], verdict: Verdict, reader: Reader, *, note: str = "") -> list[str]:
        """Note that these statements were of use, or led astray; the ids of those that are there."""
        return await self.correcting.outcome(reader, ids, verdict, masked(note))

    async def merge_entities(self, ids: Sequence[str], into: str, reader: Reader) -> Merged:
        """Make one entity of several; see `Keeping.merge`."""
        return await self.keeping.merge(ids, into, reader)

    async def unmerge_entities(self, identifier: str, reader: Reader) -> Merged:
        """Undo a merge exactly; see `Keeping.unmerge`."""
        return await self.keeping.unmerge(identifier, reader)

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


def _writer(reader: Reader) -> Reader:
    """The reader, when it may change anything at all."""
    if reader.role is Role.READER:
        raise InvalidQuery(f"{reader.principal} may only read.", hint="Ask a member to do it.")
    return reader


def _owner(reader: Reader, where: Placement) -> Owner:
    """Whose write it is; InvalidQuery when the reader does not belong there."""
    audience = audience_of(reader.tenant, where, owner=reader.principal)
    if audience not in reader.audiences:
        raise InvalidQuery(f"{reader.principal} does not belong to {where.scope}.", hint="Write to a scope you read.")
    return Owner(tenant=reader.tenant, principal=reader.principal, audience=audience, placement=where)
