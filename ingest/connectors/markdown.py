"""Markdown notes and plain text: a part a paragraph, list item, table row or piece of code, under its headings."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from graphmem.domain.documents import Document, EpisodeKind, Part, Skipped
from ingest.connector import Source
from ingest.frames import frame
from ingest.json_rows import looks_like_json
from ingest.lines import lines, lines_of, sniffed
from ingest.moments import any_moment
from ingest.prose import Block, BlockKind, blocks, meta_of
from ingest.tally import Tally
from ingest.windows import Keys, windows

_MARKS = re.compile(r"^(?:#{1,6} |[-*] |\d+\. |```|\|.*\||---$)|\]\(\S+\)|\[\[\S", re.MULTILINE)
_DATES = ("date", "created", "created-at", "updated", "last-modified", "modified")
_PEOPLE = (
    "author",
    "authors",
    "deciders",
    "decider",
    "decision-makers",
    "attendees",
    "participants",
    "present",
    "owner",
)
_SEPARATOR = re.compile(r"\s*(?:[,;]|\band\b)\s*")


class Markdown:
    """The reader of last resort: any text is at least a note."""

    name = "markdown"

    def recognises(self, source: Source) -> float:
        """A little sure of any text, more of one with marks, not of JSON."""
        if looks_like_json(source):
            return 0.0
        text = sniffed(source.head)
        if not re.search(r"\w", text):
            return 0.0
        return 0.5 if len(_MARKS.findall(text)) > 1 else 0.2

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The note in windows of whole blocks."""
        tally = Tally(source.uri)
        shared = note_frame(source, head_blocks(source), harness=self.name, kind=EpisodeKind.NOTE)
        keys = Keys()
        units = ([part_of(block, keys)] for block in blocks(lines(source, tally)))
        yield from windows(shared, units, tally)
        yield from tally.report()


def head_blocks(source: Source) -> list[Block]:
    """The blocks of the source's first bytes: enough for its title and metadata."""
    return list(blocks(lines_of(sniffed(source.head))))


def note_frame(source: Source, first: Iterable[Block], *, harness: str, kind: EpisodeKind) -> Document:
    """A frame with the title, date and people that the beginning of a note tells."""
    opening = list(first)
    meta = {key: value for block in opening if block.kind is BlockKind.META for key, value in meta_of(block).items()}
    heading = next((block.heading[0] for block in opening if block.heading), "") or next(
        (block.text for block in opening if block.kind is BlockKind.HEADING), ""
    )
    shared = frame(source, harness=harness, kind=kind, title=meta.get("title", "") or heading, at=date_of(meta))
    return replace(shared, participants=people_of(meta))


def date_of(meta: dict[str, str]) -> datetime | None:
    """The first date that the metadata gives."""
    return next((at for at in (any_moment(meta.get(key)) for key in _DATES) if at), None)


def people_of(meta: dict[str, str]) -> tuple[str, ...]:
    """The people whom the metadata names."""
    told = (meta[key].strip("[]") for key in _PEOPLE if meta.get(key))
    names = (name.strip(" '\"") for value in told for name in _SEPARATOR.split(value))
    return tuple(dict.fromkeys(name for name in names if name))


def part_of(block: Block, keys: Keys) -> Part:
    """A block as a part; the key is its words, so that an insertion elsewhere changes nothing."""
    return Part(
        key=keys.key(*block.heading, block.text), text=block.text, heading=block.heading, is_noise=block.is_noise
    )
