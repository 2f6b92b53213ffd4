"""Another embedding model for everything that is stored: filled beside the old vectors, then switched."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.domain.reembedding import NextVector, OldChunk, OldText, Reembedded
from graphmem.domain.vectors import ModelIdentity, Vector
from graphmem.ports import Embedder, ReembeddingStore
from graphmem.remember.windows import windows_of

EPISODES_AT_ONCE = 16
TEXTS_AT_ONCE = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Reembed:
    """Moves a database with all its tenants to the model of `embedder`. It can be stopped anywhere and run again."""

    store: ReembeddingStore
    embedder: Embedder

    async def run(self, watch: Callable[[Reembedded], None] = lambda _: None) -> Reembedded:
        """Fill, switch, and tell what was done; `watch` is told after each page.

        While it fills, everybody reads and writes with the old model. What they change meanwhile is filled in a
        second round, when nobody may write vectors any more; from then until the end questions are answered by words.
        After an interruption within the switch, what was switched is made once more: one cannot see it from outside.
        """
        done = Reembedded(model=self._model.name)
        if await self.store.is_moved(self._model):
            return done
        done = await self._fill(done, watch)
        await self.store.begin_switch(self._model)
        done = await self._fill(done, watch)
        async for tenant in self._tenants():
            await self.store.switch(tenant, self._model)
        await self.store.end_switch(self._model)
        return replace(done, has_switched=True)

    @property
    def _model(self) -> ModelIdentity:
        return self.embedder.identity

    async def _tenants(self) -> AsyncIterator[str]:
        name = await self.store.find_tenant("")
        while name is not None:
            yield name
            name = await self.store.find_tenant(name)

    async def _fill(self, done: Reembedded, watch: Callable[[Reembedded], None]) -> Reembedded:
        async for tenant in self._tenants():
            async for made in self._fill_tenant(tenant):
                done = replace(
                    done,
                    chunks=done.chunks + made.chunks,
                    statements=done.statements + made.statements,
                    entities=done.entities + made.entities,
                )
                watch(done)
        return done

    async def _fill_tenant(self, tenant: str) -> AsyncIterator[Reembedded]:
        """What each page added."""
        after = ""
        while episodes := await self.store.find_episodes(tenant, after, self._model, first=EPISODES_AT_ONCE):
            after = episodes[-1][0]
            rows = await asyncio.to_thread(self._chunk_vectors, [chunks for _, chunks in episodes])
            await self.store.merge_next(tenant, self._model, chunks=rows)
            yield Reembedded(model=self._model.name, chunks=len(rows))
        after = ""
        while texts := await self.store.find_texts(tenant, after, self._model, first=TEXTS_AT_ONCE):
            after = texts[-1].id
            wanted = [one for one in texts if not one.is_moved]
            rows = await asyncio.to_thread(self._text_vectors, wanted)
            statements = [row for row, one in zip(rows, wanted, strict=True) if one.is_statement]
            entities = [row for row, one in zip(rows, wanted, strict=True) if not one.is_statement]
            await self.store.merge_next(tenant, self._model, statements=statements, entities=entities)
            yield Reembedded(model=self._model.name, statements=len(statements), entities=len(entities))

    def _text_vectors(self, texts: Sequence[OldText]) -> list[NextVector]:
        vectors = self.embedder.embed([one.text for one in texts])
        return [NextVector(id=one.id, hash=one.hash, vector=vectors[place]) for place, one in enumerate(texts)]

    def _chunk_vectors(self, episodes: Sequence[Sequence[OldChunk]]) -> list[NextVector]:
        """All chunks of the episodes that have one to do: a window needs its neighbours."""
        wanted = [old for chunks in episodes if not all(old.is_moved for old in chunks) for old in chunks]
        embedded = self.embedder.embed([old.chunk.embedded_text for old in wanted])
        vectors = {old.chunk.id: embedded[place] for place, old in enumerate(wanted)}
        windows: dict[str, Vector] = {}
        for chunks in episodes:
            windows |= _windows([old for old in chunks if old.chunk.id in vectors], vectors)
        return [
            NextVector(
                id=old.chunk.id,
                hash=old.chunk.text_hash,
                vector=vectors[old.chunk.id],
                window=windows[old.chunk.id] if old.has_window else None,
            )
            for old in wanted
        ]


def _windows(chunks: Sequence[OldChunk], vectors: Mapping[str, Vector]) -> dict[str, Vector]:
    """As they were made at first: of what is shown, in order; what is closed has its neighbours among the closed."""
    found: dict[str, Vector] = {}
    for is_live in (True, False):
        own = [old.chunk.id for old in chunks if old.is_live is is_live and old.has_window]
        found |= dict(zip(own, windows_of([vectors[one] for one in own]), strict=True))
    return found
