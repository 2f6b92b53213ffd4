"""Which entity, which statement: an extraction becomes nodes with ids and the edges between them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from graphmem.domain.entities import AboutLink, Entity, EntityKind, Mention
from graphmem.domain.episodes import Chunk, Episode
from graphmem.domain.extraction import (
    NOWHERE,
    ExtractedCommitment,
    ExtractedConsequence,
    ExtractedDecision,
    ExtractedEntity,
    ExtractedFact,
    ExtractedOption,
    ExtractedPreference,
    ExtractedProcedure,
    ExtractedReason,
    Extraction,
    Span,
)
from graphmem.domain.ids import identity, text_hash
from graphmem.domain.relations import Edge, Relation
from graphmem.domain.statements import Evidence, Outcome, Stance, Statement, StatementKind
from graphmem.domain.text import name_key, sentences, stems
from graphmem.domain.writes import ArtifactLink, Subgraph
from graphmem.remember.due import resolve_due
from graphmem.remember.slots import unread_claims, with_slots

Item = (
    ExtractedDecision
    | ExtractedReason
    | ExtractedOption
    | ExtractedConsequence
    | ExtractedFact
    | ExtractedPreference
    | ExtractedCommitment
    | ExtractedProcedure
)

MENTION_WEIGHT = 0.7
"""How central an entity is to a statement whose quote names it; the title's own entity has 1."""
KEY_STEMS = 4
SELF = "is"
SPEAKERS = frozenset({"i", "we"})
"""Subjects that are nobody by name: the team that speaks, or a writer whom nobody names."""
_OUTCOME_RELATION = {Outcome.CHOSEN: Relation.CHOSE, Outcome.REJECTED: Relation.REJECTED}


def resolve(
    episode: Episode, extraction: Extraction, *, tenant: str, audience: str, with_claims: bool = True
) -> Subgraph:
    """The subgraph of one episode; items whose span is no slice of a chunk are dropped, duplicates joined.

    with_claims  clauses that give a value and that nothing was read from become facts too
    """
    builder = _Builder(episode=episode, extraction=extraction, tenant=tenant, audience=audience)
    for entity in extraction.entities:
        builder.add_entity(entity)
    builder.add_artifacts()
    for decision in extraction.decisions:
        builder.add_decision(decision)
    for fact in extraction.facts:
        builder.add_fact(fact)
    for preference in extraction.preferences:
        builder.add_held(preference, StatementKind.PREFERENCE, Relation.HELD_BY, preference.holder)
    for commitment in extraction.commitments:
        builder.add_commitment(commitment)
    for procedure in extraction.procedures:
        key = f"procedure.{procedure.signature}" if procedure.signature else ""
        builder.add_statement(procedure, StatementKind.PROCEDURE, semantic_key=key)
    for claimed in unread_claims(episode, builder.statements.values()) if with_claims else ():
        builder.add_fact(claimed)
    return builder.build()


@dataclass(slots=True)
class _Builder:
    episode: Episode
    extraction: Extraction
    tenant: str
    audience: str
    entities: dict[str, Entity] = field(default_factory=dict)
    mentions: dict[tuple[str, str], Mention] = field(default_factory=dict)
    abouts: dict[tuple[str, str], AboutLink] = field(default_factory=dict)
    statements: dict[str, Statement] = field(default_factory=dict)
    statement_edges: dict[tuple[str, str, str], Edge] = field(default_factory=dict)
    entity_edges: dict[tuple[str, str, str], Edge] = field(default_factory=dict)
    by_chunk: dict[str, list[Mention]] = field(default_factory=dict)
    by_key: dict[str, Entity] = field(default_factory=dict)
    touches: dict[tuple[str, str], ArtifactLink] = field(default_factory=dict)
    main_decision: str = ""
    reversals: list[str] = field(default_factory=list)

    def build(self) -> Subgraph:
        return Subgraph(
            episode=self.episode,
            summary=self.extraction.summary,
            extractor=self.extraction.extractor,
            entities=tuple(self.entities.values()),
            mentions=tuple(self.mentions.values()),
            abouts=tuple(self.abouts.values()),
            statements=tuple(with_slots(self.statements.values(), self.episode)),
            statement_edges=tuple(self.statement_edges.values()),
            entity_edges=tuple(self.entity_edges.values()),
            touches=tuple(self.touches.values()),
            main_decision=self.main_decision,
            reversals=tuple(self.reversals),
            said_by=dict(self._said_by()),
        )

    def _said_by(self) -> Iterator[tuple[str, str]]:
        for chunk in self.episode.chunks:
            speaker = identity(self.tenant, EntityKind.PERSON, name_key(chunk.speaker)) if chunk.speaker else ""
            if speaker in self.entities:
                yield chunk.id, speaker

    def add_entity(self, found: ExtractedEntity) -> None:
        entity = self.entity(found.name, found.kind, found)
        if entity is None:
            return
        for chunk, spans in self._by_chunk(found.spans):
            self._mention(chunk, entity, spans)
        for place, weight in found.about:
            source = self.episode.id if place is None else self.episode.chunks[place].id
            self.abouts[source, entity.id] = AboutLink(source_id=source, entity_id=entity.id, weight=weight)

    def entity(self, name: str, kind: EntityKind, found: ExtractedEntity | None = None) -> Entity | None:
        """The entity of this name; known ones win over a new kind. None for a name without any letter."""
        key = name_key(name)
        if not key:
            return None
        if found is None and key in self.by_key:
            return self.by_key[key]
        identifier = identity(self.tenant, kind, key)
        entity = Entity(
            id=identifier,
            kind=kind,
            name=name,
            name_key=key,
            aliases=found.aliases if found else (),
            handles=found.handles if found else (),
            detail=found.detail if found else "",
        )
        self.entities.setdefault(identifier, entity)
        for alias in (key, *map(name_key, entity.aliases)):
            self.by_key.setdefault(alias, entity)
        return self.entities[identifier]

    def add_artifacts(self) -> None:
        """What the episode wrote, read and ran, which record it is, and which records it names."""
        for touch in self.episode.artifacts:
            found = ExtractedEntity(name=touch.uri, kind=EntityKind.ARTIFACT, detail=touch.kind)
            if entity := self.entity(touch.uri, EntityKind.ARTIFACT, found):
                self._touch(entity, touch.how, "")
        for key in self.episode.record_keys:
            self._touch(self._record(key), SELF, "")
        for link in self.episode.record_links:
            self._touch(self._record(link.target), link.relation, link.quote)

    def _record(self, key: str) -> Entity:
        """Records are known by number or name inside their project only."""
        identifier = identity(self.tenant, "Record", self.audience, self.episode.session.project, key)
        record = Entity(
            id=identifier, kind=EntityKind.ARTIFACT, name=key, name_key=key, aliases=(), handles=(), detail="record"
        )
        return self.entities.setdefault(identifier, record)

    def _touch(self, entity: Entity, how: str, quote: str) -> None:
        self.touches[entity.id, how] = ArtifactLink(entity_id=entity.id, how=how, quote=quote)

    def _by_chunk(self, spans: Iterable[Span]) -> Iterator[tuple[Chunk, list[Span]]]:
        grouped: dict[int, list[Span]] = {}
        for span in spans:
            if self._is_slice(span):
                grouped.setdefault(span.chunk, []).append(span)
        for place, group in grouped.items():
            yield self.episode.chunks[place], group

    def _is_slice(self, span: Span) -> bool:
        chunks = self.episode.chunks
        return 0 <= span.chunk < len(chunks) and 0 <= span.start < span.end <= len(chunks[span.chunk].text)

    def _mention(self, chunk: Chunk, entity: Entity, spans: list[Span]) -> None:
        bounds = list(sentences(chunk.text))
        numbers = {n for n, (a, b) in enumerate(bounds) for span in spans if span.start < b and span.end > a}
        first = min(spans, key=lambda span: span.start)
        mention = Mention(
            chunk_id=chunk.id,
            entity_id=entity.id,
            start=first.start,
            end=first.end,
            surface=chunk.text[first.start : first.end],
            sentences=tuple(sorted(numbers)),
            weight=1.0,
        )
        self.mentions[chunk.id, entity.id] = mention
        self.by_chunk.setdefault(chunk.id, []).append(mention)

    def add_statement(self, item: Item, kind: StatementKind, **more: str) -> str:
        """The id of the statement made of `item`; "" when its span is no slice of a chunk or its text is blank."""
        text = " ".join(item.text.split())
        is_unquoted = item.span == NOWHERE
        if not text or not (is_unquoted or self._is_slice(item.span)) or not self.episode.chunks:
            return ""
        chunk = self.episode.chunks[item.span.chunk]
        hashed = text_hash(text)
        identifier = identity(self.tenant, "Statement", self.audience, kind, hashed, self.episode.id)
        statement = Statement(
            id=identifier,
            kind=kind,
            text=text,
            text_hash=hashed,
            semantic_key=more.get("semantic_key") or self._semantic_key(kind, text),
            standing=more.get("standing", ""),
            predicate=more.get("predicate", ""),
            value=more.get("value", ""),
            confidence=item.confidence,
            extractor=self.extraction.extractor,
            evidence=() if is_unquoted else tuple(self._evidence(item)),
            happened_at=chunk.happened_at,
            valid_at=chunk.happened_at,
            origin="captured" if is_unquoted else "said",
        )
        self.statements.setdefault(identifier, statement)
        self._about_what_the_quote_names(identifier, chunk, item.span)
        return identifier

    def _evidence(self, item: Item) -> Iterator[Evidence]:
        """Where it is said, its own words first."""
        support = item.support if isinstance(item, ExtractedDecision) else ()
        for span in dict.fromkeys((item.span, *filter(self._is_slice, support))):
            yield Evidence(chunk_id=self.episode.chunks[span.chunk].id, start=span.start, end=span.end)

    def _semantic_key(self, kind: StatementKind, text: str) -> str:
        return ".".join((kind.lower(), *dict.fromkeys(stems(text)[:KEY_STEMS])))

    def _about_what_the_quote_names(self, identifier: str, chunk: Chunk, span: Span) -> None:
        for mention in self.by_chunk.get(chunk.id, ()):
            if mention.start < span.end and mention.end > span.start:
                self.abouts.setdefault(
                    (identifier, mention.entity_id),
                    AboutLink(source_id=identifier, entity_id=mention.entity_id, weight=MENTION_WEIGHT),
                )

    def add_decision(self, item: ExtractedDecision) -> None:
        decision = self.add_statement(item, StatementKind.DECISION, standing=item.status)
        if not decision:
            return
        for name in item.about:
            if entity := self.by_key.get(name_key(name)):
                self.abouts[decision, entity.id] = AboutLink(source_id=decision, entity_id=entity.id, weight=1.0)
        self._people(decision, Relation.DECIDED_BY, item.by, item.confidence)
        self._people(decision, Relation.PROPOSED_BY, item.proposed_by, item.confidence)
        self._arguments(item, decision)
        if item.is_main:
            self.main_decision = decision
        if item.reverses:
            self.reversals.append(decision)

    def _arguments(self, item: ExtractedDecision, decision: str) -> None:
        for reason in item.reasons:
            self._reason(reason, decision, Relation.BECAUSE)
        for objection in item.objections:
            self._reason(objection, decision, Relation.CONSIDERED)
        for trigger in item.triggers:
            self._link(self._reason(trigger), Relation.LED_TO, decision, trigger.confidence)
        for option in item.options:
            self._option(option, decision)
        for consequence in item.consequences:
            fact = self.add_statement(consequence, StatementKind.FACT, predicate="consequence")
            self._link(decision, Relation.LED_TO, fact, consequence.confidence)

    def _reason(self, item: ExtractedReason, source: str = "", relation: Relation | None = None) -> str:
        reason = self.add_statement(item, StatementKind.REASON, standing=item.stance)
        if relation:
            self._link(source, relation, reason, item.confidence)
        raised = Relation.OBJECTED_BY if item.stance is Stance.AGAINST else Relation.PROPOSED_BY
        self._people(reason, raised, (item.by,), item.confidence)
        return reason

    def _option(self, item: ExtractedOption, decision: str) -> None:
        option = self.add_statement(item, StatementKind.OPTION, standing=item.outcome)
        self._link(decision, Relation.CONSIDERED, option, item.confidence)
        if relation := _OUTCOME_RELATION.get(item.outcome):
            self._link(decision, relation, option, item.confidence)
        self._people(option, Relation.PROPOSED_BY, (item.by,), item.confidence)
        for reason in item.why_not:
            self._reason(reason, option, Relation.BECAUSE)

    def add_fact(self, item: ExtractedFact) -> None:
        key = ".".join(("fact", name_key(item.subject), *stems(item.predicate))) if item.subject else ""
        fact = self.add_statement(
            item, StatementKind.FACT, predicate=item.predicate, value=item.value, semantic_key=key
        )
        subject = "" if item.subject.lower() in SPEAKERS else item.subject
        self._entity_edge(fact, Relation.SUBJECT, subject, EntityKind.THING, item.confidence)
        self._entity_edge(fact, Relation.OBJECT, item.object, EntityKind.THING, item.confidence)

    def add_held(self, item: Item, kind: StatementKind, relation: Relation, holder: str) -> None:
        self._people(self.add_statement(item, kind), relation, (holder,), item.confidence)

    def add_commitment(self, item: ExtractedCommitment) -> None:
        commitment = self.add_statement(item, StatementKind.COMMITMENT, standing=item.kind, value=item.due)
        if commitment:
            self._date(commitment, item.due)
        self._people(commitment, Relation.OWED_BY, (item.owed_by,), item.confidence)
        self._people(commitment, Relation.OWED_TO, (item.owed_to,), item.confidence)

    def _date(self, commitment: str, phrase: str) -> None:
        """Resolves the due phrase against the moment of the turn; a turn without a date leaves it as said."""
        statement = self.statements[commitment]
        due = resolve_due(phrase, statement.happened_at) if phrase and statement.happened_at else None
        if due:
            self.statements[commitment] = replace(statement, due_after=due.after, due_at=due.at)

    def _people(self, source: str, relation: Relation, names: Iterable[str], confidence: float) -> None:
        for name in names:
            self._entity_edge(source, relation, name, EntityKind.PERSON, confidence)

    def _entity_edge(self, source: str, relation: Relation, name: str, kind: EntityKind, confidence: float) -> None:
        entity = self.entity(name, kind) if source else None
        if entity:
            self.entity_edges[source, relation, entity.id] = _edge(relation, source, entity.id, confidence)

    def _link(self, source: str, relation: Relation, target: str, confidence: float) -> None:
        if source and target and source != target:
            self.statement_edges[source, relation, target] = _edge(relation, source, target, confidence)


def _edge(relation: Relation, source: str, target: str, confidence: float) -> Edge:
    return Edge(relation=relation, source_id=source, target_id=target, weight=1.0, confidence=confidence)
