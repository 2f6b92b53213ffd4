"""Who is who: pairs that may be one, merging, undoing it, keeping apart."""

from typing import Annotated

import typer

from graphmem.cli.options import AsJson

app = typer.Typer(help="Who is who: merge two names of one person or thing, undo it, see what is proposed.")

Which = Annotated[str, typer.Argument(help="An id or a handle.", metavar="ID")]


@app.command()
def proposals(
    *,
    dismissed: Annotated[bool, typer.Option("--dismissed", help="Those that are kept apart instead.")] = False,
    first: Annotated[int, typer.Option(metavar="N", help="How many at most.")] = 50,
    after: Annotated[str, typer.Option(metavar="KEY", help="The key of the last one seen.")] = "",
    as_json: AsJson = False,
) -> None:
    """Pairs of entities that may be one, with the reason."""
    from graphmem.cli import as_json as json  # noqa: PLC0415 - heavy imports wait until a command runs
    from graphmem.cli import render, session, show_entities  # noqa: PLC0415
    from graphmem.domain.identities import SameAsStatus  # noqa: PLC0415

    status = SameAsStatus.DISMISSED if dismissed else SameAsStatus.PROPOSED
    found = session.visit(
        lambda memory, reader: memory.keeping.proposals(reader, status=status, first=first, after=after), quiet=as_json
    )
    if as_json:
        json.write({"proposals": found})
    else:
        render.show(show_entities.proposed(found))


@app.command()
def merge(
    ids: Annotated[list[str], typer.Argument(help="Ids or handles; the first one stays.", metavar="ID...")],
    *,
    into: Annotated[str, typer.Option(metavar="ID", help="The one that stays instead of the first.")] = "",
    as_json: AsJson = False,
) -> None:
    """Make one entity of several; `unmerge` undoes it exactly."""
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import render, session, show_entities  # noqa: PLC0415

    done = session.visit(lambda memory, reader: memory.merge_entities(ids, into or ids[0], reader), quiet=as_json)
    if as_json:
        json.write(done)
    else:
        render.show(show_entities.merged(done))


@app.command()
def unmerge(which: Which, *, as_json: AsJson = False) -> None:
    """Set a merged entity free, with all that is its own."""
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import render, session, show_entities  # noqa: PLC0415

    done = session.visit(lambda memory, reader: memory.unmerge_entities(which, reader), quiet=as_json)
    if as_json:
        json.write(done)
    else:
        render.show(show_entities.unmerged(done))


@app.command()
def dismiss(which: Which, other: Which, *, as_json: AsJson = False) -> None:
    """Keep two entities apart for ever: they are never proposed again."""
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import render, session, show_entities  # noqa: PLC0415

    session.visit(lambda memory, reader: memory.keeping.dismiss(which, other, reader), quiet=as_json)
    if as_json:
        json.write({"dismissed": [which, other]})
    else:
        render.show(show_entities.dismissed(which, other))
