"""The write path in order: guard, split, compare with what is known, extract, resolve, embed, write."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby, islice

from graphmem.domain.documents import WINDOW_MARK, Document
from graphmem.domain.episodes import Episode
from graphmem.domain.errors import Conflict
from graphmem.domain.findings import Finding
from graphmem.domain.reports import Outcome, Recorded
from graphmem.domain.scope import PERSONAL_SCOPE, Placement, Visibility
from graphmem.domain.vectors import Vector
from graphmem.domain.writes import EpisodeWrite, Known, Subgraph, WriteCounts
from graphmem.govern.audience import audience_of
from graphmem.ports import Embedder, EpisodeStore, Extractor
from graphmem.remember.guard import Guard, Guarded
from graphmem.remember.resolve import resolve
from graphmem.remember.settle import Settle
from graphmem.remember.split import SplitLimits, split
from graphmem.remember.windows import window_texts, window_vectors

SETTLE_TRIES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLimits:
    """batch_episodes, batch_chars: what is embedded at once; larger batches embed faster, smaller ones hold less."""

    batch_episodes: int = 32
    batch_chars: int = 240_000
    split: SplitLimits = field(default_factory=SplitLimits)


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """Whose write it is, and which audience that gives. is_moved: it was meant for others (`alone`)."""

    tenant: str
    principal: str
    audience: str
    placement: Placement
    is_moved: bool = False

    @property
    def is_shared(self) -> bool:
        """Whether others may read what is written."""
        return self.placement.scope != PERSONAL_SCOPE or self.placement.visibility is Visibility.SHARED

    def alone(self) -> "Owner":
        """The same writer, for themselves."""
        own = audience_of(self.tenant, Placement(), owner=self.principal)
        return replace(self, audience=own, placement=Placement(), is_moved=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorder:
    """Turns documents into subgraphs; while one batch is being written the next one is embedded."""

    store: EpisodeStore
    embedder: Embedder
    extractor: Extractor
    settling: Settle
    limits: RecordLimits = field(default_factory=RecordLimits)

    async def record(
        self, documents: Iterable[Document], owner: Owner, *, is_interactive: bool = False
    ) -> AsyncIterator[Recorded]:
        """One `Recorded` a document, in order; documents are pulled lazily.

        Nothing is split, embedded or written before the guard has seen it. A document with a personal number that is
        meant for others stays with its writer. Raises SecretRefused when `is_interactive` and one holds a secret.

        A batch is written in one transaction: a failure leaves whole episodes only, and writing the same documents
        again completes the rest.
        """
        writing: asyncio.Task[list[Recorded]] | None = None
        guard = Guard(is_interactive=is_interactive)
        guarded: Iterable[Guarded] = map(guard.guard, documents)
        if is_interactive:  # refused means refused as a whole
            guarded = list(guarded)
        for whose, batch in _batches(guarded, owner, self.limits):
            prepared = await self._prepare(batch, whose)
            if writing:
                for recorded in await writing:
                    yield recorded
            writing = asyncio.create_task(self._write(prepared, whose))
        if writing:
            for recorded in await writing:
                yield recorded

    async def _prepare(self, batch: list[Guarded], owner: Owner) -> list["_Prepared"]:
        documents = [guarded.document for guarded in batch]
        episodes = [
            split(document, tenant=owner.tenant, audience=owner.audience, limits=self.limits.split)
            for document in documents
        ]
        known = await self.store.find_known(owner.tenant, owner.audience, episodes)
        fates = _fates(episodes, documents, known)
        changed = [(episode, fate) for episode, fate in zip(episodes, fates, strict=True) if fate != "unchanged"]
        subgraphs = await asyncio.to_thread(self._extract, [episode for episode, _ in changed], owner)
        embedded = await self.store.find_embedded(owner.tenant, subgraphs)
        vectors = await asyncio.to_thread(self._embed, subgraphs, known, embedded)
        by_episode = {subgraph.episode.id: subgraph for subgraph in subgraphs}
        prepared = [
            _prepared(episode, fate, by_episode.get(episode.id), vectors=vectors, known=known, owner=owner)
            for episode, fate in zip(episodes, fates, strict=True)
        ]
        return [replace(one, findings=found.findings) for one, found in zip(prepared, batch, strict=True)]

    def _extract(self, episodes: list[Episode], owner: Owner) -> list[Subgraph]:
        return [
            resolve(episode, self.extractor.extract(episode.readable), tenant=owner.tenant, audience=owner.audience)
            for episode in episodes
        ]

    def _embed(self, subgraphs: list[Subgraph], known: Known, embedded: frozenset[str]) -> Mapping[str, Vector]:
        """Vectors by node id for everything in the batch that has none yet: one call of the model."""
        wanted: dict[str, str] = {}
        for subgraph in subgraphs:
            wanted |= {
                chunk.id: chunk.embedded_text for chunk in subgraph.episode.chunks if chunk.id not in known.chunks
            }
            wanted |= {s.id: s.text for s in subgraph.statements if s.id not in embedded}
            wanted |= {e.id: e.name for e in subgraph.entities if e.id not in embedded}
        texts = list(dict.fromkeys(wanted.values()))
        rows = dict(zip(texts, self.embedder.embed(texts), strict=True))
        return {identifier: rows[text] for identifier, text in wanted.items()}

    async def _write(self, prepared: list["_Prepared"], owner: Owner) -> list[Recorded]:
        writes = [one.write for one in prepared if one.write]
        counts = await self._settle_and_write(writes)
        turning = [write.subgraph for write in writes if write.subgraph.reversals]
        if turning:
            reversals = [decision for subgraph in turning for decision in subgraph.reversals]
            await self.store.link_reversals(owner.tenant, owner.audience, reversals, self.extractor.name)
            await self.store.mark_linked(owner.tenant, [subgraph.episode.id for subgraph in turning])
        return list(_reports(prepared, counts))

    async def _settle_and_write(self, writes: list[EpisodeWrite]) -> WriteCounts:
        """Who is who is asked at the last moment, and again when an entity was merged in between."""
        for _ in range(SETTLE_TRIES - 1):
            try:
                return await self.store.write(await self.settling.settle(writes))
            except Conflict:
                continue
        return await self.store.write(await self.settling.settle(writes))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Prepared:
    episode: Episode
    fate: Outcome
    write: EpisodeWrite | None
    embedded: int
    is_moved: bool
    findings: tuple[Finding, ...] = ()


def _prepared(
    episode: Episode,
    fate: Outcome,
    subgraph: Subgraph | None,
    *,
    vectors: Mapping[str, Vector],
    known: Known,
    owner: Owner,
) -> _Prepared:
    if subgraph is None or fate == "unchanged":
        return _Prepared(episode=episode, fate="unchanged", write=None, embedded=0, is_moved=owner.is_moved)
    chunk_vectors = {c.id: known.chunks[c.id] if c.id in known.chunks else vectors[c.id] for c in episode.chunks}
    ids = {
        *(chunk.id for chunk in episode.chunks),
        *(statement.id for statement in subgraph.statements),
        *(entity.id for entity in subgraph.entities),
    }
    own = {identifier: vectors[identifier] for identifier in ids if identifier in vectors}
    write = EpisodeWrite(
        tenant=owner.tenant,
        owner=owner.principal,
        audience=owner.audience,
        placement=owner.placement,
        subgraph=subgraph,
        vectors=own,
        window_vectors=window_vectors(episode.shown, chunk_vectors),
        window_texts=window_texts(episode.shown),
    )
    return _Prepared(episode=episode, fate=fate, write=write, embedded=len(own), is_moved=owner.is_moved)


def _reports(prepared: list[_Prepared], counts: WriteCounts) -> Iterator[Recorded]:
    """What became of each; the first that was written carries what Neo4j counted for the whole transaction."""
    left, none = counts, WriteCounts()
    for one in prepared:
        own, left = (left, none) if one.write else (none, left)
        yield _report(one, own)


def _report(one: _Prepared, counts: WriteCounts) -> Recorded:
    subgraph = one.write.subgraph if one.write else None
    return Recorded(
        uri=one.episode.uri,
        episode_id=one.episode.id,
        outcome=one.fate,
        chunks=len(one.episode.chunks),
        embedded=one.embedded,
        statements=len(subgraph.statements) if subgraph else 0,
        entities=len(subgraph.entities) if subgraph else 0,
        nodes_created=counts.nodes_created,
        relationships_created=counts.relationships_created,
        findings=one.findings,
        is_moved=one.is_moved,
    )


def _fates(episodes: list[Episode], documents: list[Document], known: Known) -> list[Outcome]:
    """New, changed or unchanged; a document without an id of its own that is stored elsewhere is unchanged."""
    copies, stored = dict(known.copies), dict(known.episodes)
    fates: list[Outcome] = []
    for episode, document in zip(episodes, documents, strict=True):
        is_unnamed = document.external_id.partition(WINDOW_MARK)[0] == document.uri
        is_copy = is_unnamed and copies.get(episode.text_hash, episode.id) != episode.id
        if is_copy or stored.get(episode.id) == episode.text_hash:
            fates.append("unchanged")
            continue
        fates.append("changed" if episode.id in stored else "new")
        copies.setdefault(episode.text_hash, episode.id)
        stored[episode.id] = episode.text_hash
    return fates


def _batches(guarded: Iterable[Guarded], owner: Owner, limits: RecordLimits) -> Iterator[tuple[Owner, list[Guarded]]]:
    """Batches in order, each with whose it is: what holds a personal number is nobody else's."""
    for is_kept_back, stream in groupby(guarded, key=lambda one: one.is_personal and owner.is_shared):
        whose = owner.alone() if is_kept_back else owner
        while batch := list(islice(_until_full(stream, limits.batch_chars), limits.batch_episodes)):
            yield whose, batch


def _until_full(stream: Iterator[Guarded], chars: int) -> Iterator[Guarded]:
    held = 0
    for guarded in stream:
        held += sum(len(part.text) for part in guarded.document.parts)
        yield guarded
        if held >= chars:
            return
