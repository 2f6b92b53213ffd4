"""Reads that need no question: timeline, diff, facts, profile, neighbours, context."""

from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.options import AsJson, AsOfMoment, Project, Recorded, as_of, end_of, start_of
from graphmem.domain.errors import InvalidQuery

if TYPE_CHECKING:
    from graphmem.domain.reads import ChangesQuery
    from graphmem.domain.statements import StatementKind

Name = Annotated[str, typer.Argument(metavar="NAME", help="A name, a handle or an id.")]
MaybeName = Annotated[str, typer.Argument(metavar="NAME", help="A topic, person or thing; left out: all of --project.")]
Date = Annotated[str, typer.Argument(metavar="DATE", help="As 2026-05-31.")]
First = Annotated[int, typer.Option(metavar="N", help="How many at most (1 to 100).")]
After = Annotated[str, typer.Option(metavar="CURSOR", help="Where the page before ended.")]
Kinds = Annotated[list[str] | None, typer.Option("--kind", metavar="KIND", help="decision, fact … (repeat)")]


def register(cli: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (timeline, diff, facts, profile, neighbours, context):
        cli.command()(command)


def timeline(
    name: MaybeName = "",
    *,
    project: Project = "",
    since: Annotated[str, typer.Option(metavar="DATE", help="Only what came after it.")] = "",
    until: Annotated[str, typer.Option(metavar="DATE", help="Only what came until its end.")] = "",
    recorded: Recorded = "",
    kind: Kinds = None,
    first: First = 50,
    after: After = "",
    as_json: AsJson = False,
) -> None:
    """What began to hold, ended and was closed, in the order of time: of a topic, a person or a project."""
    from graphmem.domain.reads import STATED, ChangesQuery  # noqa: PLC0415 - heavy imports wait until a command runs

    query = ChangesQuery(
        subject=name,
        project=project,
        since=start_of(since) if since else None,
        until=end_of(until),
        recorded=end_of(recorded),
        first=first,
        kinds=_kinds(kind, STATED),
    )
    _changes(query, after, as_json=as_json)


def diff(
    start: Date,
    end: Date,
    name: MaybeName = "",
    *,
    project: Project = "",
    recorded: Recorded = "",
    kind: Kinds = None,
    first: First = 50,
    after: After = "",
    as_json: AsJson = False,
) -> None:
    """What became true between the ends of two days, and what ceased to be."""
    from graphmem.domain.reads import STATED, ChangesQuery  # noqa: PLC0415

    query = ChangesQuery(
        subject=name,
        project=project,
        since=end_of(start),
        until=end_of(end),
        recorded=end_of(recorded),
        net=True,
        first=first,
        kinds=_kinds(kind, STATED),
    )
    _changes(query, after, as_json=as_json)


def facts(
    name: Name,
    *,
    kind: Kinds = None,
    moment: AsOfMoment = "",
    recorded: Recorded = "",
    first: First = 20,
    after: After = "",
    as_json: AsJson = False,
) -> None:
    """What is said of a thing and holds, newest first."""
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import cursors, render, session, show_reads  # noqa: PLC0415
    from graphmem.domain.reads import FACTS, AboutQuery  # noqa: PLC0415

    query = AboutQuery(
        subject=name, as_of=as_of(moment, recorded), first=first, after=cursors.read(after), kinds=_kinds(kind, FACTS)
    )
    found = session.visit(lambda memory, reader: memory.facts(query, reader), quiet=as_json)
    more = cursors.written(found[-1].place) if len(found) == first else ""
    if as_json:
        json.write({"facts": found, "next": more})
    else:
        render.show([*show_reads.held(found), *cursors.told(more)])


def profile(name: Name, *, moment: AsOfMoment = "", recorded: Recorded = "", as_json: AsJson = False) -> None:
    """Who somebody is, from what you may read: facts, decisions, what they owe, where they were met."""
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import render, session, show_reads  # noqa: PLC0415

    then = as_of(moment, recorded)
    found = session.visit(lambda memory, reader: memory.profile(name, reader, then), quiet=as_json)
    if as_json:
        json.write(found)
    else:
        render.show(show_reads.profiled(found), spaced=True)


def neighbours(
    start: Name,
    *,
    hops: Annotated[int, typer.Option(metavar="N", help="How many steps (1 to 4).")] = 2,
    per_node: Annotated[int, typer.Option(metavar="N", help="Edges of one node that are followed (1 to 50).")] = 20,
    cap: Annotated[int, typer.Option(metavar="N", help="Nodes in all (1 to 200).")] = 100,
    moment: AsOfMoment = "",
    recorded: Recorded = "",
    first: First = 50,
    after: Annotated[int, typer.Option(metavar="N", help="Skip so many.")] = 0,
    as_json: AsJson = False,
) -> None:
    """What stands around a person, a thing, a statement or a passage, nearest first."""
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import render, session, show_reads  # noqa: PLC0415
    from graphmem.domain.reads import NeighboursQuery  # noqa: PLC0415

    query = NeighboursQuery(
        start=start, hops=hops, per_node=per_node, cap=cap, as_of=as_of(moment, recorded), first=first, after=after
    )
    found = session.visit(lambda memory, reader: memory.neighbours(query, reader), quiet=as_json)
    if as_json:
        json.write(found)
    else:
        render.show(show_reads.around(found))


def context(
    *,
    session_id: Annotated[str, typer.Option("--session", metavar="ID", help="The session that starts.")] = "",
    project: Project = "",
    budget: Annotated[int, typer.Option(metavar="CHARS", help="Never exceeded (200 to 6000).")] = 6_000,
    as_json: AsJson = False,
) -> None:
    """What an agent should know when it starts: open commitments, the last episodes, topics with their age."""
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import session  # noqa: PLC0415
    from graphmem.domain.reads import PackQuery  # noqa: PLC0415

    query = PackQuery(session=session_id, project=project, budget_chars=budget)
    found = session.visit(lambda memory, reader: memory.context(query, reader), quiet=as_json)
    if as_json:
        json.write(found)
    else:
        typer.echo(found.text or "Nothing is known yet.", nl=not found.text)


def _changes(query: "ChangesQuery", after: str, *, as_json: bool) -> None:
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import cursors, render, session, show_reads  # noqa: PLC0415

    page = query.page(query.first, cursors.read(after))
    found = session.visit(lambda memory, reader: memory.changes(page, reader), quiet=as_json)
    more = cursors.written(found[-1].place) if len(found) == query.first else ""
    if as_json:
        json.write({"changes": found, "next": more})
    else:
        render.show([*show_reads.changed(found), *cursors.told(more)])


def _kinds(names: list[str] | None, usual: "tuple[StatementKind, ...]") -> "tuple[StatementKind, ...]":
    """The kinds by their names; `usual` without any; InvalidQuery for another word."""
    from graphmem.domain.statements import StatementKind  # noqa: PLC0415

    known = {kind.value.lower(): kind for kind in StatementKind}
    wanted = [name.lower() for name in names or ()]
    if unknown := [name for name in wanted if name not in known]:
        raise InvalidQuery(f"There is no kind {unknown[0]!r}.", hint=f"One of {', '.join(sorted(known))}.")
    return tuple(known[name] for name in wanted) or usual
