"""One Markdown page of all that `bench all` measured, losses included."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from graphmem.bench.table import table
from graphmem.bench.whole import Done, Part, kept, key_of, replace_text

PAGE = "RESULTS.md"
HEAD = ("what", "n", "graphmem", "beside it", "gain [low, high]")


def write_page(parts: Sequence[Part], folder: Path, place: Path) -> None:
    """The results that `folder` keeps of these parts, in their order; what has none is named."""
    found = [(part, done) for part in parts if (done := kept(part, folder))]
    missing = [part.title for part in parts if not kept(part, folder)]
    replace_text(place, "\n\n".join(_page(found, missing)) + "\n")


def _page(found: Sequence[tuple[Part, Done]], missing: Sequence[str]) -> Iterator[str]:
    yield "# Results"
    yield (
        "Made by `graphmem bench all`, losses included. Everything goes through the product's own write and read path "
        "on a real Neo4j, and under each table stands what it was measured on. Times on a busy machine are upper "
        "bounds. Intervals are 95 % bootstrap (10,000 rounds, seeded), paired for a gain: one that excludes zero is a "
        "gain or a loss, one that holds it is neither."
    )
    if len({done.code for _, done in found}) > 1:
        yield "The parts were measured with different states of the code; `code` under each says which."
    if rows := [row for _, done in found for row in done.glance]:
        yield table(HEAD, rows)
    for part, done in found:
        yield f"## {done.title}"
        yield done.text
        yield f"_Measured {done.measured_at}, code {done.code}; {_on(done.machine)}{_age(part, done)}._"
    if missing:
        yield "## Not measured"
        yield "\n".join(f"- {title}" for title in missing)


def _on(machine: Mapping[str, Any]) -> str:
    used = [f"graphmem {machine['graphmem']}", f"Python {machine['python']}"]
    used += [f"Neo4j {machine['neo4j']}", machine["model"]] if machine["neo4j"] else []
    return f"{', '.join(used)}; {machine['cores']} cores (load {machine['load']}), {machine['system']}"


def _age(part: Part, done: Done) -> str:
    return "" if done.key == key_of(part) else "; of other data or another version than the newest run"
