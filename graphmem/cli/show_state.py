"""What runs and what was done, as a person reads it: engine, status, ingest reports, doctor's checks."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from graphmem.cli.render import DATE, HEAD, NAME, NOTE, Branch, branch, duration, flat, joined, size
from graphmem.domain.answers import Check
from graphmem.domain.findings import told

if TYPE_CHECKING:
    from graphmem.cli.engine import StatusReport, UpReport
    from graphmem.domain.answers import Status
    from graphmem.engine import EngineStatus
    from ingest.report import Counts, FileReport, IngestReport

MOST_SKIPPED = 5
_MARKS = {"green": ("✓", "green"), "red": ("✗", "red bold"), "not_configured": ("–", "dim")}


def facts(rows: dict[str, str]) -> Iterator[Branch]:
    """One line a fact, its name first; empty ones are left out."""
    width = max(map(len, rows), default=0)
    for name, value in rows.items():
        if value:
            yield branch(joined(Text(name.ljust(width), style=NAME), value))


def upped(report: "UpReport") -> Iterator[Branch]:
    """A running engine and how to get at it."""
    yield branch(Text(f"Neo4j {report.version} is up  ({duration(report.took_s)})", style=HEAD))
    yield from facts(
        {
            "bolt": report.uri,
            "browser": f"{report.http_url}/browser/" if report.http_url else "",
            "user": f"{report.user}, the password is in {report.password_file}",
        }
    )


def stated(report: "StatusReport") -> Iterator[Branch]:
    """The engine, then the memory."""
    rows = _engine_rows(report.engine) if report.engine else {"server": report.uri}
    if report.memory:
        rows |= _memory_rows(report.memory)
    yield from facts(rows)
    if not report.memory:
        yield branch(Text("The engine does not run: any question starts it, or `graphmem up`.", style=NOTE))


def _engine_rows(engine: "EngineStatus") -> dict[str, str]:
    sizes = f"store {size(engine.store_bytes)}, logs {size(engine.logs_bytes)}, downloads {size(engine.cache_bytes)}"
    parts = [
        engine.state.value,
        f"for {duration(engine.up_seconds)}" if engine.up_seconds else "",
        f"{size(engine.memory_bytes)} of memory" if engine.memory_bytes else "",
    ]
    return {
        "engine": ", ".join(part for part in parts if part),
        "bolt": engine.uri or "",
        "browser": f"{engine.http_url}/browser/" if engine.http_url else "",
        "home": f"{engine.home}  ({sizes})",
    }


def _memory_rows(memory: "Status") -> dict[str, str]:
    counts = ", ".join(f"{number:,} {kind.lower()}s" for kind, number in memory.counts.items())
    return {
        "neo4j": f"{memory.server} {memory.edition}, graph algorithms {memory.gds or 'not there'}",
        "model": f"{memory.model}, schema {memory.schema}",
        "memory": f"tenant {memory.tenant}: {counts or 'empty'}",
    }


def ingested(report: "IngestReport", took_s: float) -> Iterator[Branch]:
    """What is new, and of each file that gave trouble the reasons."""
    for file in report.files:
        if file.status.value not in {"ok", "unchanged"} or any(one.is_fault for one in file.skipped):
            yield _file(file)
    yield branch(
        Text(_totals(report.totals, len(report.files), took_s), style=HEAD), *_created(report.totals), *_guarded(report)
    )
    if report.exit_code:
        yield branch(
            Text("Mend or leave out what failed; --source names the kind of a file that is misread.", style=NOTE)
        )


def _file(file: "FileReport") -> Branch:
    colour = {"failed": "red", "partial": "yellow", "empty": "dim"}.get(file.status.value, "yellow")
    reasons = [f"line {one.line}: {flat(one.reason)}" if one.line else flat(one.reason) for one in file.skipped]
    more = len(reasons) - MOST_SKIPPED
    lines = [*reasons[:MOST_SKIPPED], *([f"and {more} more: add --json"] if more > 0 else [])]
    status = "read with gaps" if file.status.value == "ok" else file.status.value
    return branch(joined(Text(status, style=colour), file.uri.removeprefix("file://")), below=map(branch, lines))


def _totals(totals: "Counts", files: int, took_s: float) -> str:
    states = {"new": totals.new, "changed": totals.changed, "unchanged": totals.unchanged}
    told = ", ".join(f"{number:,} {state}" for state, number in states.items() if number) or "nothing to remember"
    return f"{files:,} {'file' if files == 1 else 'files'}: {told}  ({duration(took_s)})"


def _created(totals: "Counts") -> Iterator[str]:
    if totals.new or totals.changed:
        yield (
            f"{totals.chunks:,} chunks, {totals.statements:,} statements, {totals.entities:,} entities; "
            f"{totals.nodes_created:,} nodes and {totals.relationships_created:,} relationships created, "
            f"{totals.embedded:,} texts embedded"
        )


def _guarded(report: "IngestReport") -> Iterator[str]:
    if found := told(report.findings):
        yield found
    if moved := report.totals.moved:
        yield f"{moved:,} kept personal: personal numbers are not shared"


def checked(checks: list[Check]) -> Iterator[Branch]:
    """One line a check, the way to mend below a red one, and the sum."""
    width = max(len(check.name) for check in checks)
    for check in checks:
        mark, style = _MARKS[check.state]
        line = joined(Text(mark, style=style), Text(check.name.ljust(width), style=NAME), flat(check.detail))
        yield branch(line, below=[branch(Text(check.hint, style=NOTE))] if check.hint else ())
    red = sum(check.state == "red" for check in checks)
    yield branch(Text(f"{red} of {len(checks)} checks are red" if red else "All is well", style=HEAD if red else DATE))
