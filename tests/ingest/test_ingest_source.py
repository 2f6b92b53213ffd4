"""Opening files: encodings, limits, folders, and everything that is no text."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from ingest_given import in_memory

from graphmem.domain.documents import Skipped
from graphmem.domain.errors import UnreadableSource
from ingest import lines as lines_module
from ingest import source as source_module
from ingest.connector import Source
from ingest.lines import Limits, lines, whole_bytes
from ingest.source import dated, open_file, text_source, walk
from ingest.tally import Tally

Write = Callable[..., Path]


def texts(content: bytes) -> tuple[list[str], str]:
    tally = Tally("x")
    found = [line.text for line in lines(in_memory(content), tally)]
    return found, " | ".join(skipped.reason for skipped in tally.report())


def skipped(path: Path) -> Skipped:
    found = open_file(path)
    assert isinstance(found, Skipped)
    return found


def test_a_line_knows_its_number_its_first_byte_and_whether_it_is_ended() -> None:
    found = list(lines(in_memory("één\ntwo\r\n\nlast"), Tally("x")))
    assert [(line.number, line.offset, line.text, line.is_ended) for line in found] == [
        (1, 0, "één", True),
        (2, 6, "two", True),
        (3, 11, "", True),
        (4, 12, "last", False),
    ]


@pytest.mark.parametrize(
    ("content", "text", "told"),
    [
        (b"caf\xe9 cr\xe8me", "café crème", "read as Windows-1252"),
        ("naïve ".encode() + b"caf\xe9", "naïve caf\ufffd", "not UTF-8, replaced"),
        ("é".encode()[:1], "\ufffd", "not UTF-8, replaced"),
        (b"NUL\x00 bell\x07", "NUL bell", ""),
    ],
)
def test_bytes_that_are_no_utf_8_are_read_as_far_as_they_go_and_told(content: bytes, text: str, told: str) -> None:
    found, reasons = texts(content)
    assert found == [text]
    assert told in reasons


def test_old_mac_line_ends_part_lines() -> None:
    assert texts(b"one\rtwo\r")[0] == ["one", "two"]


def test_a_line_over_the_limit_is_skipped_with_its_number_and_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines_module, "LIMITS", Limits(line=10))
    found, reasons = texts(b"short\n" + b"x" * 50 + b"\nafter\n")
    assert found == ["short", "after"]
    assert reasons == "the line is longer than 10 bytes"


def test_a_source_that_must_be_held_whole_is_refused_above_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines_module, "LIMITS", Limits(whole=10))
    with pytest.raises(UnreadableSource) as refused:
        whole_bytes(in_memory("x" * 11))
    assert "one record a line" in refused.value.hint


def test_utf_16_must_be_held_whole_and_is_refused_above_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines_module, "LIMITS", Limits(whole=10))
    with pytest.raises(UnreadableSource):
        list(lines(in_memory("a longer text".encode("utf-16")), Tally("x")))


def test_a_huge_first_line_does_not_hide_what_the_file_is(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_module, "LIMITS", Limits(head=100, first_line=200))
    found = open_file(write("big.jsonl", "x" * 1000 + "\n" + '{"a": 1}\n'))
    assert isinstance(found, Source)
    assert found.head == b'{"a": 1}\n'


def test_a_long_first_line_is_sniffed_to_its_end(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_module, "LIMITS", Limits(head=100, first_line=2000))
    found = open_file(write("big.jsonl", "x" * 1000 + "\nnext\n"))
    assert isinstance(found, Source)
    assert found.head == b"x" * 1000 + b"\n"


@pytest.mark.parametrize(
    ("content", "reason", "is_fault"),
    [
        (b"", "the file is empty", False),
        (b" \n\x00\n", "the file is empty", False),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "a PNG image, no text", False),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "a JPEG image, no text", False),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF, no text", False),
        (bytes(range(256)) * 4, "binary, no text", True),
    ],
)
def test_what_is_no_text_is_passed_over_with_its_reason(
    write: Write, content: bytes, reason: str, *, is_fault: bool
) -> None:
    found = skipped(write("notes.md", content))
    assert (found.reason, found.is_fault) == (reason, is_fault)


def test_a_tail_of_nul_bytes_after_a_power_cut_makes_no_binary(write: Write) -> None:
    assert isinstance(open_file(write("a.jsonl", b'{"a": 1}\n' + b"\x00" * 4096)), Source)


def test_a_missing_file_a_folder_and_a_pipe_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "No such file" in skipped(tmp_path / "none").reason
    assert [skipped(tmp_path / name).reason for name in ("pipe", ".")] == ["neither a file nor a folder"] * 2


def test_a_file_that_may_not_be_read_says_why(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = write("secret.md", "Hi.")
    monkeypatch.setattr(Path, "open", refuse)
    assert (skipped(path).reason, skipped(path).is_fault) == ("cannot be read: Permission denied", True)


def test_a_file_that_vanishes_while_it_is_read_is_an_error_with_a_hint(write: Write) -> None:
    path = write("gone.md", "Hi.")
    found = open_file(path)
    assert isinstance(found, Source)
    path.unlink()
    with pytest.raises(UnreadableSource):
        list(lines(found, Tally("x")))


def test_folders_are_walked_by_name_and_hidden_entries_are_told(write: Write, tmp_path: Path) -> None:
    for name in ("b/2.md", "b/10.md", "a.md", ".git/config", "b/.DS_Store", "c.md"):
        write(name, "Hi.")
    (tmp_path / "empty").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "b")
    found = list(walk([tmp_path]))
    assert [path.relative_to(tmp_path).as_posix() for path in found if isinstance(path, Path)] == [
        "a.md",
        "b/10.md",
        "b/2.md",
        "c.md",
    ]
    told = {Path(one.uri).name: (one.reason, one.is_fault) for one in found if isinstance(one, Skipped)}
    assert told == {
        ".git": ("hidden", False),
        ".DS_Store": ("hidden", False),
        "empty": ("the folder is empty", False),
        "link": ("a linked folder, not followed", False),
    }


def test_a_file_that_is_named_itself_is_taken_even_when_it_is_hidden(write: Write) -> None:
    path = write(".notes.md", "Hi.")
    assert list(walk([path])) == [path]


def test_a_source_is_dated_by_its_surroundings_then_its_name_then_its_file(write: Write) -> None:
    named, unnamed = (open_file(write(name, "Hi.")) for name in ("2025-05-03-bus.md", "bus.md"))
    assert isinstance(named, Source)
    assert isinstance(unnamed, Source)
    os.utime(unnamed.path, (1746266400, 1746266400))
    told = text_source("Hi.", path=Path("text:1"), at=datetime(2024, 1, 1, tzinfo=UTC))
    assert dated(told) == (datetime(2024, 1, 1, tzinfo=UTC), "meta")
    assert dated(named) == (datetime(2025, 5, 3, tzinfo=UTC), "meta")
    assert dated(unnamed) == (datetime(2025, 5, 3, 10, tzinfo=UTC), "file")
    assert dated(text_source("Hi.", path=Path("text:1"))) == (None, "unknown")


def test_a_text_in_hand_is_cleaned() -> None:
    assert text_source("a\r\nb\x00\ud83d", path=Path("text:1")).content == "a\nb\ufffd".encode()
