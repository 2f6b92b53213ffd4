"""A person's own words as a statement that takes the place of another: its episode, chunk and statement."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.domain.corrections import PERSON, Standing
from graphmem.domain.documents import Document, EpisodeKind, Part, SpeakerRole
from graphmem.domain.errors import InvalidQuery
from graphmem.domain.extraction import ExtractedProcedure, Extraction, Span
from graphmem.domain.ids import identity, text_hash
from graphmem.domain.scope import Placement, Visibility
from graphmem.domain.statements import Statement, Status
from graphmem.domain.text import clean
from graphmem.domain.time import TimeSource
from graphmem.domain.writes import EpisodeWrite, Subgraph
from graphmem.ports import Embedder, Extractor
from graphmem.remember.guard import guard
from graphmem.remember.resolve import resolve
from graphmem.remember.split import SplitLimits, split
from graphmem.remember.windows import window_texts

HARNESS = "correction"
MOST_CHARS = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrections:
    """Makes what is written when a person corrects a statement."""

    embedder: Embedder
    extractor: Extractor

    async def written(self, old: Standing, text: str, *, tenant: str, speaker: str, at: datetime) -> EpisodeWrite:
        """The new text as an episode of its own, with one statement of the old one's kind, key, scope and audience.

        Raises InvalidQuery when the text is blank, too long, private or the old text again, SecretRefused when it
        holds a secret.
        """
        said = " ".join(clean(text).split())
        if not said or len(said) > MOST_CHARS:
            raise InvalidQuery("The new text is empty or too long.", hint=f"Say it in 1 to {MOST_CHARS:,} characters.")
        if said.strip(" .!") == old.text.strip(" .!"):
            raise InvalidQuery("The new text is the old one.", hint="Say what holds instead.")
        document = guard(_document(old, said, speaker=speaker, at=at), is_interactive=True).document
        if [part.text for part in document.parts] != [said]:
            raise InvalidQuery("A part of the new text is private.", hint="Leave the private part out.")
        limits = SplitLimits(chunk_chars=MOST_CHARS)
        episode = split(document, tenant=tenant, audience=old.audience, limits=limits)
        item = ExtractedProcedure(text=said, span=Span(chunk=0, start=0, end=len(said)), confidence=1.0)
        found = self.extractor.extract(episode)
        extraction = Extraction(extractor=PERSON, summary=said, entities=found.entities, procedures=(item,))
        subgraph = _like(resolve(episode, extraction, tenant=tenant, audience=old.audience), old, tenant)
        return await self._embedded(subgraph, old, tenant)

    async def _embedded(self, subgraph: Subgraph, old: Standing, tenant: str) -> EpisodeWrite:
        texts = {chunk.id: chunk.embedded_text for chunk in subgraph.episode.chunks}
        texts |= {statement.id: statement.text for statement in subgraph.statements}
        texts |= {entity.id: entity.name for entity in subgraph.entities}
        vectors = await asyncio.to_thread(self.embedder.embed, list(texts.values()))
        return EpisodeWrite(
            tenant=tenant,
            owner=old.owner,
            audience=old.audience,
            placement=Placement(scope=old.scope, visibility=Visibility(old.visibility)),
            subgraph=subgraph,
            vectors=dict(zip(texts, vectors, strict=True)),
            window_vectors={},
            window_texts=window_texts(subgraph.episode),
        )


def _document(old: Standing, text: str, *, speaker: str, at: datetime) -> Document:
    uri = f"correction:{old.handle}:{text_hash(text, at.isoformat())}"
    part = Part(key="0", text=text, speaker=speaker, role=SpeakerRole.PERSON, at=at)
    return Document(
        harness=HARNESS,
        external_id=uri,
        kind=EpisodeKind.NOTE,
        uri=uri,
        title="",
        parts=(part,),
        project=old.project,
        happened_at=at,
        happened_at_source=TimeSource.ROW,
        participants=(speaker,),
    )


def _like(subgraph: Subgraph, old: Standing, tenant: str) -> Subgraph:
    """The one statement that was given, made to what the old one is; nothing else that the text may hold."""
    given = next(statement for statement in subgraph.statements if statement.confidence == 1.0)
    key = identity(tenant, "Statement", old.audience, old.kind, given.text_hash, subgraph.episode.id)
    statement: Statement = replace(
        given,
        id=key,
        kind=old.kind,
        semantic_key=old.semantic_key,
        predicate=old.predicate,
        standing=Status.ACCEPTED if old.standing in (Status.SUPERSEDED, Status.PROPOSED) else old.standing,
    )
    others = {one.id for one in subgraph.statements} - {given.id}
    abouts = tuple(
        replace(about, source_id=key) if about.source_id == given.id else about
        for about in subgraph.abouts
        if about.source_id not in others
    )
    return replace(subgraph, statements=(statement,), abouts=abouts, statement_edges=(), entity_edges=())
