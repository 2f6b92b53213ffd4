"""Decision records (ADR, MADR and their kin): notes whose headings are status, context, decision, consequences."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from graphmem.domain.documents import Document, EpisodeKind, RecordLink, RecordRelation, Skipped
from graphmem.domain.text import name_key, record_key, sentences
from ingest.connector import Source
from ingest.connectors.markdown import head_blocks, note_frame, part_of
from ingest.prose import Block, BlockKind, blocks, meta_of
from ingest.source import Line, whole_text
from ingest.tally import Tally
from ingest.windows import Keys, windows

_SECTIONS = {
    "status": re.compile(r"status\b", re.IGNORECASE),
    "context": re.compile(r"(?:context|background|problem|motivation|abstract)\b", re.IGNORECASE),
    "decision": re.compile(r"(?:decision|proposal|proposed|resolution|outcome|solution)\b", re.IGNORECASE),
    "options": re.compile(r"(?:considered|options|alternatives|rejected|pros and cons)\b", re.IGNORECASE),
    "consequences": re.compile(r"(?:consequences|implications|impact|trade-?offs)\b", re.IGNORECASE),
}
_NUMBERED = re.compile(r"^\s*(?:(?:ADR|PEP|RFC)[\s#_-]*)?\d+\s*[.:)\u2013\u2014-]?\s+", re.IGNORECASE)
_STATUS = re.compile(
    r"(?:(?:partly|partially|in part)\s+)?"
    r"(?:accepted|approved|proposed|pending|draft|deferred|rejected|declined|withdrawn|deprecated|superseded|replaced"
    r"|amended|final|active|implemented|obsolete)",
    re.IGNORECASE,
)
_STATUS_LENGTH = 40
_MENTION = re.compile(
    r"\[(?P<label>[^\]\n]*)\]\((?P<target>[^)\s]+\.(?:md|markdown|rst|adoc|txt))(?:#[^)]*)?\)"
    r"|\[\[(?P<wiki>[^\]|#\n]+)[^\]\n]*\]\]"
    r"|\[[^\]\n]*\]\([^)]*\)"
    r"|\b(?P<named>(?:ADR|PEP|RFC|record|decision)s?[\s#-]*(?P<number>\d+))\b",
    re.IGNORECASE,
)
_RELATIONS = (
    (RecordRelation.SUPERSEDED_BY, re.compile(r"(?:supersed|replac|obsolet)ed\s+by|deprecated\s+by", re.IGNORECASE)),
    (RecordRelation.AMENDED_BY, re.compile(r"(?:amend|updat|extend|clarifi|chang)ed\s+by", re.IGNORECASE)),
    (RecordRelation.SUPERSEDES, re.compile(r"\b(?:supersed|replac|obsolet|deprecat)(?:e|es|ing)\b", re.IGNORECASE)),
    (RecordRelation.AMENDS, re.compile(r"\b(?:amend|updat|extend|clarif)(?:s|es|ies|ing)?\b", re.IGNORECASE)),
    (
        RecordRelation.DEPENDS_ON,
        re.compile(r"\b(?:depends? on|depends-on|requires?|builds? (?:up)?on|based on|relies on|assumes?)\b", re.IGNORECASE),
    ),
)
_META_RELATIONS = {
    "supersedes": RecordRelation.SUPERSEDES,
    "replaces": RecordRelation.SUPERSEDES,
    "obsoletes": RecordRelation.SUPERSEDES,
    "superseded-by": RecordRelation.SUPERSEDED_BY,
    "amends": RecordRelation.AMENDS,
    "depends-on": RecordRelation.DEPENDS_ON,
    "requires": RecordRelation.DEPENDS_ON,
}


class DecisionRecords:
    """A record is one document (in windows only when it is very long) that knows its names, state and links."""

    name = "adr"

    def recognises(self, source: Source) -> float:
        """By its sections; a status and a decision, or three of the five kinds."""
        found = _sections(head_blocks(source))
        is_stated = "decision" in found and ("status" in found or "context" in found)
        return 0.9 if len(found) > 2 or is_stated else 0.0  # noqa: PLR2004

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The record."""
        tally = Tally(source.uri)
        texts = whole_text(source, tally).split("\n")
        found = list(blocks(Line(number=n, offset=0, text=text, is_ended=True) for n, text in enumerate(texts, 1)))
        shared = note_frame(source, found, harness=self.name, kind=EpisodeKind.DECISION_RECORD)
        keys = _record_keys(source, shared.title)
        shared = replace(
            shared,
            status=_status(found),
            record_keys=keys,
            record_links=tuple(_links(found, own=keys)),
        )
        natural = Keys()
        yield from windows(shared, ([part_of(block, natural)] for block in found))
        yield from tally.report()
