"""Relay connections over the store's pages: bounded sizes and cursors that survive a restart."""

import base64
import binascii
import hashlib
import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, Generic, TypeVar

import strawberry

from api.graphql.limits import PAGE_LIMIT
from api.types.nodes import as_node
from graphmem.domain.errors import InvalidCursor
from graphmem.domain.nodes import Node, PageKey
from graphmem.domain.time import parse_iso

_CHECK_BYTES = 6

First = Annotated[int, strawberry.argument(description=f"1 to {PAGE_LIMIT}.")]
After = Annotated[str | None, strawberry.argument(description="A cursor: the page starts behind it.")]

Of = TypeVar("Of")


@strawberry.type
class PageInfo:
    """Where a page stands in its list."""

    has_next_page: bool
    has_previous_page: bool
    start_cursor: str | None
    end_cursor: str | None


@strawberry.type
class Edge(Generic[Of]):
    """A node in its place."""

    cursor: str
    node: Of


@strawberry.type
class Connection(Generic[Of]):
    """One page."""

    edges: list[Edge[Of]]
    page_info: PageInfo


async def page(
    kind: str, first: int, after: str | None, find: Callable[[int, PageKey], Awaitable[Sequence[Node]]]
) -> Connection[Any]:
    """One page of nodes of a kind; `find` is asked for one more, which tells whether there is a next page."""
    found = await find(first + 1, decode(kind, after))
    edges: list[Edge[Any]] = [Edge(cursor=encode(kind, _key(node)), node=as_node(node)) for node in found[:first]]
    return Connection(
        edges=edges,
        page_info=PageInfo(
            has_next_page=len(found) > first,
            has_previous_page=bool(after),
            start_cursor=edges[0].cursor if edges else None,
            end_cursor=edges[-1].cursor if edges else None,
        ),
    )


def encode(kind: str, key: PageKey) -> str:
    """An opaque cursor: what kind of list it belongs to and where in it, with a check sum."""
    place = json.dumps([kind, key.at.isoformat() if key.at else "", key.name, key.id]).encode()
    return base64.urlsafe_b64encode(_check(place) + place).decode()


def decode(kind: str, cursor: str | None) -> PageKey:
    """Where a cursor of this kind of list points; None is the beginning. Raises InvalidCursor for any other text."""
    if cursor is None:
        return PageKey()
    try:
        raw = base64.b64decode(cursor.encode("ascii"), altchars=b"-_", validate=True)
    except (UnicodeEncodeError, binascii.Error):
        raw = b""
    check, place = raw[:_CHECK_BYTES], raw[_CHECK_BYTES:]
    fields = json.loads(place) if place and check == _check(place) else [""]
    if fields[0] != kind:
        raise InvalidCursor("This cursor does not belong to this list.", hint="Take endCursor of the page before.")
    _, at, name, identifier = fields
    return PageKey(at=parse_iso(at), name=name, id=identifier)


def _check(place: bytes) -> bytes:
    return hashlib.sha256(place).digest()[:_CHECK_BYTES]


def _key(node: Node) -> PageKey:
    return PageKey(at=node.values.get("sort_at"), name=node.values.get("name_key", ""), id=node.id)
