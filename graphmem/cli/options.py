"""Options that several commands share, with one wording each."""

from datetime import datetime, timedelta
from typing import Annotated

import typer

from graphmem.domain.errors import InvalidQuery
from graphmem.domain.time import AsOf, parse_iso

AsJson = Annotated[bool, typer.Option("--json", help="One JSON object on stdout, and nothing else.")]
Project = Annotated[str, typer.Option(metavar="NAME", help="Only of this project.")]
InProject = Annotated[str, typer.Option(metavar="NAME", help="The project it belongs to.")]
AsOfMoment = Annotated[str, typer.Option("--as-of", metavar="DATE", help="What was true then, as 2026-05-31.")]
Recorded = Annotated[str, typer.Option("--recorded", metavar="DATE", help="As far as was known then.")]
Depth = Annotated[int, typer.Option(metavar="N", help="How many hops a path may have.")]


def as_of(text: str, recorded: str = "") -> AsOf | None:
    """The reading of the past that `--as-of` and `--recorded` ask for; None without either."""
    valid, known = end_of(text), end_of(recorded)
    return AsOf(valid=valid, recorded=known) if valid or known else None


def end_of(text: str) -> datetime | None:
    """A moment; None without a text; InvalidQuery when it is no date.

    A day without a time means its end: what was decided on that day holds on it.
    """
    if not text:
        return None
    is_day = len(text.strip()) == len("2026-05-31")
    return start_of(text) + (timedelta(days=1, microseconds=-1) if is_day else timedelta())


def start_of(text: str) -> datetime:
    """A moment, of a bare day its beginning; InvalidQuery when it is no date."""
    moment = parse_iso(text)
    if moment is None:
        raise InvalidQuery(f"{text!r} is no date.", hint="Write it as 2026-05-31 or 2026-05-31T14:00Z.")
    return moment
