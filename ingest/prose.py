"""Markdown and plain prose as blocks under headings; every block's text is an exact slice of the source."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from ingest.lines import Line


class BlockKind(StrEnum):
    """What a block is."""

    PARAGRAPH = "paragraph"
    ITEM = "item"
    ROW = "row"
    CODE = "code"
    META = "meta"
    HEADING = "heading"


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A paragraph, list item, table row, piece of code, run of metadata, or a heading with nothing below it.

    heading  the headings above it, outermost first
    line     1-based, of its first line
    """

    kind: BlockKind
    text: str
    heading: tuple[str, ...]
    line: int

    @property
    def is_noise(self) -> bool:
        """Code and metadata are stored and found, but state nothing."""
        return self.kind in {BlockKind.CODE, BlockKind.META}


_FENCE = re.compile(r"\s*(?P<mark>`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}(?P<level>#{1,6})(?:\s+(?P<title>.*?))?\s*#*\s*$")
_UNDERLINE = re.compile(r" {0,3}(?P<mark>=+|-+)\s*$")
_RULE = re.compile(r" {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$")
_ROW = re.compile(r"\s*\|.*\|\s*$")
_ROW_RULE = re.compile(r"[\s|:-]+$")
_ITEM = re.compile(r"\s*(?:[-*+•]|(?P<number>\d{1,3}|[a-zA-Z])[.)])\s+\S")
_INDENTED = re.compile(r"(?: {4}|\t)")
_META_KEYS = frozenset(
    """adr amends attendees author authors category component created creator date deciders decider decision-makers
    depends-on deprecates editor informed consulted id issue last-modified layout modified obsoletes owner owners
    participants pep present project proposed replaces requires resolution reviewed reviewers rfc state status
    superseded-by supersedes tags tag team technical-story title topic type updated version created-at""".split()
)
_META_LINE = re.compile(r"\s*(?:[-*]\s+)?(?:\*\*)?(?P<key>[A-Za-z][\w -]{0,30}?)(?:\*\*)?:(?:\*\*)?\s*(?P<value>.*)$")
_CODE_END = re.compile(r"(?:[;{}]|\);|\},?|=>)\s*$")
_CODE_SHARE = 0.6
_SETEXT_LEVELS = {"=": 1, "-": 2}


def blocks(lines: Iterable[Line]) -> Iterator[Block]:
    """The blocks in order, streaming; front matter comes first, as metadata."""
    reader = _Reader()
    for line in lines:
        yield from reader.read(line)
    yield from reader.close()


def meta_of(block: Block) -> dict[str, str]:
    """The keys and values of a block of metadata: keys lower case, words joined by `-`, marks taken off."""
    found: dict[str, str] = {}
    key = ""
    for line in block.text.split("\n"):
        matched = _META_LINE.match(line)
        if matched:
            key = _meta_key(matched["key"])
            found[key] = matched["value"].strip().strip("'\"")
        elif key and line.strip().startswith("- "):
            found[key] = f"{found[key]}, {line.strip()[2:].strip()}".lstrip(", ")
    return found


class _Reader:
    """The state between lines."""

    def __init__(self) -> None:
        self._headings: list[tuple[int, str]] = []
        self._bare_heading: Block | None = None
        self._open: list[str] = []
        self._kind = BlockKind.PARAGRAPH
        self._line = 0
        self._fence = ""
        self._is_in_list = False
        self._is_at_start = True

    def read(self, line: Line) -> Iterator[Block]:
        """Take a line; yields the block that it ends."""
        text = line.text
        if self._fence:
            yield from self._read_fenced(text)
        elif self._is_at_start and text.strip() == "---":
            self._start(BlockKind.META, line)
            self._fence = "---"
        elif fence := _FENCE.match(text):
            yield from self._close()
            self._start(BlockKind.CODE, line)
            self._fence = fence["mark"]
        elif not text.strip():
            yield from self._close()
        else:
            yield from self._read_text(line)
        self._is_at_start = self._is_at_start and not text.strip()

    def close(self) -> Iterator[Block]:
        """The last block."""
        yield from self._close()
        if self._bare_heading:
            yield self._bare_heading

    def _read_fenced(self, text: str) -> Iterator[Block]:
        is_end = text.strip() in {self._fence, "..."} if self._fence == "---" else text.strip().startswith(self._fence)
        if is_end:
            self._fence = ""
            yield from self._close()
        else:
            self._open.append(text)

    def _read_text(self, line: Line) -> Iterator[Block]:
        text = line.text
        underline = _UNDERLINE.match(text)
        if heading := _HEADING.match(text):
            yield from self._close()
            yield from self._enter(len(heading["level"]), heading["title"] or "", line)
        elif underline and len(self._open) == 1 and self._kind is BlockKind.PARAGRAPH:
            title, self._open = self._open[0].strip(), []
            yield from self._enter(_SETEXT_LEVELS[underline["mark"][0]], title, line)
        elif _RULE.match(text):
            yield from self._close()
        elif _ROW.match(text):
            yield from self._close()
            self._start(BlockKind.ROW, line, *([] if _ROW_RULE.match(text) else [text]))
            yield from self._close()
        elif self._begins_item(text):
            yield from self._close()
            self._start(BlockKind.ITEM, line, text)
        elif self._open:
            self._open.append(text)
        else:
            is_code = bool(_INDENTED.match(text)) and not self._is_in_list
            self._start(BlockKind.CODE if is_code else BlockKind.PARAGRAPH, line, text)

    def _begins_item(self, text: str) -> bool:
        item = _ITEM.match(text)
        if not item or (self._open and self._kind is BlockKind.CODE):
            return False
        is_inside_paragraph = bool(self._open) and self._kind is BlockKind.PARAGRAPH
        return item["number"] in {None, "1", "a"} or not is_inside_paragraph

    def _start(self, kind: BlockKind, line: Line, *texts: str) -> None:
        self._kind, self._line, self._open = kind, line.number, list(texts)

    def _enter(self, level: int, title: str, line: Line) -> Iterator[Block]:
        """A heading closes those of its level and below; one that had nothing under it becomes a block itself."""
        is_deeper = bool(self._headings) and level > self._headings[-1][0]
        if self._bare_heading and not is_deeper:
            yield self._bare_heading
        self._headings = [above for above in self._headings if above[0] < level]
        above = tuple(name for _, name in self._headings)
        self._bare_heading = (
            Block(kind=BlockKind.HEADING, text=title, heading=above, line=line.number) if title else None
        )
        if title:
            self._headings.append((level, title))
        self._is_in_list = False

    def _close(self) -> Iterator[Block]:
        text = "\n".join(self._open)
        text = text.strip("\n").rstrip() if self._kind is BlockKind.CODE else text.strip()
        self._open = []
        if not text:
            return
        self._bare_heading = None
        self._is_in_list = self._kind is BlockKind.ITEM or (self._is_in_list and self._kind is BlockKind.PARAGRAPH)
        heading = tuple(name for _, name in self._headings)
        yield Block(kind=self._closed_kind(text), text=text, heading=heading, line=self._line)

    def _closed_kind(self, text: str) -> BlockKind:
        if self._kind is BlockKind.PARAGRAPH and _looks_like_code(text):
            return BlockKind.CODE
        is_preamble = not self._headings or self._headings[-1][0] == 1
        if is_preamble and self._kind in {BlockKind.PARAGRAPH, BlockKind.ITEM} and _is_meta(text):
            return BlockKind.META
        return self._kind


def _is_meta(text: str) -> bool:
    keys = [matched and _meta_key(matched["key"]) for matched in map(_META_LINE.match, text.split("\n"))]
    return all(key in _META_KEYS for key in keys)


def _meta_key(key: str) -> str:
    return "-".join(key.lower().replace("_", " ").split())


def _looks_like_code(text: str) -> bool:
    lines = [line for line in text.split("\n") if line.strip()]
    ends = sum(bool(_CODE_END.search(line)) for line in lines)
    return len(lines) > 1 and ends >= _CODE_SHARE * len(lines)
