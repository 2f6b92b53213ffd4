"""Recall: a question in, dated and quoted items out, each with the reason why it is there."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from graphmem.domain.answers import Answer, Quote, Readings, RecallQuery, Signal
from graphmem.domain.candidates import Candidate, Face, NamedEntity, Reach, joined
from graphmem.domain.errors import EmbedderMismatch, GraphmemError, InvalidQuery, ModelUnavailable
from graphmem.domain.scope import Reader
from graphmem.domain.text import words
from graphmem.domain.time import now
from graphmem.domain.vectors import Side, Vector
from graphmem.ports import Clock, Embedder, RecallStore
from graphmem.recall.abstaining import Limits, abstains, floor_of
from graphmem.recall.answer import Ranked, assemble
from graphmem.recall.coverage import stem_weights
from graphmem.recall.echo import answers_first
from graphmem.recall.fusion import Based, base_scores
from graphmem.recall.precedence import newer_first
from graphmem.recall.question import Question, read_question
from graphmem.recall.walk import Step, Walk, beta, seeds_of
from graphmem.recall.when import read_when
from graphmem.recall.window import anchored, is_inside, window_of

T = TypeVar("T")
"""What a question whose words are all in one passage has as evidence beside the cosine."""
ANCHORS = 3
"""How many of the best passages on something may tell when it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallLimits:
    """depth: how long each ranked list is; `abstain` decides when nothing in memory is about the question."""

    max_top_k: int = 100
    depth: int = 200
    abstain: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Every candidate in order, and how the question was read."""

    question: Question
    ranked: list[Ranked]
    entities: list[NamedEntity]
    vector: Vector | None
    degraded: tuple[str, ...]
    abstains: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """Answers questions over one store with one embedder; holds no state between questions."""

    store: RecallStore
    embedder: Embedder
    limits: RecallLimits = field(default_factory=RecallLimits)
    clock: Clock = now

    async def recall(self, query: RecallQuery, reader: Reader) -> Answer:
        """The best `top_k` items the reader may see, inside the budget; empty when memory is not about it.

        Raises InvalidQuery for a blank question or a `top_k` out of range.
        """
        started = time.perf_counter()
        if not 1 <= query.top_k <= self.limits.max_top_k:
            raise InvalidQuery(f"top_k is {query.top_k}.", hint=f"Use 1 to {self.limits.max_top_k}.")
        if query.budget_tokens is not None and query.budget_tokens < 1:
            raise InvalidQuery(f"The budget is {query.budget_tokens} tokens.", hint="Use 1 or more, or none.")
        question = read_question(query.text)
        asked = reach_of(query, reader, with_history=query.include_history or question.asks_history)
        ranking, reach, when = await self._rank_in_time(question, asked, query)
        abstains = query.abstain and ranking.abstains
        faces = {} if abstains else await self._faces(ranking.ranked, reach, query)
        with_history = reach.with_history and reach.valid is None and reach.recorded is None
        ranked = answers_first(ranking.ranked, faces, question.text)
        ranked = ranked if question.asks_history else newer_first(ranked, faces)
        items, cut = assemble(ranked if not abstains else [], faces, query, with_history=with_history)
        return Answer(
            items=items,
            readings=_readings(ranking, reach, when),
            cut=cut,
            degraded=ranking.degraded,
            abstained=abstains,
            took_ms=(time.perf_counter() - started) * 1000,
        )

    async def _rank_in_time(self, question: Question, reach: Reach, query: RecallQuery) -> tuple[Ranking, Reach, str]:
        """The ranking in the window that the question's words of time open, and how they were read.

        What the caller says of time goes before the words; a window in which nothing is about the question is dropped.
        """
        is_said = query.since or query.until or query.as_of or not query.reads_time
        when, by = None if is_said else read_when(question.text, self.clock()), ""
        if when and when.anchor:
            when, by = await anchored(when, lambda anchor: self._moment(anchor, reach, query.signals))
        window = window_of(when, question, reach)
        ranking = await self.rank(window.question, window.reach, query.signals)
        told = f"{window.told}{by}" if window.told else ""
        if window.is_strict and ((query.abstain and ranking.abstains) or not ranking.ranked):
            whole = await self.rank(question, reach, query.signals)
            return whole, reach, f"{told}; nothing of it was said then"
        return ranking, window.reach, told

    async def _moment(self, question: Question, reach: Reach, signals: frozenset[Signal]) -> Quote | None:
        """The best passage on something that bounds a window; None when none is about it."""
        ranking = await self.rank(question, reach, signals)
        dated = [one.candidate.id for one in ranking.ranked[:ANCHORS] if one.candidate.happened_at]
        if ranking.abstains or not dated:
            return None
        faces = await self.store.fetch_faces(reach, dated[:1])
        return faces[dated[0]].quote if dated[0] in faces else None

    async def rank(self, question: Question, reach: Reach, signals: frozenset[Signal]) -> Ranking:
        """All candidates, best first. A signal that fails is left out and named in `degraded`."""
        degraded: list[str] = []
        by_words, (by_meaning, vector), entities, chunks = await asyncio.gather(
            self._by_words(question, reach, signals),
            self._by_meaning(question, reach, signals, degraded),
            self._named(question, reach, signals, degraded),
            self.store.count_chunks(),
        )
        candidates = joined(by_words, by_meaning)
        based = base_scores(candidates, question, entities, chunks)
        steps: Mapping[str, Step] = {}
        if Signal.WALK in signals and based:
            walk = partial(self._walk, question, reach, based, entities, chunks)
            steps = dict(await _or_degraded(walk, Signal.WALK, degraded))
        floor = 0.0 if vector is None else floor_of(self.embedder)
        return Ranking(
            question=question,
            ranked=_ranked(based, steps),
            entities=entities,
            vector=vector,
            degraded=tuple(degraded),
            abstains=abstains(question, candidates, self.limits.abstain, floor),
        )

    async def _by_words(self, question: Question, reach: Reach, signals: frozenset[Signal]) -> list[Candidate]:
        if Signal.LEXICAL not in signals or not question.words:
            return []
        return await self.store.find_by_words(
            reach, words=question.words, stems=question.stems, depth=self.limits.depth
        )

    def _vector(self, text: str) -> Vector:
        """Also asks once for the model's floor, which is kept: both block."""
        floor_of(self.embedder)
        vector: Vector = self.embedder.embed([text], side=Side.QUERY)[0]
        return vector

    async def _by_meaning(
        self, question: Question, reach: Reach, signals: frozenset[Signal], degraded: list[str]
    ) -> tuple[list[Candidate], Vector | None]:
        """By words alone when there is no model, or when the vectors have been moved to one that is not ours."""
        if Signal.SEMANTIC not in signals:
            return [], None
        try:
            vector = await asyncio.to_thread(self._vector, question.text)
            find = self.store.find_by_meaning
            return await find(reach, vector=vector, stems=question.stems, depth=self.limits.depth), vector
        except (ModelUnavailable, EmbedderMismatch):
            degraded.append(Signal.SEMANTIC)
            return [], None

    async def _named(
        self, question: Question, reach: Reach, signals: frozenset[Signal], degraded: list[str]
    ) -> list[NamedEntity]:
        """Entities the question really names: by key, or by every word of a name or alias."""
        if Signal.ENTITY not in signals:
            return []
        find = partial(self.store.find_named, reach, keys=question.keys, words=question.words)
        found = await _or_degraded(find, Signal.ENTITY, degraded)
        keys, asked = set(question.keys), set(question.words)
        return [
            entity
            for entity in found
            if entity.name_key in keys or any(_is_held(alias, asked) for alias in (entity.name, *entity.aliases))
        ]

    async def _walk(
        self,
        question: Question,
        reach: Reach,
        based: Mapping[str, Based],
        entities: Sequence[NamedEntity],
        chunks: int,
    ) -> Sequence[tuple[str, Step]]:
        seeds = [seed.candidate.unit_id for seed in seeds_of(based)]
        asked = [entity.id for entity in entities]
        links, texts = await self.store.walk(reach, seeds=seeds, asked=asked, stems=question.stems)
        walk = Walk(
            question=question.stems,
            weights=stem_weights(question.stems, [one.terms for one in based.values()]),
            based=based,
            texts=texts,
            chunks=chunks,
        )
        inside = [link for link in links if is_inside(link.target, reach.since, reach.until)]
        return list(walk.steps(inside).items())

    async def _faces(self, ranked: Sequence[Ranked], reach: Reach, query: RecallQuery) -> dict[str, Face]:
        """Faces of enough candidates to fill the answer, and of what replaced those that hold no longer."""
        few = self.limits.depth if query.kinds else 2 * query.top_k
        faces = await self.store.fetch_faces(reach, list(_shown(ranked[:few])))
        replacing = {ended.by for face in faces.values() for ended in face.ended if ended.by} - faces.keys()
        if not any(face.ended for face in faces.values()):
            return faces
        further = _shown(ranked[few : 5 * few])
        return faces | await self.store.fetch_faces(
            reach, [*sorted(replacing), *(key for key in further if key not in faces)]
        )


def _shown(ranked: Sequence[Ranked]) -> dict[str, None]:
    """The chunks whose faces these need: their own, and the seed of each path."""
    seeds = [one.step.link.chunk_id for one in ranked if one.step]
    return dict.fromkeys([*(one.candidate.id for one in ranked), *seeds])


def reach_of(query: RecallQuery, reader: Reader, *, with_history: bool) -> Reach:
    """What this reader may touch for this question."""
    as_of = query.as_of
    return Reach(
        tenant=reader.tenant,
        audiences=reader.audiences,
        with_history=with_history or as_of is not None,
        project=query.project,
        since=query.since,
        until=query.until,
        valid=as_of.valid if as_of else None,
        recorded=as_of.recorded if as_of else None,
    )


def _ranked(based: Mapping[str, Based], steps: Mapping[str, Step]) -> list[Ranked]:
    """score(d) = b(d) + beta · h(d), also for targets that only the walk found; ties by id.

    The best chunk of a unit stands where the unit does, its others where their own words put them.
    """
    found = [one for unit, based_ in based.items() for one in _parts_of(based_, steps.get(unit))]
    for unit, step in steps.items():
        if unit not in based:
            target = step.link.target
            found.append(Ranked(candidate=target, score=beta(step.link) * step.score, based=None, step=step))
    return sorted(found, key=lambda one: (-one.score, one.candidate.id))


def _parts_of(based: Based, step: Step | None) -> Iterator[Ranked]:
    lift = beta(step.link) * step.score if step else 0.0
    reached = step.link.target.id if step else ""
    best, _ = max(based.chunks, key=lambda pair: pair[1] + (lift if pair[0].id == reached else 0.0))
    yield Ranked(candidate=best, score=based.score + lift, based=based, step=step)
    for chunk, score in based.chunks:
        if chunk is not best:
            yield Ranked(candidate=chunk, score=score, based=based, step=None)


def _readings(ranking: Ranking, reach: Reach, when: str) -> Readings:
    question = ranking.question
    month = f"{question.year or ''}-{question.month:02d}".lstrip("-") if question.month else ""
    return Readings(
        entities=tuple(dict.fromkeys(entity.name for entity in ranking.entities)),
        since=reach.since,
        until=reach.until,
        month=month,
        history=reach.with_history,
        when=when,
    )


def _is_held(name: str, asked: set[str]) -> bool:
    parts = set(words(name))
    return bool(parts) and parts <= asked


async def _or_degraded(work: Callable[[], Awaitable[Sequence[T]]], signal: Signal, degraded: list[str]) -> list[T]:
    try:
        return list(await work())
    except GraphmemError:
        degraded.append(signal)
        return []
