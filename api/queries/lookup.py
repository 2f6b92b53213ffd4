"""What callers name by id or handle, and the core by id."""

from api.graphql.context import Info
from graphmem.domain.errors import NotFound


async def id_of(info: Info, id_or_handle: str) -> str:
    """The id; raises NotFound alike for what does not exist and for what the reader may not see."""
    found = await info.context.loaders.node.load(id_or_handle)
    if found is None:
        raise NotFound(f"There is nothing with the id {id_or_handle!r}.", hint="recall, people and topics give ids.")
    return found.id
