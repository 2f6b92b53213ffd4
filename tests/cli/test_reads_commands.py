"""Timeline, diff, facts, profile, neighbours, context, contradictions and audit as a user runs them."""

import json
from pathlib import Path
from typing import Any

import pytest

from graphmem.cli.app import run


@pytest.fixture(autouse=True)
def told(
    engine_env: dict[str, str],
    tenant: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One note of a project, read."""
    for name, value in engine_env.items():
        if name.startswith("GRAPHMEM_"):
            monkeypatch.setenv(name, value)
    monkeypatch.setenv("GRAPHMEM_TENANT", tenant)
    text = "---\ndate: 2026-03-02\n---\n# Broker\n\nWe decided to use RabbitMQ because the table locks up.\n\n"
    (tmp_path / "note.md").write_text(f"{text}RabbitMQ runs on three machines.\n")
    assert run(["ingest", str(tmp_path), "--project", "pier"]) == 0
    capsys.readouterr()


def asked(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> Any:
    assert run([*arguments, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def test_a_timeline_comes_in_pages_as_text_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    whole = asked(capsys, "timeline", "--project", "pier")
    assert whole["next"] == ""
    assert {one["turn"] for one in whole["changes"]} == {"began"}
    first = asked(capsys, "timeline", "--project", "pier", "--first", "1")
    rest = asked(capsys, "timeline", "--project", "pier", "--after", first["next"])
    assert first["changes"] + rest["changes"] == whole["changes"]
    assert run(["timeline", "RabbitMQ", "--first", "1"]) == 0
    shown = capsys.readouterr().out
    assert "began" in shown
    assert "more with --after" in shown


def test_a_difference_needs_two_days_and_something_to_look_at(capsys: pytest.CaptureFixture[str]) -> None:
    changes = asked(capsys, "diff", "2026-01-01", "2026-12-31", "--project", "pier", "--kind", "decision")["changes"]
    assert [one["statement"]["kind"] for one in changes] == ["Decision"]
    assert asked(capsys, "diff", "2025-01-01", "2025-12-31", "RabbitMQ")["changes"] == []
    assert asked(capsys, "diff", "2026-01-01", "2026-02-01", code=65)["error"]["code"] == "invalid_query"
    assert asked(capsys, "diff", "soon", "later", "RabbitMQ", code=65)["error"]["code"] == "invalid_query"


def test_facts_profile_and_neighbours_take_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "facts", "rabbitmq")["facts"]
    assert asked(capsys, "facts", "rabbitmq", "--as-of", "2025-01-01")["facts"] == []
    assert asked(capsys, "profile", "RabbitMQ")["subject"]["name"] == "RabbitMQ"
    near = asked(capsys, "neighbours", "RabbitMQ", "--hops", "1")
    assert near["total"] == len(near["found"]) > 0
    for command in (["facts", "RabbitMQ"], ["profile", "RabbitMQ"], ["neighbours", "RabbitMQ"]):
        assert run(command) == 0
        assert "RabbitMQ" in capsys.readouterr().out
    assert run(["profile", "Nobody"]) == 65


def test_the_context_is_plain_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["context", "--project", "pier"]) == 0
    assert capsys.readouterr().out.startswith("Last:\n- ")
    assert run(["context", "--project", "elsewhere"]) == 0
    assert capsys.readouterr().out == "Nothing is known yet.\n"


def test_the_audit_tells_what_was_done_to_a_node(capsys: pytest.CaptureFixture[str]) -> None:
    [fact, *_] = asked(capsys, "facts", "RabbitMQ")["facts"]
    handle, identifier = fact["statement"]["handle"], fact["statement"]["id"]
    asked(capsys, "outcome", "good", handle)
    audit = asked(capsys, "audit", "--subject", identifier)["audit"]
    assert [(one["action"], one["target"]) for one in audit] == [("outcome", identifier)]
    assert asked(capsys, "audit", "--since", "2999-01-01")["audit"] == []
    assert run(["audit"]) == 0
    assert "outcome" in capsys.readouterr().out
    assert asked(capsys, "contradictions") == {"contradictions": []}
    assert run(["resolve", "a/b", "--keep", "both"]) == 65
