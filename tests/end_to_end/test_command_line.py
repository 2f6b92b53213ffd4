"""The command line as a user runs it: processes of their own against a real engine."""

import json
import signal
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from graphmem.app import App
from graphmem.demo import story
from graphmem.govern.audience import reader_of
from graphmem.settings import Settings

Command = Callable[..., subprocess.CompletedProcess[str]]
PRINCIPAL = "ada"


def command_in(environment: dict[str, str]) -> Command:
    def run(*arguments: str, code: int = 0, **more: Any) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "graphmem", *arguments],
            env=environment | more.pop("env", {}),
            capture_output=True,
            encoding="utf-8",
            check=False,
            **more,
        )
        assert done.returncode == code, done.stderr + done.stdout
        return done

    return run


@pytest.fixture
def graphmem(engine_env: dict[str, str], tenant: str) -> Command:
    """The command in an empty world."""
    return command_in(engine_env | {"GRAPHMEM_TENANT": tenant, "GRAPHMEM_PRINCIPAL": PRINCIPAL})


@pytest.fixture(scope="module")
def crew(engine_env: dict[str, str]) -> Command:
    """The command in a world that holds the demo's story."""
    world = {"GRAPHMEM_TENANT": f"crew{uuid.uuid4().hex[:8]}", "GRAPHMEM_PRINCIPAL": PRINCIPAL}
    run = command_in(engine_env | world)
    run("ingest", str(story.data()), "--project", "ferrylight", "--json")
    return run


@pytest.fixture
def odd_file(tmp_path: Path) -> Path:
    """A note below a folder with a blank, an umlaut and an emoji."""
    folder = tmp_path / "Zoë Ünal 🐙"
    folder.mkdir()
    note = folder / "über uns.md"
    note.write_text("# Über uns\n\nWe chose 東京 as our harbour, because Zoë lives there.\n", encoding="utf-8")
    return note


def parsed(done: subprocess.CompletedProcess[str]) -> Any:
    return json.loads(done.stdout)


def quotes_in(value: Any) -> Iterator[dict[str, Any]]:
    match value:
        case {"chunk_id": _}:
            yield value
        case dict():
            for each in value.values():
                yield from quotes_in(each)
        case list():
            for each in value:
                yield from quotes_in(each)


def test_ops_02_the_first_commands_on_an_empty_database_just_work(graphmem: Command) -> None:
    assert parsed(graphmem("recall", "why did we choose Kafka?", "--json"))["abstained"] is True
    told = parsed(graphmem("remember", "We decided to use Kafka because RabbitMQ lost orders.", "--json"))
    assert told["totals"]["new"] == 1
    found = parsed(graphmem("recall", "why did we choose Kafka?", "--json"))
    assert found["items"][0]["text"] == "We decided to use Kafka because RabbitMQ lost orders."


def test_the_same_files_again_write_nothing_and_embed_nothing(crew: Command) -> None:
    again = parsed(crew("ingest", str(story.data()), "--project", "ferrylight", "--json"))
    assert again["totals"]["unchanged"] == len(list(story.data().iterdir()))
    assert (again["totals"]["embedded"], again["totals"]["nodes_created"]) == (0, 0)


async def test_every_quote_of_a_why_answer_is_a_slice_of_its_chunk(crew: Command, memory: App) -> None:
    status = parsed(crew("status", "--json"))
    found = parsed(crew("why", story.WHY, "--json"))
    quotes = list(quotes_in(found))
    reader = reader_of(status["memory"]["tenant"], PRINCIPAL)
    chunks = await memory.nodes.fetch(reader, [quote["chunk_id"] for quote in quotes])
    assert len(quotes) > 10
    sliced = [chunks[quote["chunk_id"]].text[quote["start"] : quote["end"]] for quote in quotes]
    assert sliced == [quote["text"] for quote in quotes]


def test_a_why_answer_in_a_pipe_is_plain_text_with_speakers_and_dates(crew: Command) -> None:
    shown = crew("why", story.WHY).stdout
    assert "\x1b" not in shown
    assert "  because\n" in shown
    assert "Rafael Duarte, 2026-05-26" in shown
    assert "it replaced" in shown


def test_two_people_are_connected_through_a_decision(crew: Command) -> None:
    found = parsed(crew("connect", *story.CONNECT, "--json"))
    relations = {hop["relation"] for hop in found["paths"][0]["hops"]}
    assert "DECIDED_BY" in relations
    assert all(hop["quote"] for hop in found["paths"][0]["hops"])


def test_an_earlier_day_knows_only_what_had_been_decided_by_then(crew: Command) -> None:
    question = "Which decision was made on the background jobs and PostgreSQL?"
    then = parsed(crew("why", question, "--as-of", "2026-03-31", "--json"))
    assert then["decision"]["decided_at"] < "2026-04"
    assert then["superseded_by"] == []


def test_a_recall_can_be_kept_to_a_project_a_kind_and_a_budget(crew: Command) -> None:
    asked = ("recall", "background jobs in PostgreSQL", "--json")
    assert parsed(crew(*asked, "--project", "another"))["items"] == []
    found = parsed(crew(*asked, "--project", "ferrylight", "--kind", "decision", "--budget", "120"))
    assert found["items"]
    assert sum(item["tokens"] for item in found["items"]) <= 120
    assert all("Decision" in {face["kind"] for face in item["statements"]} for item in found["items"])


def test_status_counts_what_the_reader_holds(crew: Command) -> None:
    counts = parsed(crew("status", "--json"))["memory"]["counts"]
    assert counts["Decision"] >= 4
    assert counts["Episode"] >= 8


def test_doctor_is_green_on_a_healthy_memory(crew: Command) -> None:
    found = parsed(crew("doctor", "--json"))
    assert found["red"] == 0
    states = {check["name"]: check["state"] for check in found["checks"]}
    assert {"server", "migrations", "indexes", "coverage", "model", "clock"} <= states.keys()


def test_the_demo_answers_its_three_questions_and_changes_nothing_the_second_time(engine_env: dict[str, str]) -> None:
    run = command_in(engine_env)
    first = parsed(run("demo", "--json"))
    assert first["recall"]["items"]
    assert first["why"]["decision"]
    assert first["connect"]["paths"]
    shown = run("demo").stdout
    assert "8 files: 8 unchanged" in shown
    for told in ("$ graphmem why", "Over GraphQL", "Over MCP: comes with a later release"):
        assert told in shown


@pytest.mark.parametrize(("name", "content"), [("empty.md", b""), ("noise.bin", bytes(range(256)) * 20)])
def test_a_file_that_gives_nothing_is_65_with_its_reason(
    name: str, content: bytes, graphmem: Command, tmp_path: Path
) -> None:
    bad = tmp_path / name
    bad.write_bytes(content)
    report = parsed(graphmem("ingest", str(bad), "--json", code=65))
    assert report["files"][0]["status"] == "failed"
    assert report["files"][0]["skipped"][0]["reason"]
    assert parsed(graphmem("status", "--json"))["memory"]["counts"] == {}


def test_a_bad_file_does_not_stop_the_good_ones_beside_it(graphmem: Command, odd_file: Path) -> None:
    shown = graphmem("ingest", str(odd_file), str(odd_file.with_name("gone.md")), code=65).stdout
    assert "failed" in shown
    assert "gone.md" in shown
    assert "1 new" in shown


def test_ops_04_blanks_umlauts_and_an_ascii_console_harm_nothing(graphmem: Command, odd_file: Path) -> None:
    graphmem("ingest", str(odd_file), "--json")
    found = graphmem("recall", "Which harbour did we choose?", env={"PYTHONIOENCODING": "ascii"}).stdout
    assert "東京" in found
    assert "über uns.md" in found


def test_a_wrong_password_is_told_at_once(graphmem: Command) -> None:
    told = parsed(graphmem("recall", "x", "--json", code=69, env={"GRAPHMEM_NEO4J_PASSWORD": "not the one"}))
    assert told["error"]["code"] == "wrong_credentials"
    assert told["error"]["hint"]


def test_a_server_that_does_not_answer_is_69_with_a_hint(graphmem: Command) -> None:
    told = graphmem("status", code=69, env={"GRAPHMEM_NEO4J_URI": "bolt://127.0.0.1:1"})
    assert told.stdout == ""
    assert told.stderr.startswith("Error: ")
    assert "Traceback" not in told.stderr


def test_a_private_engine_is_not_started_beside_a_configured_server(graphmem: Command) -> None:
    assert "GRAPHMEM_NEO4J_URI" in graphmem("up", code=65).stderr
    assert "GRAPHMEM_NEO4J_URI" in graphmem("down", code=65).stderr


def test_serve_answers_over_graphql_until_it_is_interrupted(engine_env: dict[str, str], tenant: str) -> None:
    serving = subprocess.Popen(
        [sys.executable, "-m", "graphmem", "serve", "--port", "0", "--json"],
        env=engine_env | {"GRAPHMEM_TENANT": tenant},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    with serving:
        try:
            assert serving.stdout
            lines = iter(serving.stdout.readline, "")
            url = next(json.loads("{" + line.strip().rstrip(",") + "}")["url"] for line in lines if '"url"' in line)
            answered = httpx.post(url, json={"query": "{ status { tenant } }"}, timeout=60)
            assert answered.json() == {"data": {"status": {"tenant": tenant}}}
        finally:
            serving.send_signal(signal.SIGINT)
        rest, told = serving.communicate(timeout=60)
    assert serving.returncode == 130
    assert rest.strip() in {"", "}"}
    assert told == "Interrupted; what was finished is kept.\n"


def test_up_status_and_down_of_a_private_engine_in_a_folder_with_blanks(
    engine_env: dict[str, str], tmp_path: Path
) -> None:
    """OPS-04: the path of the home goes to Java as one argument, whatever letters it has."""
    home = tmp_path / "Zoë Ünal 🐙"
    world = {key: value for key, value in engine_env.items() if not key.startswith("GRAPHMEM_NEO4J")}
    world |= {"GRAPHMEM_HOME": str(home), "GRAPHMEM_CACHE": str(Settings().cache)}
    run = command_in(world | {"GRAPHMEM_ENGINE_FAST_START": "1", "GRAPHMEM_ENGINE_AOT": "0"})
    assert parsed(run("status", "--json"))["engine"]["state"] == "stopped"
    try:
        up = parsed(run("up", "--json"))
        assert up["uri"].startswith("bolt://127.0.0.1:")
        password = json.loads(Path(up["password_file"]).read_text())["password"]
        assert password not in json.dumps(up)
        assert up["pid"] == parsed(run("up", "--json"))["pid"]
        shown = run("status").stdout
        assert "tenant local: empty" in shown
        assert str(home) in shown
    finally:
        assert parsed(run("down", "--json")) == {"stopped": True}
    assert "does not run" in run("status").stdout
    assert parsed(run("down", "--json")) == {"stopped": False}
