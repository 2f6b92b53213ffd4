"""Notes that link each other by [[name]]: Obsidian vaults and basic-memory, with their relations and categories."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from graphmem.domain.documents import Document, EpisodeKind, Part, RecordLink, RecordRelation, Skipped
from graphmem.domain.text import name_key, record_key
from ingest.connector import Source
from ingest.connectors.markdown import head_blocks, note_frame, part_of
from ingest.json_rows import looks_like_json
from ingest.lines import lines, sniffed
from ingest.prose import Block, BlockKind, blocks, meta_of
from ingest.record_links import record_keys
from ingest.tally import Tally
from ingest.windows import Keys, windows

LINKS = 500

_LINK = re.compile(r"(?P<embed>!)?\[\[(?P<target>[^\]\[|#^\n]{1,300})(?:[#^][^\]|\n]{0,300})?(?:\|[^\]\n]{0,300})?\]\]")
_RELATION = re.compile(r"\s*[-*]\s+(?P<how>[\w][\w -]{0,40}?)\s+\[\[")
_OBSERVATION = re.compile(r"\s*[-*]\s+\[(?P<kind>[^\]\s][^\]\n]{0,40})\]\s+(?P<text>\S.*)$", re.DOTALL)
_CHECK_BOX = frozenset("xX -/>?!*")
_PROPERTIES = re.compile(r"^(?:aliases|tags|permalink|cssclasses?|publish):", re.MULTILINE)
_MEDIA = re.compile(r"\.(?:png|jpe?g|gif|svg|webp|pdf|mp[34]|mov|webm|wav|canvas|excalidraw)$", re.IGNORECASE)
_RELATIONS = {
    "supersedes": RecordRelation.SUPERSEDES,
    "replaces": RecordRelation.SUPERSEDES,
    "superseded by": RecordRelation.SUPERSEDED_BY,
    "replaced by": RecordRelation.SUPERSEDED_BY,
    "amends": RecordRelation.AMENDS,
    "extends": RecordRelation.AMENDS,
    "refines": RecordRelation.AMENDS,
    "amended by": RecordRelation.AMENDED_BY,
    "depends on": RecordRelation.DEPENDS_ON,
    "requires": RecordRelation.DEPENDS_ON,
    "builds on": RecordRelation.DEPENDS_ON,
}


class Vault:
    """A note knows its names (file, title, aliases, permalink) and whom it links, so that links work both ways."""

    name = "vault"

    def recognises(self, source: Source) -> float:
        """By links to notes, by a vault's properties, or by observations with a category."""
        if looks_like_json(source):
            return 0.0
        found = head_blocks(source)
        front = found[0].text if found and found[0].kind is BlockKind.META and found[0].line == 1 else ""
        has_links = bool(_LINK.search(sniffed(source.head)))
        has_observations = sum(bool(_observed(block)) for block in found) > 1
        return 0.7 if has_links or has_observations or _PROPERTIES.search(front) else 0.0

    def pull(self, source: Source) -> Iterator[Document | Skipped]:
        """The note in windows of whole blocks; read twice, because a link may stand anywhere."""
        tally = Tally(source.uri)
        opening = head_blocks(source)
        shared = note_frame(source, opening, harness=self.name, kind=EpisodeKind.NOTE)
        own = _names(source, shared.title, opening)
        links = _links(blocks(lines(source, Tally(source.uri))), own, tally)
        project = source.project or _home(source)
        shared = replace(shared, project=project, record_keys=own, record_links=links)
        keys = Keys()
        units = ([_categorised(part_of(block, keys), block)] for block in blocks(lines(source, tally)))
        yield from windows(shared, units, tally)
        yield from tally.report()


def _names(source: Source, title: str, opening: Iterable[Block]) -> tuple[str, ...]:
    meta = {key: value for block in opening if block.kind is BlockKind.META for key, value in meta_of(block).items()}
    aliases = [name.strip(" '\"") for name in meta.get("aliases", "").strip("[]").split(",")]
    permalink = meta.get("permalink", "")
    keys = (*record_keys(source.stem if source.fragment else source.path.name, title), *map(_key, aliases))
    return tuple(key for key in dict.fromkeys((*keys, _key(permalink))) if key)


def _links(found: Iterable[Block], own: Sequence[str], tally: Tally) -> tuple[RecordLink, ...]:
    """Each note that is linked, once a relation; a plain mention only where nothing stronger is said of it."""
    told: dict[tuple[str, RecordRelation], RecordLink] = {}
    for block in found:
        for link in _block_links(block):
            if link.target not in own:
                told.setdefault((link.target, link.relation), link)
    stated = {target for target, relation in told if relation is not RecordRelation.CITES}
    kept = [link for link in told.values() if link.relation is not RecordRelation.CITES or link.target not in stated]
    if len(kept) > LINKS:
        tally.leave_out("link", 0, count=len(kept) - LINKS)
    return tuple(kept[:LINKS])


def _block_links(block: Block) -> Iterator[RecordLink]:
    if block.kind is BlockKind.CODE:
        return
    relation = _RELATION.match(block.text)
    how = relation["how"].lower().replace("_", " ") if relation else ""
    for found in _LINK.finditer(block.text):
        target = found["target"].strip()
        if target and not _MEDIA.search(target):
            quote = block.text if len(block.text) <= 300 else found.group()  # noqa: PLR2004 - a sentence or two
            yield RecordLink(target=_key(target), relation=_RELATIONS.get(how, RecordRelation.CITES), quote=quote)


def _key(target: str) -> str:
    """A note is linked by its name or by its path; both sides are known by the name."""
    name = target.strip().rsplit("/", 1)[-1]
    return record_key(name) or name_key(name) if name else ""


def _categorised(part: Part, block: Block) -> Part:
    """An observation stands under its category: `- [decision] …` is read like a paragraph under `Decision`."""
    observed = _observed(block)
    if observed is None:
        return part
    return replace(part, text=observed["text"], heading=(*part.heading, observed["kind"]))


def _observed(block: Block) -> re.Match[str] | None:
    found = _OBSERVATION.match(block.text) if block.kind is BlockKind.ITEM else None
    return found if found and found["kind"] not in _CHECK_BOX and not found["text"].startswith("(") else None


def _home(source: Source) -> str:
    """The vault's folder, which holds `.obsidian`: names of notes hold inside it."""
    folders = source.path.parents if source.path.is_absolute() else ()
    return next((str(folder) for folder in folders if _is_vault(folder)), "")


def _is_vault(folder: Path) -> bool:
    try:
        return (folder / ".obsidian").is_dir()
    except OSError:
        return False
