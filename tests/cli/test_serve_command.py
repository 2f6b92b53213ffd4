"""Serving: where it listens, and when it refuses to."""

import socket

import pytest

from graphmem.cli import session
from graphmem.cli.app import run
from graphmem.cli.serve import listening
from graphmem.domain.errors import Unavailable


@pytest.fixture(autouse=True)
def nothing_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    def visit(*_: object, **__: object) -> None:
        raise AssertionError("nothing may be started")

    monkeypatch.setattr(session, "visit", visit)


def test_a_port_in_use_is_69_and_names_the_way_out(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port)]) == 69
    told = capsys.readouterr().err
    assert str(port) in told
    assert "--port" in told


def test_another_address_without_a_token_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("GRAPHMEM_API_TOKEN", raising=False)
    assert run(["serve", "--host", "0.0.0.0"]) == 65
    assert "GRAPHMEM_API_TOKEN" in capsys.readouterr().err


@pytest.mark.parametrize("port", [-1, 70_000])
def test_a_port_that_is_none_is_told(port: int) -> None:
    with pytest.raises(Unavailable):
        listening("127.0.0.1", port)


def test_a_free_port_is_taken_when_none_is_named() -> None:
    with listening("127.0.0.1", 0) as door:
        assert door.getsockname()[1] > 0
