"""What arrived, verbatim: episodes and their chunks."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import strawberry

from api.graphql.context import Info, moment_of
from api.graphql.fields import documented
from api.graphql.loaders import SaidIn
from api.types.enums import EpisodeKind
from api.types.links import NESTED
from api.types.nodes import Node, as_node

if TYPE_CHECKING:
    from api.types.statements import Statement


@strawberry.type(description="A window of a conversation, a note, a record: what came in at once.")
class Episode(Node):
    """Its words are in its chunks."""

    kind: EpisodeKind = EpisodeKind.NOTE
    source: str = strawberry.field(default="", description="What read it: claude-code, adr …")
    uri: str = ""
    title: str = ""
    summary: str = ""
    status: str = strawberry.field(default="", description="A record's own word.")
    project: str = ""
    happened_at: datetime | None = strawberry.field(default=None, description="When it was said, never when imported.")
    ended_at: datetime | None = None

    @documented()
    async def chunks(self, info: Info, *, first: int = NESTED) -> list["Chunk"]:
        """Its text, in order."""
        return [as_node(chunk) for chunk in (await info.context.loaders.chunks.load(self.id))[:first]]

    @documented()
    async def statements(
        self, info: Info, *, first: int = NESTED
    ) -> list[Annotated["Statement", strawberry.lazy("api.types.statements")]]:
        """What was drawn from it and holds, in the order of the text."""
        wanted = SaidIn(id=self.id, at=moment_of(info))
        return [as_node(one) for one in (await info.context.loaders.episode_statements.load(wanted))[:first]]


@strawberry.type(description="A turn or paragraph: what is embedded and recalled, and what quotes point into.")
class Chunk(Node):
    """Verbatim."""

    position: int = 0
    speaker: str = ""
    role: str = ""
    heading: list[str] = strawberry.field(default_factory=list)
    text: str = ""
    tokens: int = 0
    happened_at: datetime | None = None
    episode_id: strawberry.Private[str] = ""

    @documented()
    async def episode(self, info: Info) -> Episode | None:
        """What it is a part of."""
        found = await info.context.loaders.node.load(self.episode_id)
        return as_node(found) if found else None
