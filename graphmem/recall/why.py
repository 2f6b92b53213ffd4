"""Why: the decision a question is about, and around it what the record says, each with a quoted path."""

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphmem.domain.answers import (
    ALL_SIGNALS,
    DecisionFace,
    Ground,
    Hop,
    Party,
    Path,
    Quote,
    RecallQuery,
    WhyAnswer,
    WhyQuery,
)
from graphmem.domain.candidates import Bridge, DecisionCandidate, DecisionSearch, Involved, Reach
from graphmem.domain.errors import InvalidQuery, NotFound
from graphmem.domain.scope import Reader
from graphmem.ports import WhyStore
from graphmem.recall.anchoring import Reading, around, focused
from graphmem.recall.asked import FIGURES, LINKS, asked_fields, holds_a_figure
from graphmem.recall.evidence import Context, evidence_pack
from graphmem.recall.filling import Scene, filled, people_said, sentence_face, with_said
from graphmem.recall.paths import Found, Part, Search, in_part
from graphmem.recall.question import MAX_CHARS, read_question
from graphmem.recall.sayings import Saying
from graphmem.recall.service import Ranking, Recall, reach_of
from graphmem.recall.summary import summarise
from graphmem.recall.weighing import Field

MAX_DEPTH = 6
MAX_TOP_K = 50
PACK_CHUNKS = 120
"""As many as fill the largest usual pack even with short turns."""
BRIDGE_WEIGHT = 0.3
FIGURE_PASSAGES = 5
GROUND_FIELDS = {
    "reasons": Part.REASON,
    "triggers": Part.TRIGGER,
    "objections": Part.OBJECTION,
    "alternatives": Part.ALTERNATIVE,
    "supersedes_chain": Part.OLDER,
    "superseded_by": Part.NEWER,
    "if_reversed": Part.DEPENDENT,
    "consequences": Part.CONSEQUENCE,
}
MOVING = ("reasons", "triggers", "objections")
_ROLES = {"DECIDED_BY": "decided", "PROPOSED_BY": "proposed", "OBJECTED_BY": "objected"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Answers why questions; candidates come from recall, structure from the graph."""

    recall: Recall
    store: WhyStore

    async def why(self, query: WhyQuery, reader: Reader) -> WhyAnswer:
        """The decision and what surrounds it; `abstained` when nothing in memory is about the question.

        Raises InvalidQuery for a blank question or limits out of range, NotFound for an unknown decision id.
        """
        started = time.perf_counter()
        _check(query)
        plain = RecallQuery(text=query.text, project=query.project, as_of=query.as_of)
        reach = reach_of(plain, reader, with_history=False)
        given = await self._given(query.decision_id, reach) if query.decision_id else None
        text = query.text if given is None or query.text.strip() else given.face.text[:MAX_CHARS]
        ranking = await self.recall.rank(focused(read_question(text)), reach, ALL_SIGNALS)
        context = Context(ranked=ranking.ranked)
        near = [one.id for one in context.nearest(PACK_CHUNKS)]
        passages = await self.store.find_passages(reach, near, around(ranking.ranked, context.stretches))
        reading = Reading(query=query, ranking=ranking, passages=passages)
        parts = await self._parts(reading, given, reach)
        return _answer(query, parts, context.ordered(passages, reading.sayings), ranking, started)

    async def _given(self, decision_id: str, reach: Reach) -> DecisionCandidate:
        found = await self._decision(decision_id, reach)
        if found is None:
            raise NotFound(f"There is no decision {decision_id!r}.", hint="List them with `graphmem recall`.")
        return found

    async def _decision(self, decision_id: str, reach: Reach) -> DecisionCandidate | None:
        found = await self.store.find_decisions(reach, DecisionSearch(ids=(decision_id,))) if decision_id else []
        return found[0] if found else None

    async def _parts(self, reading: Reading, given: DecisionCandidate | None, reach: Reach) -> "_Parts":
        """What the graph and the words say around the decision: the given one, or else the likeliest.

        When it is asked what took its place, what replaced the likeliest one is the decision.
        """
        scene = reading.scene()
        decision = given or await self._decision(reading.decision_id(scene), reach)
        parts = await self._around(reading, scene, decision, reach)
        newer = [one for one in parts.found if one.part is Part.NEWER]
        if given or not newer or not scene.asked.asks("superseded_by", "supersedes_chain"):
            return parts
        last = await self._decision(max(newer, key=lambda one: len(one.path.hops)).face.id, reach)
        return await self._around(reading, reading.scene(last), last, reach) if last else parts

    async def _around(
        self, reading: Reading, scene: Scene, decision: DecisionCandidate | None, reach: Reach
    ) -> "_Parts":
        found: list[Found] = []
        bridges: list[Bridge] = []
        if decision:
            search = Search(store=self.store, reach=reach, vector=reading.ranking.vector, depth=reading.query.depth)
            found, bridges = await asyncio.gather(
                search.run(decision.face), self.store.find_bridged(reach, decision.face.id)
            )
        known = reading.known(scene, decision, found)
        return _Parts(query=reading.query, decision=decision, found=found, bridges=bridges, scene=known)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    query: WhyQuery
    decision: DecisionCandidate | None
    found: Sequence[Found]
    bridges: Sequence[Bridge]
    scene: Scene

    def grounds(self, part: Part) -> tuple[Ground, ...]:
        return tuple(
            Ground(
                statement=one.face,
                path=one.path,
                by=tuple(dict.fromkeys(person.name for person in one.people)),
                why_not=tuple(
                    below.face for below in self.found if below.parent == one.face.id and below.part is Part.WHY_NOT
                ),
            )
            for one in in_part(self.found, part, self.query.top_k)
        )

    def face(self) -> DecisionFace | None:
        """The decision in the graph, or else the sentence that tells it."""
        head = self.scene.head
        told = self.decision and (self.query.decision_id or not head or _holds(head, self.decision))
        if self.decision and told:
            return DecisionFace(
                statement=self.decision.face,
                decided_at=self.decision.decided_at,
                by=tuple(
                    _party(one, self.decision.face.quote)
                    for one in self.decision.people
                    if one.relation == "DECIDED_BY"
                ),
                source=self.decision.passage.source,
                title=self.decision.passage.title,
            )
        if head is None:
            return None
        return DecisionFace(
            statement=sentence_face(head, self.scene.anchors.of(head)),
            decided_at=head.quote.happened_at,
            by=(),
            source=head.quote.source,
            title=head.quote.title,
        )

    def passage(self) -> Quote | None:
        """The passage that tells the decision."""
        if self.query.decision_id and self.decision:
            return self.decision.passage
        return self.scene.head.passage.quote if self.scene.head else None

    def fields(self) -> dict[str, tuple[Ground, ...]]:
        """The ground fields of the answer by name."""
        held = {name: self.grounds(part) for name, part in GROUND_FIELDS.items()} | {"if_reversed": self.dependents()}
        held |= _understood(held)
        for name, wanted in self._fillable():
            if wanted in {Field.REASON, Field.OBJECTION} and any(_understood(held)):
                continue
            held[name] = filled(self.scene, wanted, held[name], self.query.top_k)
        return held

    def _fillable(self) -> Iterator[tuple[str, Field]]:
        """The fields that sentences may fill: those asked for; reasons under the name that is asked for."""
        asked = self.scene.asked
        if asked.asks("objections"):
            yield "objections", Field.OBJECTION
        if asked.asks("reasons", "triggers", LINKS) or not asked.asks("objections"):
            reasons = "triggers" if asked.asks("triggers") else "reasons"
            yield reasons, Field.LINK if asked.asks(LINKS) else Field.REASON
        if asked.asks("alternatives", "objections"):
            yield "alternatives", Field.OPTION
        if asked.asks("supersedes_chain", "superseded_by"):
            yield "supersedes_chain", Field.OLDER
        if asked.asks("if_reversed"):
            yield "if_reversed", Field.DEPENDENT

    def dependents(self) -> tuple[Ground, ...]:
        """What says it depends on the decision, then what stands on the same rare subject."""
        stated = self.grounds(Part.DEPENDENT)
        known = {ground.statement.id for ground in stated} | {one.face.id for one in self.found}
        bridged = [_bridged(self.decision, b) for b in self.bridges if self.decision and b.face.id not in known]
        return (*stated, *bridged)[: self.query.top_k]

    def people(self) -> tuple[Party, ...]:
        """Who decided, proposed and objected: of the decision itself and of what was weighed in it; then who spoke."""
        parties: dict[tuple[str, str], Party] = {}
        sources = [(self.decision.people, self.decision.face.quote)] if self.decision else []
        weighed = {Part.REASON, Part.OBJECTION, Part.ALTERNATIVE}
        sources += [(one.people, one.face.quote) for one in self.found if one.part in weighed]
        for people, quote in sources:
            for person in people:
                parties.setdefault((person.id, person.relation), _party(person, quote))
        named = tuple(parties.values())
        if named and self.decision and not self.decision.face.is_by_rules:
            return named
        return with_said(named, people_said(self.scene))


def _understood(held: Mapping[str, tuple[Ground, ...]]) -> dict[str, tuple[Ground, ...]]:
    """What moved people as someone understood it, without what the rules read; empty when nobody handed any in."""
    kept = {name: tuple(one for one in held[name] if not one.statement.is_by_rules) for name in MOVING}
    return kept if any(kept.values()) else {}


def _holds(head: Saying, decision: DecisionCandidate) -> bool:
    return any(node.id == decision.face.id for node in head.nodes)


def _party(person: Involved, quote: Quote | None) -> Party:
    return Party(id=person.id, name=person.name, role=_ROLES.get(person.relation, "supported"), quote=quote)


def _bridged(decision: DecisionCandidate | None, bridge: Bridge) -> Ground:
    source = decision.face if decision else bridge.face
    first = Hop(
        from_id=source.id,
        from_text=source.text,
        relation="ABOUT",
        to_id=bridge.entity_id,
        to_text=bridge.entity,
        weight=bridge.weight,
        quote=source.quote,
    )
    second = Hop(
        from_id=bridge.entity_id,
        from_text=bridge.entity,
        relation="ABOUT",
        to_id=bridge.face.id,
        to_text=bridge.face.text,
        weight=bridge.weight,
        quote=bridge.face.quote,
        is_reversed=True,
    )
    score = BRIDGE_WEIGHT * bridge.weight * bridge.face.confidence
    return Ground(statement=bridge.face, path=Path(hops=(first, second), score=score))


def _answer(query: WhyQuery, parts: _Parts, near: Sequence[Quote], ranking: Ranking, started: float) -> WhyAnswer:
    abstains = not query.decision_id and (ranking.abstains or not near)
    face = None if abstains else parts.face()
    fields = parts.fields() if face else dict.fromkeys(GROUND_FIELDS, ())
    people = parts.people() if face else ()
    first = parts.passage() if face else None
    passages = [one.edge.passage for one in parts.found] if face else []
    evidence = () if abstains else evidence_pack(first, passages, near, query.budget_tokens)
    named = {
        "decision": bool(face),
        "people": bool(people),
        LINKS: any(fields.values()),
        FIGURES: any(holds_a_figure(quote.text) for quote in evidence[:FIGURE_PASSAGES]),
        **{key: bool(value) for key, value in fields.items()},
    }
    return WhyAnswer(
        decision=face,
        summary=summarise(face, fields, people),
        people=people,
        evidence=evidence,
        missing=tuple(name for name in asked_fields(query.text) if not named[name]),
        confidence=face.statement.confidence if face else 0.0,
        degraded=ranking.degraded,
        abstained=abstains,
        took_ms=(time.perf_counter() - started) * 1000,
        **fields,
    )


def _check(query: WhyQuery) -> None:
    if not query.text.strip() and not query.decision_id:
        raise InvalidQuery("A why question needs words or a decision's id.", hint="Ask: why did we choose Kafka?")
    if not 1 <= query.depth <= MAX_DEPTH:
        raise InvalidQuery(f"depth is {query.depth}.", hint=f"Use 1 to {MAX_DEPTH}.")
    if query.budget_tokens < 1:
        raise InvalidQuery(f"The budget is {query.budget_tokens} tokens.", hint="Use 1 or more.")
    if not 1 <= query.top_k <= MAX_TOP_K:
        raise InvalidQuery(f"top_k is {query.top_k}.", hint=f"Use 1 to {MAX_TOP_K}.")
