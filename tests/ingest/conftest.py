"""Fixtures of the ingest tests."""

from collections.abc import Callable
from pathlib import Path

import pytest
from ingest_given import Content, FakeMemory, as_bytes


@pytest.fixture
def store() -> FakeMemory:
    return FakeMemory()


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, Content], Path]:
    """Writes a file below the test's own folder: text, bytes, or rows as JSON Lines."""

    def written(name: str, content: Content) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_bytes(content))
        return path

    return written
