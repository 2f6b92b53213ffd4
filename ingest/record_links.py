"""How records name themselves and each other: numbers, titles, file names, and the words around a mention."""

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from graphmem.domain.documents import RecordLink, RecordRelation
from graphmem.domain.text import name_key, record_key, sentences
from ingest.prose import Block, BlockKind, meta_of

_DATE_PREFIX = re.compile(r"^\d{4}-?\d{2}-?\d{2}[-_ ]?(?=\S)")
_NUMBER_PREFIX = re.compile(r"^\s*(?:(?:ADR|PEP|RFC)[\s#_-]*)?\d+\s*[.:)\u2013\u2014-]?\s+", re.IGNORECASE)
_SERIES = re.compile(r"(ADR|PEP|RFC)(?![a-z])", re.IGNORECASE)
_DEFAULT_SERIES = "adr"
_MENTION = re.compile(
    r"\[[^\]\[\n]{0,300}\]\((?P<target>[^)\s]{1,300}\.(?:md|markdown|rst|adoc|txt))(?:#[^)]{0,300})?\)"
    r"|\[\[(?P<wiki>[^\]\[|#\n]{1,300})[^\]\n]{0,300}\]\]"
    r"|\[[^\]\[\n]{0,300}\]\([^)]{0,2000}\)"
    r"|\b(?:(?P<series>ADR|PEP|RFC)s?[\s#-]*|decision\s+(?:record\s+)?#|decision\s+record\s+)(?P<number>\d+)\b",
    re.IGNORECASE,
)
_CUES = (
    (RecordRelation.SUPERSEDED_BY, r"\b(?:supersed|replac|obsolet|deprecat)ed\s+by\b"),
    (RecordRelation.AMENDED_BY, r"\b(?:amend|updat|extend|clarifi|chang|refin)ed\s+by\b"),
    (RecordRelation.SUPERSEDES, r"\b(?:supersed|replac|obsolet|deprecat)(?:es?|ing)\b"),
    (RecordRelation.AMENDS, r"\b(?:amend|updat|extend|clarifi|refin)(?:e?s|ing)\b"),
    (RecordRelation.DEPENDS_ON, r"\b(?:depends?\s+on|requires?|builds?\s+(?:up)?on|based\s+on|relies\s+on|assumes?)\b"),
)
_CUE = re.compile("|".join(f"(?P<{relation.name}>{cue})" for relation, cue in _CUES), re.IGNORECASE)
_META_RELATIONS = {
    "supersedes": RecordRelation.SUPERSEDES,
    "replaces": RecordRelation.SUPERSEDES,
    "obsoletes": RecordRelation.SUPERSEDES,
    "deprecates": RecordRelation.SUPERSEDES,
    "superseded-by": RecordRelation.SUPERSEDED_BY,
    "amends": RecordRelation.AMENDS,
    "depends-on": RecordRelation.DEPENDS_ON,
    "requires": RecordRelation.DEPENDS_ON,
}
_NUMBERS = re.compile(r"\d+")


def record_keys(stem: str, title: str) -> tuple[str, ...]:
    """The names a record may be known by: its file's, its number, its title.

    The file's number goes before the title's, which people forget to change when they copy a record.
    """
    by_file = file_key(stem)
    numbered = by_file if by_file.startswith("#") else record_key(title)
    bare_title = name_key(_NUMBER_PREFIX.sub("", title))
    return tuple(key for key in dict.fromkeys((by_file, numbered, bare_title)) if key)


def file_key(name: str) -> str:
    """The key of a record by its file's name; a date in front is no number."""
    stem = PurePosixPath(name).name
    stem = stem.rsplit(".", 1)[0] if re.search(r"\.(?:md|markdown|rst|adoc|txt)$", stem) else stem
    return record_key(_DATE_PREFIX.sub("", stem))


def links(blocks: Iterable[Block], *, own: tuple[str, ...], series_hint: str) -> Iterator[RecordLink]:
    """What the blocks say of other records, each once; a citation only where nothing stronger is said.

    series_hint  the record's name and title: an ADR that mentions PEP 8 does not mean ADR 8
    """
    found: dict[tuple[str, RecordRelation], RecordLink] = {}
    for block in blocks:
        for link in _block_links(block, _series(series_hint)):
            if link.target not in own:
                found.setdefault((link.target, link.relation), link)
    stated = {target for target, relation in found if relation is not RecordRelation.CITES}
    for link in found.values():
        if link.relation is not RecordRelation.CITES or link.target not in stated:
            yield link


def _block_links(block: Block, series: str) -> Iterator[RecordLink]:
    text = block.text
    spans = list(sentences(text))
    for mention in _MENTION.finditer(text):
        target = _target(mention, series)
        if target:
            start, end = _around(mention.span(), spans)
            yield RecordLink(target=target, relation=_relation(text[start : mention.start()]), quote=text[start:end])
    if block.kind is BlockKind.META:
        yield from _meta_links(block)


def _target(mention: re.Match[str], series: str) -> str:
    if mention["target"]:
        return file_key(mention["target"]) if "://" not in mention["target"] else ""
    if mention["wiki"]:
        return file_key(mention["wiki"].strip())
    if mention["number"] and (mention["series"] or series).lower() == series:
        return record_key(mention["number"])
    return ""


def _around(span: tuple[int, int], spans: list[tuple[int, int]]) -> tuple[int, int]:
    """The sentences that a mention touches: a number in a link's label looks like the end of one."""
    touched = [(start, end) for start, end in spans if start < span[1] and end > span[0]]
    return min((start for start, _ in touched), default=span[0]), max((end for _, end in touched), default=span[1])


def _relation(before: str) -> RecordRelation:
    """What the last cue before a mention says; without a cue it is cited."""
    cues = list(_CUE.finditer(before))
    return RecordRelation[cues[-1].lastgroup or ""] if cues else RecordRelation.CITES


def _meta_links(block: Block) -> Iterator[RecordLink]:
    for key, value in meta_of(block).items():
        if key in _META_RELATIONS:
            quote = next((line for line in block.text.split("\n") if value in line), block.text)
            for number in _NUMBERS.findall(_MENTION.sub("", value)):
                yield RecordLink(target=record_key(number), relation=_META_RELATIONS[key], quote=quote.strip())


def _series(hint: str) -> str:
    found = _SERIES.search(hint)
    return found[1].lower() if found else _DEFAULT_SERIES
