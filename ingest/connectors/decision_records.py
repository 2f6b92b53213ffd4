"""Decision records (ADR, MADR and their kin): notes whose headings are status, context, decision, consequences."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from graphmem.domain.documents import Document, EpisodeKind, Skipped
from ingest.connector import Source
from ingest.connectors.markdown import head_blocks, note_frame, part_of
from ingest.json_rows import looks_like_json
from ingest.lines import lines_of, whole_text
from ingest.prose import Block, BlockKind, blocks, meta_of
from ingest.record_links import links, record_keys
from ingest.tally import Tally
from ingest.windows import Keys, windows

_SECTIONS = {
    "status": re.compile(r"status\b", re.IGNORECASE),
    "context": re.compile(r"(?:context|background|problem|motivation|abstract)\b", re.IGNORECASE),
    "decision": re.compile(r"(?:decision|proposal|resolution|outcome)\b", re.IGNORECASE),
    "options": re.compile(r"(?:considered|options|alternatives|rejected|pros and cons)\b", re.IGNORECASE),
    "consequences": re.compile(r"(?:consequences|implications|impact)\b", re.IGNORECASE),
}
_STATUS = re.compile(
    r"(?:(?:partly|partially|in part)\s+)?"
    r"(?:accepted|approved|proposed|pending|draft|deferred|rejected|declined|withdrawn|deprecated|superseded|replaced"
    r"|amended|final|active|implemented|obsolete)\b",
    re.IGNORECASE,
)
_STATUS_LENGTH = 40


class DecisionRecords:
    """A record is one document that knows its names, its state and its links (in windows only when it is very long)."""

    name = "adr"

    def recognises(self, source: Source) -> float:
        """By its sections: a decision with a status, or with a context and what came of it."""
        if looks_like_json(source):
            return 0.0
        found = _sections(head_blocks(source))
        is_weighed = "context" in found and bool(found & {"consequences", "options"})
        is_record = ("decision" in found and ("status" in found or is_weighed)) or ("status" in found and is_weighed)
        return 0.9 if is_record else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The record."""
        tally = Tally(source.uri)
        found = list(blocks(lines_of(whole_text(source, tally))))
        shared = note_frame(source, found, harness=self.name, kind=EpisodeKind.DECISION_RECORD)
        keys = record_keys(source.stem if source.fragment else source.path.name, shared.title)
        hint = f"{source.path.stem} {shared.title}"
        shared = replace(
            shared,
            status=_status(found),
            record_keys=keys,
            record_links=tuple(links(found, own=keys, series_hint=hint)),
        )
        natural = Keys()
        yield from windows(shared, ([part_of(block, natural)] for block in found), tally)
        yield from tally.report()


def _sections(found: Iterable[Block]) -> set[str]:
    """Which kinds of section the headings and the metadata name; the title is no section."""
    told = list(found)
    paths = {block.heading + ((block.text,) if block.kind is BlockKind.HEADING else ()) for block in told}
    is_titled = len({path[0] for path in paths if path}) == 1
    names = {name for path in paths for name in (path[1:] if is_titled else path)}
    sections = {kind for kind, pattern in _SECTIONS.items() if any(map(pattern.match, names))}
    if any("status" in meta_of(block) for block in told if block.kind is BlockKind.META):
        sections.add("status")
    return sections


def _status(found: Iterable[Block]) -> str:
    """The record's own word for its state, lower case; the first line when it is no known word, "" without one."""
    told = list(found)
    stated = [block.text for block in told if block.heading and _SECTIONS["status"].match(block.heading[-1])]
    stated += [meta_of(block).get("status", "") for block in told if block.kind is BlockKind.META]
    text = next((text.strip(" *_`{}") for text in stated if text.strip()), "")
    word = _STATUS.search(text)
    if word:
        return " ".join(word.group().lower().split())
    return text.split("\n", 1)[0][:_STATUS_LENGTH].lower()
