"""Capture: what an agent learnt from a conversation, handed over with quotes."""

import json

import strawberry
from strawberry.scalars import JSON

from api.graphql.context import Info
from api.graphql.fields import documented
from api.mutations.write import UserError
from graphmem.domain.engines import CaptureReport
from graphmem.domain.errors import BadInput, NotFound
from graphmem.domain.scope import Placement
from graphmem.remember.capture import Capture


@strawberry.input(description="What was learnt, by whom, and from which conversation: name the episode or the session.")
class CaptureInput:
    """The shape of `capture.Capture`."""

    extraction: JSON = strawberry.field(
        description="decisions, facts, preferences, commitments, procedures, people, topics; each item with its quote."
    )
    agent: str = strawberry.field(description="The name of who learnt it.")
    episode: str = strawberry.field(default="", description="An id or handle.")
    session: str = strawberry.field(default="", description="The session's own id in its harness.")
    harness: str = ""
    text: str = strawberry.field(default="", description="The transcript: ingested when the session is not stored.")
    project: str = ""


@strawberry.type(description="An item that was not kept.")
class DroppedItem:
    """The shape of `engines.Dropped`."""

    kind: str
    what: str = strawberry.field(description="Its first words.")
    reason: str


@strawberry.type(description="What became of what was handed over.")
class CapturePayload:
    """All zero when nothing was stored."""

    extractor: str = strawberry.field(default="", description="What is written on the items.")
    episodes: list[str] = strawberry.field(default_factory=list)
    kept: int = 0
    unquoted: int = strawberry.field(default=0, description="Kept without evidence: their quote is not in the text.")
    added: int = 0
    reinforced: int = strawberry.field(default=0, description="Said already, now also by this agent.")
    corrected: int = strawberry.field(default=0, description="Said already, now with another standing.")
    dropped: list[DroppedItem] = strawberry.field(default_factory=list)
    user_errors: list[UserError] = strawberry.field(default_factory=list)


@strawberry.type
class CaptureMutation:
    """The root field that takes over an extraction."""

    @documented()
    async def capture(self, info: Info, *, input: CaptureInput) -> CapturePayload | None:  # noqa: A002 - as in Relay
        """Take over what an agent learnt from a stored conversation; again, it changes nothing."""
        try:
            report = await _capture(info, input)
        except BadInput as error:
            return CapturePayload(user_errors=[UserError(code=error.code, message=str(error), hint=error.hint)])
        return _payload(report)


async def _capture(info: Info, given: CaptureInput) -> CaptureReport:
    """By episode or session when it is stored; else the transcript is ingested first, when it is given."""
    extraction = given.extraction if isinstance(given.extraction, str) else json.dumps(given.extraction)
    wanted = {"extraction": extraction, "agent": given.agent}
    memory, reader = info.context.memory, info.context.reader
    if given.episode or given.session:
        named = Capture(**wanted, episode=given.episode, session=given.session, harness=given.harness)
        try:
            return await memory.capture(named, reader)
        except NotFound:
            if not given.text:
                raise
    return await memory.capture(Capture(**wanted, uri=await _ingested(info, given)), reader)


async def _ingested(info: Info, given: CaptureInput) -> str:
    """Where the transcript is found; "" without one."""
    if not given.text:
        return ""
    report = await info.context.ingest_text(
        given.text, title="", source="", project=given.project, happened_at=None, placement=Placement()
    )
    return next((file.uri for file in report.files), "")


def _payload(report: CaptureReport) -> CapturePayload:
    return CapturePayload(
        extractor=report.extractor,
        episodes=list(report.episodes),
        kept=report.kept,
        unquoted=report.unquoted,
        added=report.enriched.added,
        reinforced=report.enriched.reinforced,
        corrected=report.enriched.corrected,
        dropped=[DroppedItem(kind=one.kind, what=one.what, reason=one.reason) for one in report.dropped],
    )
