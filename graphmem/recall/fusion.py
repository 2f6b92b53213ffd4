"""From ranked lists to one base score: recall-algorithm.md §2, with the same weights for every corpus."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt

from graphmem.domain.candidates import Candidate, NamedEntity
from graphmem.domain.documents import SpeakerRole
from graphmem.recall.question import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The share of each term in the base score; the last five count for turns only."""

    semantic: float = 0.50
    lexical: float = 0.25
    statement: float = 0.20
    subject: float = 0.50
    window_semantic: float = 0.30
    window_lexical: float = 0.20
    sitting: float = 0.20
    author: float = 0.45
    neighbour: float = 0.20
    answers: float = 0.35
    month: float = 0.30


WEIGHTS = Weights()


@dataclass(frozen=True, slots=True, kw_only=True)
class Based:
    """A candidate with its base score, and the two terms that other formulas use again."""

    candidate: Candidate
    score: float
    semantic: float
    lexical: float
    subject: float


def spread(scores: Mapping[str, float]) -> dict[str, float]:
    """mm(x) = (x - worst) / (best - worst) over one list; a list of one value gives 1."""
    if not scores:
        return {}
    low, high = min(scores.values()), max(scores.values())
    width = high - low
    return {key: (value - low) / width if width > 0 else 1.0 for key, value in scores.items()}


def rarity(df: int, chunks: int) -> float:
    """idf(e) = ln((N+1)/(df+1)) / ln(N+1), clipped to 0..1."""
    total = log(max(chunks, 1) + 1)
    return min(1.0, max(0.0, log((max(chunks, 1) + 1) / (df + 1)) / total))


def base_scores(
    candidates: Sequence[Candidate],
    question: Question,
    entities: Collection[NamedEntity],
    chunks: int,
    weights: Weights = WEIGHTS,
) -> dict[str, Based]:
    """b(u) by chunk id: recall-algorithm.md §2 without M, which had no measurable effect."""
    lists = _lists(candidates)
    sittings = _sittings(candidates, lists)
    authors = _authors(candidates, question)
    first: dict[str, Based] = {}
    for candidate in candidates:
        semantic = lists["semantic"].get(candidate.id, 0.0)
        lexical = lists["lexical"].get(candidate.id, 0.0)
        subject = _subject(candidate, entities, chunks)
        statement = max(lists[name].get(candidate.id, 0.0) for name in ("statement_semantic", "statement_lexical"))
        score = (
            weights.semantic * semantic
            + weights.lexical * lexical
            + weights.statement * statement
            + weights.subject * subject
        )
        if candidate.is_spoken:
            score += (
                weights.window_semantic * lists["window_semantic"].get(candidate.id, 0.0)
                + weights.window_lexical * lists["window_lexical"].get(candidate.id, 0.0)
                + weights.sitting * sittings.get(candidate.episode_id, 0.0)
                + weights.author * authors.get(candidate.id, 0.0)
            )
        first[candidate.id] = Based(
            candidate=candidate, score=score, semantic=semantic, lexical=lexical, subject=subject
        )
    return _with_neighbours_and_month(first, question, weights)


def _lists(candidates: Sequence[Candidate]) -> dict[str, dict[str, float]]:
    raw: dict[str, dict[str, float]] = defaultdict(dict)
    for candidate in candidates:
        for name, score in candidate.scores.items():
            raw[name][candidate.id] = score
    return defaultdict(dict, {name: spread(scores) for name, scores in raw.items()})


def _subject(candidate: Candidate, entities: Collection[NamedEntity], chunks: int) -> float:
    """T: the most telling named entity that the chunk or its episode is about."""
    found = (
        weight * rarity(entity.df, chunks) / sqrt(max(entity.about_count, 1))
        for entity in entities
        for place in (candidate.id, candidate.episode_id)
        if (weight := entity.abouts.get(place))
    )
    return max(found, default=0.0)


def _sittings(candidates: Sequence[Candidate], lists: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """S: the mean of a sitting's three best turns, relative to the best sitting."""
    by_sitting: dict[str, list[float]] = defaultdict(list)
    for candidate in candidates:
        if candidate.is_spoken:
            mixed = 0.5 * lists["semantic"].get(candidate.id, 0.0) + 0.5 * lists["lexical"].get(candidate.id, 0.0)
            by_sitting[candidate.episode_id].append(mixed)
    means = {key: sum(sorted(values, reverse=True)[:3]) / 3 for key, values in by_sitting.items()}
    best = max(means.values(), default=0.0)
    return {key: value / best for key, value in means.items()} if best > 0 else {}


def _authors(candidates: Sequence[Candidate], question: Question) -> dict[str, float]:
    """A: the one participant the question names wrote it, or the user did and the question says I or we."""
    asked = set(question.words)
    named = {c.speaker for c in candidates if c.speaker and asked & set(c.speaker.casefold().split())}
    return {
        c.id: 1.0
        for c in candidates
        if (len(named) == 1 and c.speaker in named) or (question.is_first_person and c.role is SpeakerRole.USER)
    }


def _with_neighbours_and_month(first: dict[str, Based], question: Question, weights: Weights) -> dict[str, Based]:
    lifted: dict[str, Based] = {}
    for key, based in first.items():
        score = based.score + _lift(based.candidate, first, weights)
        if question.month and _falls_in(based.candidate, question):
            score += weights.month
        lifted[key] = Based(
            candidate=based.candidate,
            score=score,
            semantic=based.semantic,
            lexical=based.lexical,
            subject=based.subject,
        )
    return lifted


def _lift(candidate: Candidate, first: Mapping[str, Based], weights: Weights) -> float:
    """What a turn gains from the turns beside it, from values before any lift."""
    if not candidate.is_spoken:
        return 0.0
    before, after = first.get(candidate.before or ""), first.get(candidate.after or "")
    near = weights.neighbour * max((b.score for b in (before, after) if b), default=0.0)
    answers = 0.0
    if before and before.candidate.asks and candidate.role is not SpeakerRole.ASSISTANT:
        answers = weights.answers * before.score
    return max(near, answers)


def _falls_in(candidate: Candidate, question: Question) -> bool:
    moment = candidate.happened_at
    return moment is not None and moment.month == question.month and question.year in {0, moment.year}
