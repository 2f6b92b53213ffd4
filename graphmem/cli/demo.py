"""The demo: a small invented team's story, ingested into a tenant of its own and asked about."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from graphmem.cli.options import AsJson

if TYPE_CHECKING:
    from graphmem.app import App
    from graphmem.cli.engine import UpReport
    from graphmem.cli.render import Branch
    from graphmem.domain.answers import Answer, ConnectAnswer, WhyAnswer
    from graphmem.domain.scope import Reader
    from graphmem.settings import Settings
    from ingest.report import IngestReport

INTRODUCTION = (
    "Ferrylight sells tickets for island ferries. Four people, March to June 2026: two meetings, an incident chat, "
    "a session with a coding agent, three decision records and a note."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoReport:
    """What the demo did, with the seconds each part took."""

    engine: "UpReport | None"
    ingest: "IngestReport"
    recall: "Answer"
    why: "WhyAnswer"
    connect: "ConnectAnswer"
    ingest_s: float
    took_s: float


def register(cli: typer.Typer) -> None:
    """Add the commands of this module."""
    cli.command()(demo)


def demo(*, as_json: AsJson = False) -> None:
    """See it work: a team's story, and three questions."""
    started = time.perf_counter()
    from graphmem.cli import as_json as json  # noqa: PLC0415 - heavy imports wait until a command runs
    from graphmem.cli import engine, render, session  # noqa: PLC0415
    from graphmem.compose import engine_config  # noqa: PLC0415
    from graphmem.demo import story  # noqa: PLC0415
    from graphmem.settings import read_settings  # noqa: PLC0415

    settings = read_settings().model_copy(update={"tenant": story.TENANT})
    private = None if settings.neo4j_uri else engine.start(engine_config(settings), quiet=as_json)
    if not as_json:
        render.show(_opening(private), spaced=True)

    async def work(memory: "App", reader: "Reader") -> DemoReport:
        return await _play(memory, reader, private, started, quiet=as_json)

    report = session.visit(work, settings, quiet=as_json)
    if as_json:
        json.write(report)
        return
    render.show(_answers(report), spaced=True)
    for line in _next(settings, private):
        typer.echo(line)


async def _play(
    memory: "App", reader: "Reader", engine: "UpReport | None", started: float, *, quiet: bool
) -> DemoReport:
    from graphmem.cli.progress import file_bar  # noqa: PLC0415
    from graphmem.cli.session import Desk  # noqa: PLC0415
    from graphmem.demo import story  # noqa: PLC0415
    from graphmem.domain.answers import RecallQuery, WhyQuery  # noqa: PLC0415
    from graphmem.recall.connect import ConnectQuery  # noqa: PLC0415
    from ingest.run import ingest  # noqa: PLC0415

    before = time.perf_counter()
    with file_bar(quiet=quiet) as bar:
        read = await ingest(Desk(memory=memory, reader=reader), [story.data()], progress=bar)
    ingest_s = time.perf_counter() - before
    start, end = story.CONNECT
    return DemoReport(
        engine=engine,
        ingest=read,
        recall=await memory.recall(RecallQuery(text=story.RECALL, top_k=3), reader),
        why=await memory.why(WhyQuery(text=story.WHY), reader),
        connect=await memory.connect(ConnectQuery(start=start, end=end, top_k=2), reader),
        ingest_s=round(ingest_s, 3),
        took_s=round(time.perf_counter() - started, 3),
    )


def _opening(engine: "UpReport | None") -> Iterator["Branch"]:
    from graphmem.cli.render import branch, duration  # noqa: PLC0415
    from graphmem.demo import story  # noqa: PLC0415

    yield branch(INTRODUCTION, f"All of it lies in {story.data()}")
    if engine:
        yield branch(f"Neo4j {engine.version} is up at {engine.uri}  ({duration(engine.took_s)})")


def _answers(report: DemoReport) -> Iterator["Branch | None"]:
    from graphmem.cli.render import branch, duration  # noqa: PLC0415
    from graphmem.cli.show_answers import connected, reasoned, recalled  # noqa: PLC0415
    from graphmem.cli.show_state import ingested  # noqa: PLC0415
    from graphmem.demo import story  # noqa: PLC0415

    yield from ingested(report.ingest, report.ingest_s)
    yield _asked("recall", story.RECALL)
    yield from recalled(report.recall, story.RECALL, explain=False)
    yield _asked("why", story.WHY)
    yield from reasoned(report.why, story.WHY, evidence=False)
    yield _asked("connect", *story.CONNECT)
    yield from connected(report.connect)
    yield branch(f"The demo took {duration(report.took_s)} in all.")


def _asked(command: str, *words: str) -> "Branch":
    from rich.text import Text  # noqa: PLC0415

    from graphmem.cli.render import branch  # noqa: PLC0415

    quoted = " ".join(f'"{word}"' for word in words)
    return branch(Text(f"$ graphmem {command} {quoted}", style="bold cyan"))


def _next(settings: "Settings", engine: "UpReport | None") -> Iterator[str]:
    """How to go on; commands stand unwrapped, so that they can be copied."""
    from graphmem.demo import story  # noqa: PLC0415

    url = f"http://{settings.api_host}:{settings.api_port}/graphql"
    asked = f'{{"query": "{{ why(question: \\"{story.WHY}\\") {{ summary }} }}"}}'
    yield "\nAsk the same yourself:"
    yield f'  GRAPHMEM_TENANT={story.TENANT} graphmem why "{story.WHY}"'
    yield "\nOver GraphQL:"
    yield f"  GRAPHMEM_TENANT={story.TENANT} graphmem serve &"
    yield f"  curl {url} -H 'content-type: application/json' -d '{asked}'"
    yield "\nOver MCP: comes with a later release."
    if engine and engine.http_url:
        yield f"\nIn Neo4j Browser, {engine.http_url}/browser/ as {engine.user}, password in {engine.password_file}:"
        yield f"  {story.CYPHER}"
