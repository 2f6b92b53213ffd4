"""The questions: recall, why, connect."""

from collections.abc import Iterable
from typing import Annotated

import typer

from graphmem.cli.options import AsJson, AsOfMoment, Depth, Project, Recorded, as_of
from graphmem.domain.answers import RecallQuery, WhyQuery
from graphmem.domain.errors import InvalidQuery
from graphmem.domain.statements import StatementKind

Question = Annotated[str, typer.Argument(help="In your own words.", metavar="QUESTION")]
End = Annotated[str, typer.Argument(help="A name, a handle or an id.")]


def register(cli: typer.Typer) -> None:
    """Add the commands of this module."""
    cli.command()(recall)
    cli.command()(why)
    cli.command()(connect)


def recall(
    question: Question,
    *,
    top_k: Annotated[int, typer.Option(metavar="N", help="How many memories at most.")] = 10,
    budget: Annotated[int, typer.Option(metavar="TOKENS", help="Stop before they exceed it; 0 = no budget.")] = 0,
    explain: Annotated[bool, typer.Option("--explain", help="What lifted each memory, and the path to it.")] = False,
    kind: Annotated[list[str] | None, typer.Option(metavar="KIND", help="chunk, decision, reason … (repeat)")] = None,
    project: Project = "",
    moment: AsOfMoment = "",
    recorded: Recorded = "",
    history: Annotated[bool, typer.Option("--history", help="Also what was superseded.")] = False,
    as_json: AsJson = False,
) -> None:
    """What memory holds on a question, best first."""
    query = RecallQuery(
        text=question,
        top_k=top_k,
        budget_tokens=budget or None,
        kinds=_kinds(kind or ()),
        project=project,
        as_of=as_of(moment, recorded),
        include_history=history,
    )
    from graphmem.cli import as_json as json  # noqa: PLC0415 - heavy imports wait until a command runs
    from graphmem.cli import render, session, show_answers  # noqa: PLC0415

    answer = session.visit(lambda memory, reader: memory.recall(query, reader), quiet=as_json)
    if as_json:
        json.write(answer)
    else:
        render.show(show_answers.recalled(answer, question, explain=explain), spaced=True)


def why(
    question: Annotated[str, typer.Argument(help="In your own words.", metavar="QUESTION")] = "",
    *,
    decision: Annotated[str, typer.Option("--id", metavar="ID", help="A decision, by id or handle.")] = "",
    depth: Depth = 4,
    moment: AsOfMoment = "",
    recorded: Recorded = "",
    project: Project = "",
    evidence: Annotated[bool, typer.Option("--evidence", help="Also every passage the answer stands on.")] = False,
    as_json: AsJson = False,
) -> None:
    """Why something was decided, as a tree of quotes."""
    query = WhyQuery(text=question, decision_id=decision, depth=depth, project=project, as_of=as_of(moment, recorded))
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import render, session, show_answers  # noqa: PLC0415

    answer = session.visit(lambda memory, reader: memory.why(query, reader), quiet=as_json)
    if as_json:
        json.write(answer)
    else:
        render.show(show_answers.reasoned(answer, question or decision, evidence=evidence), spaced=True)


def connect(
    start: End,
    end: End,
    *,
    depth: Depth = 4,
    top_k: Annotated[int, typer.Option(metavar="N", help="How many paths at most.")] = 3,
    moment: AsOfMoment = "",
    recorded: Recorded = "",
    project: Project = "",
    as_json: AsJson = False,
) -> None:
    """How two people or things hang together."""
    from graphmem.cli import as_json as json  # noqa: PLC0415
    from graphmem.cli import render, session, show_answers  # noqa: PLC0415
    from graphmem.recall.connect import ConnectQuery  # noqa: PLC0415

    query = ConnectQuery(start=start, end=end, top_k=top_k, depth=depth, project=project, as_of=as_of(moment, recorded))
    answer = session.visit(lambda memory, reader: memory.connect(query, reader), quiet=as_json)
    if as_json:
        json.write(answer)
    else:
        render.show(show_answers.connected(answer), spaced=True)


def _kinds(names: Iterable[str]) -> frozenset[str]:
    """The kinds as the graph spells them; InvalidQuery for another word."""
    known = {kind.value.lower(): kind.value for kind in StatementKind} | {"chunk": "chunk"}
    wanted = [name.lower() for name in names]
    if unknown := [name for name in wanted if name not in known]:
        raise InvalidQuery(f"There is no kind {unknown[0]!r}.", hint=f"One of {', '.join(sorted(known))}.")
    return frozenset(known[name] for name in wanted)
