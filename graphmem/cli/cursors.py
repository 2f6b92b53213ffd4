"""Where a page of a list ended, as one word that the next call is given back."""

import base64
import binascii
import json
from collections.abc import Iterator

from rich.text import Text

from graphmem.cli.render import NOTE, Branch, branch
from graphmem.domain.errors import InvalidCursor
from graphmem.domain.nodes import PageKey
from graphmem.domain.time import parse_iso


def written(key: PageKey) -> str:
    """The cursor of a place."""
    place = json.dumps([key.at.isoformat() if key.at else "", key.name, key.id])
    return base64.urlsafe_b64encode(place.encode()).decode().rstrip("=")


def read(cursor: str) -> PageKey:
    """The place of a cursor; the beginning without one; InvalidCursor for any other text."""
    if not cursor:
        return PageKey()
    try:
        at, name, identifier = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (ValueError, binascii.Error) as error:
        raise InvalidCursor("This is no cursor.", hint="Take the one that the page before ended with.") from error
    return PageKey(at=parse_iso(str(at)), name=str(name), id=str(identifier))


def told(cursor: str) -> Iterator[Branch]:
    """How to go on; nothing at the end of a list."""
    if cursor:
        yield branch(Text(f"more with --after {cursor}", style=NOTE))
