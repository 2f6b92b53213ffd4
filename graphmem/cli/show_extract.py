"""What engines read and cost, as a person reads it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from graphmem.cli.render import HEAD, NOTE, Branch, branch, clipped, duration, flat, joined
from graphmem.cli.show_state import facts

if TYPE_CHECKING:
    from graphmem.domain.engines import CaptureReport, Dropped, Enriched, ExtractReport

MOST_REASONS = 8


def captured(report: "CaptureReport") -> Iterator[Branch]:
    """What was kept, what has no evidence, what was dropped and why."""
    yield branch(Text(f"{report.kept} kept as {report.extractor}", style=HEAD))
    yield from facts(
        {
            "in the graph": _enriched(report.enriched),
            "without evidence": f"{report.unquoted}: their quotes are not in the stored text"
            if report.unquoted
            else "",
            "episodes": f"{len(report.episodes)}",
        }
    )
    yield from _dropped(report.dropped)


def extracted(report: "ExtractReport", took_s: float) -> Iterator[Branch]:
    """What was read, what it cost, what waits."""
    verb = "would be read" if report.dry_run else "read"
    yield branch(Text(f"{report.engine}: {report.episodes} episodes {verb}  ({duration(took_s)})", style=HEAD))
    used, left = report.usage, report.left
    cost = f"{used.calls:,} calls, {used.chars:,} characters, {used.tokens_in:,} + {used.tokens_out:,} tokens"
    yield from facts(
        {
            "kept": f"{report.kept} items: {_enriched(report.enriched)}" if not report.dry_run else "",
            "cost": (f"at most {used.calls:,} calls" if report.dry_run else cost) if left else "",
            "left today": f"{left.calls:,} calls, {left.chars:,} characters" if left else "",
            "partial": f"{report.partial} answers broke off" if report.partial else "",
            "unread": f"{report.unread} episodes",
        }
    )
    yield from _dropped(report.dropped)
    for failed in report.failed[:MOST_REASONS]:
        yield branch(joined(Text("failed", style="red"), failed.episode_id, flat(failed.reason)))
    if report.paused:
        yield branch(joined(Text("paused", style="yellow"), flat(report.paused)))


def _enriched(enriched: "Enriched") -> str:
    return f"{enriched.added} new, {enriched.reinforced} confirmed, {enriched.corrected} corrected"


def _dropped(dropped: Sequence["Dropped"]) -> Iterator[Branch]:
    """One line a reason with how many fell to it, and the first of them."""
    counts = Counter((one.kind, one.reason) for one in dropped)
    first = {(one.kind, one.reason): one.what for one in reversed(dropped)}
    for (kind, reason), number in counts.most_common(MOST_REASONS):
        shown = f", like “{clipped(first[kind, reason], 50)}”" if first[kind, reason] else ""
        yield branch(joined(Text(f"{number} dropped", style=NOTE), f"{kind}: {flat(reason)}{shown}"))
