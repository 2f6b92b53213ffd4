"""Commits as `git log` prints them, streaming: with headers and an indented message, or one a line."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import parsedate_to_datetime

from graphmem.domain.time import as_utc
from ingest.lines import Line
from ingest.moments import any_moment
from ingest.tally import Tally

FILES = 500

_COMMIT = re.compile(r"commit (?P<sha>[0-9a-f]{7,64})(?: .*)?$")
_ONE_LINE = re.compile(r"(?P<sha>[0-9a-f]{7,40})(?: \((?:HEAD|tag: |[\w./-]+[,)])[^)]*\)?)? (?P<text>\S.*)$")
_HEADER = re.compile(r"(?P<name>Author|AuthorDate|Date|Merge|Commit|CommitDate|Reflog[\w ]*|gpg):\s*(?P<value>.*)$")
_PERSON = re.compile(r"(?P<name>.*?)\s*<(?P<mail>[^<>]*)>$")
_INDENT = "    "
_FILE = re.compile(
    r"[ACDMRTUXB]\d{0,3}\t(?:[^\t]+\t)?(?P<status>[^\t]+)$"
    r"|(?:\d+|-)\t(?:\d+|-)\t(?P<counted>.+)$"
    r"|diff --git a/.+ b/(?P<patched>.+)$"
    r"|\s(?P<shown>\S.*?)\s+\|\s+(?:\d+|Bin\b).*$"
)
_TOTAL = re.compile(r"\s*\d+ files? changed")
_HAS_DIGIT = re.compile(r"\d")


@dataclass(slots=True, kw_only=True)
class Commit:
    """One commit as it is printed.

    line     where it begins
    author   as printed; "" when it is not
    message  its lines without their indent
    files    paths inside the repository, the first so many
    """

    sha: str
    line: int
    author: str = ""
    mail: str = ""
    at: datetime | None = None
    is_merge: bool = False
    message: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    unlisted: int = 0


def share_of_commits(text: str) -> float:
    """How much of a text is the opening lines and indented messages of commits, 0 to 1."""
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        return 0.0
    if _COMMIT.match(lines[0]):
        is_signed = any(line.startswith("Author:") for line in lines[1:6])
        return 1.0 if is_signed else 0.0
    ours = [found for found in map(_ONE_LINE.match, lines[:-1] or lines) if found]
    is_hex = all(_HAS_DIGIT.search(found["sha"]) for found in ours[:3])
    return len(ours) / len(lines[:-1] or lines) if is_hex and len(lines) > 1 else 0.0


def commits(found: Iterable[Line], tally: Tally) -> Iterator[Commit]:
    """The commits in the order they are printed; lines that belong to none are faults."""
    reader = _Reader(tally)
    for line in found:
        yield from reader.read(line)
    yield from reader.close()


class _Reader:
    """The state between lines: the open commit, and how far in it the lines are."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._open: Commit | None = None
        self._is_head = self._is_patch = False

    def read(self, line: Line) -> Iterator[Commit]:
        text = line.text
        begun = _COMMIT.match(text)
        short = None if begun or self._is_in_commit() else _ONE_LINE.match(text)
        if begun:
            yield from self._begin(Commit(sha=begun["sha"], line=line.number), is_head=True)
        elif short:
            yield from self._begin(Commit(sha=short["sha"], line=line.number, message=[short["text"]]), is_head=False)
        elif self._open is None:
            self._stray(line)
        elif self._is_head:
            self._read_head(text)
        else:
            self._read_body(self._open, text)

    def close(self) -> Iterator[Commit]:
        if self._open is not None:
            yield self._open
        self._open = None

    def _is_in_commit(self) -> bool:
        """Whether the open commit is one with headers, whose lines begin no other commit."""
        return self._open is not None and bool(self._open.author or self._is_head)

    def _begin(self, commit: Commit, *, is_head: bool) -> Iterator[Commit]:
        yield from self.close()
        self._tally.read += 1
        self._open, self._is_head, self._is_patch = commit, is_head, False

    def _stray(self, line: Line) -> None:
        if line.text.strip():
            self._tally.read += 1
            self._tally.fault(f"a line that belongs to no commit: {line.text.strip()[:80]!r}", line.number)

    def _read_head(self, text: str) -> None:
        header = _HEADER.match(text)
        commit = self._open
        if commit is None or header is None:
            self._is_head = bool(text.strip())
            return
        match header["name"]:
            case "Author":
                person = _PERSON.match(header["value"])
                commit.author = (person["name"] if person else header["value"]).strip()
                commit.mail = person["mail"].strip() if person else ""
            case "Date" | "AuthorDate":
                commit.at = _moment(header["value"])
            case "Merge":
                commit.is_merge = True

    def _read_body(self, commit: Commit, text: str) -> None:
        if text.startswith(_INDENT) and not commit.files and not self._is_patch:
            commit.message.append(text.removeprefix(_INDENT))
        elif not text.strip():
            commit.message.append("")
        elif file := _FILE.match(text):
            self._is_patch = self._is_patch or file["patched"] is not None
            self._touch(commit, next(name for name in file.groups() if name))
        elif not self._is_patch and not text.startswith(" ") and not _TOTAL.match(text):
            self._touch(commit, text)

    def _touch(self, commit: Commit, name: str) -> None:
        path = _unquoted(name.strip())
        if path in commit.files:
            return
        if len(commit.files) < FILES:
            commit.files.append(path)
        else:
            commit.unlisted += 1


def _unquoted(name: str) -> str:
    r"""A name as it is on disk: git quotes one that holds a quote, a backslash or a control character."""
    return re.sub(r"\\(.)", r"\1", name[1:-1]) if name.startswith('"') and name.endswith('"') else name


def _moment(stamp: str) -> datetime | None:
    """A date in git's own form (Thu May 1 10:00:00 2025 +0200), mail's, or ISO."""
    words = stamp.split()
    if len(words) == 6 and words[4].isdigit():  # noqa: PLR2004 - weekday, month, day, clock, year, zone
        stamp = f"{words[0]}, {words[2]} {words[1]} {words[4]} {words[3]} {words[5]}"
    try:
        return as_utc(parsedate_to_datetime(stamp))
    except (ValueError, TypeError, IndexError, OverflowError):
        return any_moment(stamp)
