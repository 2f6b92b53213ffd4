"""The lock file that the package brings, and damaged ones."""

from pathlib import Path

import pytest
from maven_mirror import CONTENT, PROCEDURES, lock_line

from graphmem.domain.errors import EngineUnavailable
from graphmem.engine.config import PACKAGED_LOCK
from graphmem.engine.lock import read


def test_the_packaged_lock_names_server_browser_and_graph_algorithms() -> None:
    lock = read(PACKAGED_LOCK)
    assert lock.version == "2026.08.1"
    assert len(lock.jars) == len({jar.path for jar in lock.jars}) == 370
    assert sum(jar.size for jar in lock.jars) == 188_717_691
    assert any("neo4j-browser" in jar.path for jar in lock.jars)
    assert all(jar.path.startswith("org/neo4j/gds/proc") for jar in lock.plugins)
    assert any("proc-community" in jar.path for jar in lock.plugins)


def test_the_digest_changes_with_any_hash_and_not_with_blank_lines(tmp_path: Path) -> None:
    lines = [lock_line(path, content) for path, content in CONTENT.items()]
    first = written(tmp_path / "a", lines)
    assert read(written(tmp_path / "b", [*lines, "\n"])).digest == read(first).digest
    changed = [*lines[:-1], lock_line("com/example/tiny/1/tiny-1.jar", b"other")]
    assert read(written(tmp_path / "c", changed)).digest != read(first).digest


def test_only_jars_with_procedures_are_plugins(tmp_path: Path) -> None:
    lines = [lock_line(path, content) for path, content in CONTENT.items()]
    assert [jar.path for jar in read(written(tmp_path / "a", lines)).plugins] == [PROCEDURES]


@pytest.mark.parametrize("text", ["no-hash.jar\n", "a.jar sha256:00 many\n"])
def test_a_damaged_lock_file_is_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(EngineUnavailable, match="damaged") as raised:
        read(written(tmp_path / "damaged", [text]))
    assert raised.value.hint


def test_a_missing_lock_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(EngineUnavailable, match="nowhere"):
        read(tmp_path / "nowhere")


def written(path: Path, lines: list[str]) -> Path:
    path.write_text("".join(lines))
    return path
