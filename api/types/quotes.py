"""Quotes: the words in the record that an answer rests on."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import strawberry

from api.graphql.context import Info
from api.graphql.fields import documented
from api.types.nodes import as_node
from graphmem.domain import answers

if TYPE_CHECKING:
    from api.types.episodes import Chunk


@strawberry.type(description="Characters [start, end) of a chunk's text, verbatim.")
class Quote:
    """The shape of `answers.Quote`, whose values it is read from."""

    text: str
    chunk_id: strawberry.ID
    start: int
    end: int
    speaker: str
    happened_at: datetime | None
    source: str = strawberry.field(description="Where the episode came from.")
    title: str = strawberry.field(description="The episode's title.")

    @documented()
    @staticmethod
    async def chunk(
        parent: strawberry.Parent[answers.Quote], info: Info
    ) -> Annotated["Chunk", strawberry.lazy("api.types.episodes")] | None:
        """The whole chunk."""
        found = await info.context.loaders.node.load(parent.chunk_id)
        return as_node(found) if found else None


async def first_quote(info: Info, statement_id: str) -> answers.Quote | None:
    """The first words that a statement was drawn from."""
    evidence = await info.context.loaders.evidence.load(statement_id)
    return evidence[0].quote if evidence else None
