"""Settings of a process: from the environment and from `.env`, and told when they cannot be used."""

from pathlib import Path

import pytest

from graphmem.domain.errors import BadInput
from graphmem.settings import read_settings, unknown_variables


@pytest.fixture(autouse=True)
def empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_environment_wins_over_the_file(empty_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (empty_folder / ".env").write_text("GRAPHMEM_API_PORT=1111\nGRAPHMEM_TENANT=crew\n")
    monkeypatch.setenv("GRAPHMEM_API_PORT", "2222")
    settings = read_settings()
    assert (settings.api_port, settings.tenant) == (2222, "crew")


def test_a_value_that_cannot_be_used_is_told_by_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHMEM_API_PORT", "harbour")
    with pytest.raises(BadInput, match="GRAPHMEM_API_PORT") as caught:
        read_settings()
    assert caught.value.hint


def test_the_value_itself_is_not_told_since_it_may_be_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHMEM_API_PORT", "sesame")
    with pytest.raises(BadInput) as caught:
        read_settings()
    assert "sesame" not in str(caught.value)


def test_a_password_does_not_show_when_settings_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHMEM_NEO4J_PASSWORD", "sesame")
    assert "sesame" not in repr(read_settings())


def test_misspelt_variables_are_found_in_both_places(empty_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (empty_folder / ".env").write_text("GRAPHMEM_TENNANT=crew\nOTHER=1\n")
    monkeypatch.setenv("GRAPHMEM_HOM", "/x")
    found = unknown_variables()
    assert "GRAPHMEM_HOM" in found
    assert "GRAPHMEM_TENNANT" in found
    assert not any(name.startswith("OTHER") for name in found)


def test_known_variables_and_those_of_the_test_suite_are_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHMEM_TENANT", "crew")
    monkeypatch.setenv("GRAPHMEM_TEST_NEO4J_URI", "bolt://db:7687")
    assert not {"GRAPHMEM_TENANT", "GRAPHMEM_TEST_NEO4J_URI"} & set(unknown_variables())


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = read_settings().home
    monkeypatch.setenv("GRAPHMEM_HOME", "")
    assert read_settings().home == usual != Path()
