"""Who is who, as a person reads it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from graphmem.cli.render import NAME, NOTE, Branch, branch, flat, joined

if TYPE_CHECKING:
    from graphmem.domain.identities import EntityFace, Merged, Proposal


def proposed(found: Sequence["Proposal"]) -> Iterator[Branch]:
    """One line a pair; how to decide below."""
    for pair in found:
        ends = joined(_face(pair.source), Text("≟"), _face(pair.target), Text(f"({flat(pair.reason)})", style=NOTE))
        yield branch(ends)
    if found:
        hint = "graphmem entities merge ID ID, or graphmem entities dismiss ID ID"
        yield branch(Text(hint, style=NOTE))
    else:
        yield branch(Text("Nothing is waiting.", style=NOTE))


def merged(done: "Merged") -> Iterator[Branch]:
    """What became one."""
    what = f"{', '.join(done.changed)} merged into {done.id}" if done.changed else f"{done.id}: nothing to merge"
    yield branch(what)


def unmerged(done: "Merged") -> Iterator[Branch]:
    """What was set free."""
    what = f"{', '.join(done.changed)} stands for itself again" if done.changed else f"{done.id} is not merged"
    yield branch(what)


def dismissed(which: str, other: str) -> Iterator[Branch]:
    """What is kept apart."""
    yield branch(f"{which} and {other} are kept apart")


def _face(entity: "EntityFace") -> Text:
    return joined(Text(flat(entity.name), style=NAME), entity.handle)
