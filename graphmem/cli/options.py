"""Options that several commands share, with one wording each."""

from datetime import datetime
from typing import Annotated

import typer

from graphmem.domain.errors import InvalidQuery
from graphmem.domain.time import AsOf, parse_iso

AsJson = Annotated[bool, typer.Option("--json", help="One JSON object on stdout, and nothing else.")]
Project = Annotated[str, typer.Option(metavar="NAME", help="Only of this project.")]
InProject = Annotated[str, typer.Option(metavar="NAME", help="The project it belongs to.")]
AsOfMoment = Annotated[str, typer.Option("--as-of", metavar="DATE", help="What was true then, as 2026-05-31.")]
Depth = Annotated[int, typer.Option(metavar="N", help="How many hops a path may have.")]


def as_of(text: str) -> AsOf | None:
    """The reading of the past that `--as-of` asks for; None without one; InvalidQuery when it is no date."""
    return AsOf(valid=_moment(text)) if text else None


def _moment(text: str) -> datetime:
    moment = parse_iso(text)
    if moment is None:
        raise InvalidQuery(f"{text!r} is no date.", hint="Write it as 2026-05-31 or 2026-05-31T14:00Z.")
    return moment
