"""What a keeper looks at: contradictions and how they are settled, and the audit trail."""

from typing import Annotated

import typer

from graphmem.cli.options import AsJson, start_of

First = Annotated[int, typer.Option(metavar="N", help="How many at most (1 to 100).")]


def register(cli: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (contradictions, resolve, audit):
        cli.command()(command)


def contradictions(
    *,
    resolved: Annotated[bool, typer.Option("--resolved", help="Those that were settled instead.")] = False,
    first: First = 20,
    after: Annotated[str, typer.Option(metavar="KEY", help="The key of the last one seen.")] = "",
    as_json: AsJson = False,
) -> None:
    """Pairs of statements that cannot both hold, each with both quotes."""
    from graphmem.cli import as_json as json  # noqa: PLC0415 - heavy imports wait until a command runs
    from graphmem.cli import render, session, show_reads  # noqa: PLC0415

    found = session.visit(
        lambda memory, reader: memory.contradictions(reader, resolved=resolved, first=first, after=after),
        quiet=as_json,
    )
    if as_json:
        json.write({"contradictions": found})
    else:
        render.show(show_reads.opposed(found), spaced=True)


def resolve(
    key: Annotated[str, typer.Argument(metavar="KEY", help="As `graphmem contradictions` shows it.")],
    *,
    keep: Annotated[str, typer.Option(metavar="ID", help="The side that holds, by handle or id; or both.")],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why.")] = "",
    as_json: AsJson = False,
) -> None:
    """Settle a contradiction: keep one side (the other one ends) or both."""
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import render, session, show_reads  # noqa: PLC0415

    done = session.visit(lambda memory, reader: memory.resolve(key, keep, reader, reason=reason), quiet=as_json)
    if as_json:
        json.write(done)
    else:
        render.show(show_reads.opposed([done]))


def audit(
    *,
    since: Annotated[str, typer.Option(metavar="DATE", help="Only what was done since.")] = "",
    subject: Annotated[str, typer.Option(metavar="ID", help="Only what was done to this node.")] = "",
    first: First = 50,
    after: Annotated[str, typer.Option(metavar="CURSOR", help="Where the page before ended.")] = "",
    as_json: AsJson = False,
) -> None:
    """Who changed what, newest first; an admin sees all of the tenant, others their own."""
    moment = start_of(since) if since else None
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import cursors, render, session, show_reads  # noqa: PLC0415
    from graphmem.domain.nodes import AuditQuery, PageKey  # noqa: PLC0415

    query = AuditQuery(since=moment, target=subject, first=first, after=cursors.read(after))
    found = session.visit(lambda memory, reader: memory.audit_trail(query, reader), quiet=as_json)
    is_full = len(found) == first
    more = cursors.written(PageKey(at=found[-1].values["sort_at"], id=found[-1].id)) if is_full else ""
    if as_json:
        shown = [{key: value for key, value in one.values.items() if key != "sort_at"} for one in found]
        json.write({"audit": shown, "next": more})
    else:
        render.show([*show_reads.audited(found), *cursors.told(more)])
