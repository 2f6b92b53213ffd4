"""A block multiplied: copies with ids, invented names and vectors of their own, written without a search."""

import asyncio
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Any

from graphmem.bench.block import Block, Page, read_block
from graphmem.bench.hashed_words import HashedWords
from graphmem.bench.tenants import Desk
from graphmem.domain.text import stems
from graphmem.domain.vectors import Vector
from graphmem.store.blocks import COPY_MARK, BlockStore, Copies, StoredNode

_MARKED = frozenset({"handle", "slug", "uri", "external_id", "text_hash", "semantic_key"})
"""Properties that name one thing, and are other ones in a copy."""
_WORD = re.compile(r"[^\W\d_]+")
_VOWELS, _CONSONANTS = "aeiou", "bcdfghjklmnpqrstvwxz"

Watch = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Copier:
    """Makes the copy of this number of a page: the same every time."""

    number: int
    rare: frozenset[str]
    embedder: HashedWords

    def copy(self, page: Page) -> Copies:
        """The page with other ids, other invented words of the same length (so that every span still holds)."""
        ids = {node.id: f"{node.id}{COPY_MARK}{self.number}" for node in page.nodes}
        entities, statements = page.shared["Entity"], page.shared["Statement"]
        places = {key: place for place, key in enumerate((*entities, *statements, *ids))}
        changed = self._changes(ids)
        properties = [changed(node.properties) for node in page.nodes]
        self._embed(page.nodes, properties)
        rows = [{"labels": list(node.labels), "properties": p} for node, p in zip(page.nodes, properties, strict=True)]
        edges = [
            {"source": places[source], "type": kind, "target": places[target], "properties": changed(own)}
            for source, kind, target, own in page.edges
        ]
        return Copies(entities=entities, statements=statements, rows=rows, edges=edges)

    def _changes(self, ids: Mapping[str, str]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
        cipher = _cipher(self.number)

        @cache
        def renamed(word: str) -> str:
            return word.translate(cipher) if self.rare.issuperset(stems(word) or [""]) else word

        def value(one: Any) -> Any:
            match one:
                case str():
                    return ids[one] if one in ids else _WORD.sub(lambda found: renamed(found.group()), one)
                case list():
                    return [value(each) for each in one]
                case _:
                    return one

        def changed(properties: Mapping[str, Any]) -> dict[str, Any]:
            marked = {
                key: f"{properties[key]}{COPY_MARK}{self.number}"
                for key in _MARKED & properties.keys()
                if properties[key]
            }
            return {key: value(one) for key, one in properties.items()} | marked

        return changed

    def _embed(self, nodes: tuple[StoredNode, ...], rows: list[dict[str, Any]]) -> None:
        pairs = list(zip(nodes, rows, strict=True))
        own = [row for node, row in pairs if node.has_vector]
        windows = [row for node, row in pairs if node.has_window]
        for row, vector in zip(own, self._vectors(own, "text", "name"), strict=True):
            row["embedding"] = vector.tolist()
        for row, vector in zip(windows, self._vectors(windows, "window_text", "text"), strict=True):
            row["window_embedding"] = vector.tolist()

    def _vectors(self, rows: list[dict[str, Any]], *names: str) -> Vector:
        return self.embedder.embed([next((row[name] for name in names if row.get(name)), "") for row in rows])


def _cipher(number: int) -> dict[int, str]:
    """Each vowel another vowel, each consonant another consonant: what was a word can still be said."""
    drawn = random.Random(number)  # noqa: S311 - test data
    pairs: list[tuple[str, str]] = []
    for letters in (_VOWELS, _CONSONANTS):
        pairs += zip(letters, drawn.sample(letters, len(letters)), strict=True)
    return {ord(old): new for old, new in pairs} | {ord(old.upper()): new.upper() for old, new in pairs}


async def multiply(desk: Desk, *, have: int, chunks: int, block: int, watch: Watch) -> int:
    """Copy the first `block` chunks of this tenant, page by page, until it has `chunks`; how many it has now.

    have  how many it has: more than `block` when an earlier run was broken off, which is then continued
    """
    store, tenant = BlockStore(desk.app.client), desk.reader.tenant
    original = await read_block(store.nodes(tenant))
    made, writing = block, None
    for number, page in _all_copies(original):
        if made >= chunks:
            break
        made += page.chunks
        if made <= have:
            continue
        watch(f"copying: {made:,} of {chunks:,} chunks")
        copier = Copier(number=number, rare=page.rare, embedder=HashedWords(desk.app.embedder.identity))
        copies = await asyncio.to_thread(copier.copy, page)
        if writing:
            await writing
        writing = asyncio.create_task(store.write(tenant, copies))
    if writing:
        await writing
    await store.refresh_counts(tenant, original.hubs)
    return made


def _all_copies(block: Block) -> Iterator[tuple[int, Page]]:
    """Every page once, then every page once more, without an end."""
    for number in count(1):
        for page in block.pages:
            yield number, page
