"""Values as JSON: what a script reads."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cli_given import item, why_answer

from graphmem.cli.as_json import write
from graphmem.domain.answers import RecallQuery, Signal


def written(value: object, capsys: pytest.CaptureFixture[str]) -> object:
    write(value)
    return json.loads(capsys.readouterr().out)


def test_moments_sets_enums_and_paths_become_plain(capsys: pytest.CaptureFixture[str]) -> None:
    values = {
        "at": datetime(2026, 3, 3, tzinfo=UTC),
        "kinds": frozenset({"b", "a"}),
        "signals": {Signal.WALK: 1},
        "place": Path("/a/b"),
    }
    assert written(values, capsys) == {
        "at": "2026-03-03T00:00:00+00:00",
        "kinds": ["a", "b"],
        "signals": {"walk": 1},
        "place": "/a/b",
    }


def test_an_answer_is_written_by_its_fields(capsys: pytest.CaptureFixture[str]) -> None:
    found = written(item("Zoë 東京"), capsys)
    assert isinstance(found, dict)
    assert found["quote"]["text"] == "Zoë 東京"
    assert found["signals"] == {"semantic": {"rank": 2, "score": 0.61}}


def test_a_why_answer_keeps_every_field_even_when_empty(capsys: pytest.CaptureFixture[str]) -> None:
    found = written(why_answer(), capsys)
    assert isinstance(found, dict)
    assert found["decision"]["statement"]["standing"] == "accepted"
    assert found["reasons"] == []


def test_text_is_written_as_it_is_and_not_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    write(RecallQuery(text="Zoë"))
    assert "Zoë" in capsys.readouterr().out
