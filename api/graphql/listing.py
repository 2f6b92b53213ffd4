"""Relay connections over what is no node of the graph: changes, pairs, lines of the audit."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from api.graphql.paging import Connection, Edge, PageInfo, decode, encode
from graphmem.domain.nodes import PageKey

Found = TypeVar("Found")


async def listing(
    kind: str,
    first: int,
    after: str | None,
    find: Callable[[int, PageKey], Awaitable[Sequence[Found]]],
    place: Callable[[Found], PageKey],
) -> Connection[Any]:
    """One page of values; `find` is asked for one more, which tells whether there is a next page."""
    found = await find(first + 1, decode(kind, after))
    edges: list[Edge[Any]] = [Edge(cursor=encode(kind, place(one)), node=one) for one in found[:first]]
    return Connection(
        edges=edges,
        page_info=PageInfo(
            has_next_page=len(found) > first,
            has_previous_page=bool(after),
            start_cursor=edges[0].cursor if edges else None,
            end_cursor=edges[-1].cursor if edges else None,
        ),
    )
