"""Corrections: what a person says holds instead, and whether it was of use."""

from datetime import datetime
from typing import Annotated

import strawberry

from api.graphql.context import Info, utc
from api.graphql.fields import documented
from graphmem.domain.corrections import Verdict

strawberry.enum(Verdict, name="Verdict", description="Whether a statement was of use.")

Old = Annotated[str, strawberry.argument(description="A statement by id or handle.")]
Version = Annotated[int | None, strawberry.argument(description="Refused when it has changed since this version.")]


@strawberry.type(description="What took the place of what.")
class SupersedePayload:
    """The shape of `corrections.Corrected`."""

    old_id: strawberry.ID
    new_id: strawberry.ID
    new_handle: str
    text: str
    at: datetime
    stale: int = strawberry.field(description="How many statements rested on the old one.")


@strawberry.type(description="A statement that holds again.")
class UnsupersedePayload:
    """By id and handle."""

    id: strawberry.ID
    handle: str
    text: str


@strawberry.type(description="The statements that were there to be judged.")
class OutcomePayload:
    """Their ids."""

    ids: list[strawberry.ID]


@strawberry.type
class Correct:
    """The root fields that correct."""

    @documented()
    async def supersede(
        self,
        info: Info,
        *,
        old: Old,
        new_text: str = "",
        new_id: str = "",
        reason: str = "",
        at: datetime | None = None,
        version: Version = None,
    ) -> SupersedePayload | None:
        """Put a new text, or a statement that stands already, in the place of an old one, which stays as history."""
        done = await info.context.memory.supersede(
            old, info.context.reader, new_text=new_text, new_id=new_id, reason=reason, at=utc(at), version=version
        )
        return SupersedePayload(
            old_id=strawberry.ID(done.old_id),
            new_id=strawberry.ID(done.new_id),
            new_handle=done.new_handle,
            text=done.text,
            at=done.at,
            stale=done.stale,
        )

    @documented()
    async def unsupersede(self, info: Info, *, old: Old) -> UnsupersedePayload | None:
        """Take back what superseded a statement: it holds again."""
        done = await info.context.memory.unsupersede(old, info.context.reader)
        return UnsupersedePayload(id=strawberry.ID(done.id), handle=done.handle, text=done.text)

    @documented()
    async def outcome(self, info: Info, *, ids: list[str], verdict: Verdict, note: str = "") -> OutcomePayload | None:
        """Note that statements were of use, or led astray."""
        done = await info.context.memory.outcome(ids, verdict, info.context.reader, note=note)
        return OutcomePayload(ids=[strawberry.ID(key) for key in done])
