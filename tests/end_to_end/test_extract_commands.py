"""Capture, extract and doctor as a user runs them, with an agent's command played by a script."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from engines_given import GOOD, TALK, said

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def graphmem(engine_env: dict[str, str], tenant: str) -> Command:
    """The command in an empty world; its exit code must be `code`."""
    world = engine_env | {"GRAPHMEM_TENANT": tenant, "GRAPHMEM_PRINCIPAL": "ada"}

    def call(*arguments: str, code: int = 0, env: dict[str, str] | None = None, **more: Any) -> Any:
        done = subprocess.run(
            [sys.executable, "-m", "graphmem", *arguments, "--json"],
            env=world | (env or {}),
            capture_output=True,
            encoding="utf-8",
            check=False,
            **more,
        )
        assert done.returncode == code, done.stderr + done.stdout
        return json.loads(done.stdout)

    return call


def test_what_an_agent_learnt_goes_in_with_its_transcript(graphmem: Command, tmp_path: Path) -> None:
    transcript, learnt = tmp_path / "talk.txt", tmp_path / "learnt.json"
    transcript.write_text("\n".join(f"{speaker}: {text}" for speaker, text in TALK))
    learnt.write_text(said(GOOD))
    missing: Any = graphmem("capture", str(learnt), "--agent", "claude", "--session", "s1", code=65)
    assert missing["error"]["code"] == "not_found"
    first: Any = graphmem("capture", "-", "--agent", "claude", "--text", str(transcript), input=said(GOOD))
    assert (first["kept"], first["unquoted"], first["dropped"]) == (2, 0, [])
    [episode] = first["episodes"]
    again: Any = graphmem("capture", str(learnt), "--agent", "claude", "--episode", episode)
    assert again["enriched"]["added"] == 0


def test_a_command_of_the_users_agent_reads_what_is_stored(graphmem: Command, tmp_path: Path) -> None:
    agent = tmp_path / "agent.py"
    agent.write_text(f"import sys\nassert 'Kafka' in sys.stdin.read()\nprint('Here you are: ' + {said(GOOD)!r})")
    transcript = tmp_path / "talk.txt"
    transcript.write_text("\n".join(f"{speaker}: {text}" for speaker, text in TALK))
    graphmem("ingest", str(transcript))
    env = {"GRAPHMEM_EXTRACT_COMMAND": f"'{sys.executable}' '{agent}'"}
    foreseen: Any = graphmem("extract", "--engine", "agent", "--dry-run", env=env)
    assert (foreseen["episodes"], foreseen["dry_run"]) == (1, True)
    report: Any = graphmem("extract", "--engine", "agent", env=env)
    assert (report["episodes"], report["unread"], report["failed"]) == (1, 0, [])
    assert report["usage"]["calls"] == 1
    unset: Any = graphmem("extract", "--engine", "agent", code=69)
    assert unset["error"]["code"] == "extractor_unavailable"
    checks = {one["name"]: one for one in graphmem("doctor", env=env)["checks"]}  # type: ignore[index]
    assert checks["agent engine"]["state"] == "green"
    assert "1 calls today, 199 left" in checks["agent engine"]["detail"]
    assert checks["llm engine"]["state"] == "not_configured"
