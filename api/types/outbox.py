"""What was accepted and waits to be stored, as GraphQL shows it."""

import asyncio

import strawberry

from api.graphql.context import Info


@strawberry.type(description="What was accepted and is not stored yet.")
class Outbox:
    """The shape of `reports.OutboxState`."""

    queued: int = strawberry.field(description="Jobs that wait.")
    claimed: int = strawberry.field(description="Jobs that are being worked on.")
    dead: int = strawberry.field(description="Jobs that nobody will try again: see `graphmem outbox list`.")
    oldest_s: float = strawberry.field(description="Age in seconds of the oldest one that is not dead.")


async def outbox_of(info: Info) -> Outbox | None:
    """The state of the outbox; null where nothing queues."""
    if not info.context.outbox:
        return None
    state = await asyncio.to_thread(info.context.outbox)
    return Outbox(queued=state.queued, claimed=state.claimed, dead=state.dead, oldest_s=state.oldest_s)
