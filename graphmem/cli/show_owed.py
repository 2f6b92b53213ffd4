"""Commitments as a person reads them: who owes what by when, in which words, and what closed it."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from rich.text import Text

from graphmem.cli.render import DATE, HEAD, NAME, NOTE, Branch, attribution, branch, flat, joined, quoted
from graphmem.domain.commitments import Owed


def listed(found: Sequence[Owed]) -> Iterator[Branch]:
    """Each commitment with its quote; a sentence when nothing is owed."""
    if not found:
        yield branch("Nothing is owed.")
    for one in found:
        yield branch(
            _head(one), quoted(one.quote.text), joined(attribution(one.quote), *_marks(one)), below=_closed(one)
        )


def as_plain(one: Owed) -> dict[str, Any]:
    """A commitment for JSON, without the node's own properties."""
    return {field.name: getattr(one, field.name) for field in fields(one) if field.name != "values"}


def _head(one: Owed) -> Text:
    who = Text(flat(", ".join(one.owed_by)) or "nobody named", style=NAME)
    when = Text(f"by {one.due_at:%Y-%m-%d}" if one.due_at else flat(one.due), style=DATE)
    return joined(Text(one.handle, style=HEAD), who, Text(one.kind.replace("_", "-")), when)


def _marks(one: Owed) -> Iterator[Text]:
    if one.is_overdue:
        yield Text("overdue", style=HEAD)
    if one.is_stale:
        yield Text("stale", style=NOTE)
    if one.snoozed_until:
        yield Text(f"snoozed until {one.snoozed_until:%Y-%m-%d}", style=NOTE)


def _closed(one: Owed) -> Iterator[Branch]:
    if one.closed_at is None:
        return
    by = f" by {flat(one.closed_by)}" if one.closed_by else ""
    told = joined(Text(f"closed {one.closed_at:%Y-%m-%d}{by}", style=NOTE), flat(one.note))
    yield branch(told, *((quoted(one.closing.text), attribution(one.closing)) if one.closing else ()))
