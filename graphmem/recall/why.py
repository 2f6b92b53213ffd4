"""Why: the decision a question is about, and around it what the record says, each with a quoted path."""

import asyncio
import time
from collections.abc import Sequence
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
from graphmem.domain.candidates import Bridge, DecisionCandidate, DecisionSearch, Face, Involved, Reach
from graphmem.domain.errors import InvalidQuery, NotFound
from graphmem.domain.scope import Reader
from graphmem.ports import WhyStore
from graphmem.recall.asked import FIGURES, asked_fields, holds_a_figure
from graphmem.recall.evidence import evidence_pack, in_context
from graphmem.recall.fusion import spread
from graphmem.recall.paths import Found, Part, Search, in_part
from graphmem.recall.question import MAX_CHARS, read_question
from graphmem.recall.service import Ranking, Recall, reach_of
from graphmem.recall.summary import summarise

MAX_DEPTH = 6
MAX_TOP_K = 50
NEAR_CHUNKS = 30
NEAR_EPISODES = 8
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
_ROLES = {"DECIDED_BY": "decided", "PROPOSED_BY": "proposed", "OBJECTED_BY": "objected"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """What speaks for a decision being the one asked about (starting values; tuned with the why bench)."""

    likeness: float = 0.5
    matched: float = 0.25
    chunk: float = 1.0
    episode: float = 0.6
    is_main: float = 0.3
    ended: float = -0.1


SHARES = Shares()


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
        ranking = await self.recall.rank(read_question(text), reach, ALL_SIGNALS)
        near = [one.id for one in in_context(ranking.ranked)[:PACK_CHUNKS]]
        parts, faces = await asyncio.gather(
            self._parts(query, given, ranking, reach), self.recall.store.fetch_faces(reach, near)
        )
        return _answer(query, parts, [faces[key] for key in near if key in faces], ranking, started)

    async def _given(self, decision_id: str, reach: Reach) -> DecisionCandidate:
        found = await self.store.find_decisions(reach, DecisionSearch(ids=(decision_id,)))
        if not found:
            raise NotFound(f"There is no decision {decision_id!r}.", hint="List them with `graphmem recall`.")
        return found[0]

    async def _parts(
        self, query: WhyQuery, given: DecisionCandidate | None, ranking: Ranking, reach: Reach
    ) -> "_Parts":
        """What the graph says around the decision: the given one, or else the likeliest."""
        decisions = [given] if given else await self._decisions(ranking, reach)
        if not decisions:
            return _Parts(query=query, decision=None, found=(), bridges=())
        search = Search(store=self.store, reach=reach, vector=ranking.vector, depth=query.depth)
        found, bridges = await asyncio.gather(
            search.run(decisions[0].face), self.store.find_bridged(reach, decisions[0].face.id)
        )
        return _Parts(query=query, decision=decisions[0], found=found, bridges=bridges)

    async def _decisions(self, ranking: Ranking, reach: Reach) -> list[DecisionCandidate]:
        """The decisions the question may be about, the likeliest first."""
        best = ranking.ranked[:NEAR_CHUNKS]
        episodes = tuple(dict.fromkeys(one.candidate.episode_id for one in best))[:NEAR_EPISODES]
        search = DecisionSearch(
            vector=ranking.vector,
            words=ranking.question.words,
            chunk_ids=tuple(one.candidate.id for one in best),
            episode_ids=episodes,
        )
        return by_likelihood(await self.store.find_decisions(reach, search), ranking)


def by_likelihood(candidates: Sequence[DecisionCandidate], ranking: Ranking) -> list[DecisionCandidate]:
    """The decisions in the order in which they are likely to be the one asked about."""
    best_score = max((one.score for one in ranking.ranked), default=0.0) or 1.0
    chunks: dict[str, float] = {}
    episodes: dict[str, float] = {}
    for one in ranking.ranked:
        share = one.score / best_score
        chunks[one.candidate.id] = share
        episodes[one.candidate.episode_id] = max(share, episodes.get(one.candidate.episode_id, 0.0))
    likeness = spread({one.face.id: one.likeness for one in candidates})
    matched = spread({one.face.id: one.matched for one in candidates if one.matched})

    def score(one: DecisionCandidate) -> float:
        total = (
            SHARES.likeness * likeness[one.face.id]
            + SHARES.matched * matched.get(one.face.id, 0.0)
            + SHARES.chunk * chunks.get(one.passage.chunk_id, 0.0)
            + SHARES.episode * episodes.get(one.episode_id, 0.0)
            + SHARES.is_main * one.is_main
            + SHARES.ended * one.is_ended
        )
        return total * (0.5 + 0.5 * one.face.confidence)

    return sorted(candidates, key=lambda one: (score(one), one.face.id), reverse=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    query: WhyQuery
    decision: DecisionCandidate | None
    found: Sequence[Found]
    bridges: Sequence[Bridge]

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

    def fields(self) -> dict[str, tuple[Ground, ...]]:
        """The ground fields of the answer by name."""
        return {name: self.grounds(part) for name, part in GROUND_FIELDS.items()} | {"if_reversed": self.dependents()}

    def dependents(self) -> tuple[Ground, ...]:
        """What says it depends on the decision, then what stands on the same rare subject."""
        stated = self.grounds(Part.DEPENDENT)
        known = {ground.statement.id for ground in stated} | {one.face.id for one in self.found}
        bridged = [_bridged(self.decision, b) for b in self.bridges if self.decision and b.face.id not in known]
        return (*stated, *bridged)[: self.query.top_k]

    def people(self) -> tuple[Party, ...]:
        """Who decided, proposed and objected: of the decision itself and of what was weighed in it."""
        parties: dict[tuple[str, str], Party] = {}
        sources = [(self.decision.people, self.decision.face.quote)] if self.decision else []
        weighed = {Part.REASON, Part.OBJECTION, Part.ALTERNATIVE}
        sources += [(one.people, one.face.quote) for one in self.found if one.part in weighed]
        for people, quote in sources:
            for person in people:
                parties.setdefault((person.id, person.relation), _party(person, quote))
        return tuple(parties.values())


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


def _answer(query: WhyQuery, parts: _Parts, near: Sequence[Face], ranking: Ranking, started: float) -> WhyAnswer:
    abstains = not query.decision_id and (ranking.abstains or not near)
    decision = None if abstains else parts.decision
    fields = parts.fields() if decision else dict.fromkeys(GROUND_FIELDS, ())
    people = parts.people() if decision else ()
    face = _decision_face(decision) if decision else None
    first = decision.passage if decision else None
    passages = [one.edge.passage for one in parts.found] if decision else []
    evidence = () if abstains else evidence_pack(first, passages, near, query.budget_tokens)
    named = {
        "decision": bool(face),
        "people": bool(people),
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


def _decision_face(decision: DecisionCandidate) -> DecisionFace:
    return DecisionFace(
        statement=decision.face,
        decided_at=decision.decided_at,
        by=tuple(_party(one, decision.face.quote) for one in decision.people if one.relation == "DECIDED_BY"),
        source=decision.passage.source,
        title=decision.passage.title,
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
