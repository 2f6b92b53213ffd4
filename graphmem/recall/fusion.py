"""From ranked lists to one base score: recall-algorithm.md §2, with the same weights for every corpus."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, log, sqrt

from graphmem.domain.candidates import Candidate, NamedEntity
from graphmem.domain.documents import SpeakerRole
from graphmem.recall.coverage import coverages
from graphmem.recall.question import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The share of each term in the base score; `mention` counts for prose only, those from `window_…` on for turns."""

    semantic: float = 0.50
    lexical: float = 0.25
    statement: float = 0.20
    subject: float = 0.50
    mention: float = 0.30
    window_semantic: float = 0.30
    window_lexical: float = 0.20
    coverage: float = 0.40
    sitting: float = 0.20
    author: float = 0.45
    neighbour: float = 0.20
    answers: float = 0.35
    month: float = 0.30


WEIGHTS = Weights()
STATEMENT_LISTS = ("statement_semantic", "statement_lexical")


@dataclass(frozen=True, slots=True, kw_only=True)
class Based:
    """A unit (a turn, or a block of prose) with its base score, and the terms that other formulas use again.

    candidate  the chunk that speaks for it: the best of those that the lists name
    chunks     all of these, each with the score it has by its own words and meaning alone
    terms      the question's stems that they hold
    """

    candidate: Candidate
    chunks: tuple[tuple[Candidate, float], ...]
    terms: frozenset[str]
    score: float
    semantic: float
    lexical: float
    subject: float


def spread(scores: Mapping[str, float]) -> dict[str, float]:
    """mm(x) = (x - worst) / (best - worst) over one list; a list of one value gives 1."""
    if not scores:
        return {}
    bounds = min(scores.values()), max(scores.values())
    return {key: _share(value, *bounds) for key, value in scores.items()}


def _share(value: float, low: float, high: float) -> float:
    return max(0.0, (value - low) / (high - low)) if high > low else 1.0


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
    """b(u) by unit id: recall-algorithm.md §2. In each list a unit has the score of its best chunk."""
    units = _units(candidates)
    lists = _ByUnit(units)
    terms = _Terms(
        lists=lists,
        meant=lists["semantic"],
        worded=lists["lexical"],
        stated=[lists[name] for name in STATEMENT_LISTS],
        windows=(lists["window_semantic"], lists["window_lexical"]),
        covered=coverages(question.stems, units),
        sittings=_sittings(units, lists["semantic"], lists["lexical"]),
        authors=_authors(candidates, question),
        subjects=_subjects(entities, chunks),
        mentioned=_mentioned(entities, chunks),
        weights=weights,
    )
    first = {unit: terms.based(unit, parts) for unit, parts in units.items()}
    return {unit: _lifted(based, first, question, weights) for unit, based in first.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Terms:
    """Every term of one question, by unit but for `sittings` (by episode), `authors` (chunks) and `subjects` (both)."""

    lists: "_ByUnit"
    meant: Mapping[str, float]
    worded: Mapping[str, float]
    stated: Sequence[Mapping[str, float]]
    windows: tuple[Mapping[str, float], Mapping[str, float]]
    covered: Mapping[str, float]
    sittings: Mapping[str, float]
    authors: Collection[str]
    subjects: Mapping[str, float]
    mentioned: Mapping[str, float]
    weights: Weights

    def based(self, unit: str, parts: Sequence[Candidate]) -> Based:
        """The unit before any lift; its chunks in the order of their own scores."""
        meant, worded, weights = self.meant.get(unit, 0.0), self.worded.get(unit, 0.0), self.weights
        subject = max([_subject(part, self.subjects) for part in parts]) if self.subjects else 0.0
        whole = weights.semantic * meant + weights.lexical * worded
        score = whole + weights.subject * subject + weights.statement * max([one.get(unit, 0.0) for one in self.stated])
        if parts[0].is_spoken:
            score += self._of_a_turn(unit, parts[0])
        else:
            score += weights.mention * self.mentioned.get(unit, 0.0)
        chunks = self._by_own(parts, score - whole) if len(parts) > 1 else ((parts[0], score),)
        return Based(
            candidate=chunks[0][0],
            chunks=chunks,
            terms=frozenset[str]().union(*[part.terms for part in parts]),
            score=score,
            semantic=meant,
            lexical=worded,
            subject=subject,
        )

    def _of_a_turn(self, unit: str, turn: Candidate) -> float:
        meant, worded = self.windows
        return (
            self.weights.window_semantic * meant.get(unit, 0.0)
            + self.weights.window_lexical * worded.get(unit, 0.0)
            + self.weights.coverage * self.covered.get(unit, 0.0)
            + self.weights.sitting * self.sittings.get(turn.episode_id, 0.0)
            + self.weights.author * (turn.id in self.authors)
        )

    def _by_own(self, parts: Sequence[Candidate], shared: float) -> tuple[tuple[Candidate, float], ...]:
        """Each with the unit's score, less what its best chunk has of meaning and words and this one lacks."""
        own = [(part, shared + self.lists.own(part, self.weights)) for part in parts]
        return tuple(sorted(own, key=lambda pair: (-pair[1], pair[0].position)))


def _units(candidates: Sequence[Candidate]) -> dict[str, list[Candidate]]:
    units: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        units.setdefault(candidate.unit_id, []).append(candidate)
    return units


class _ByUnit:
    """The lists, each spread over the units it names; a unit has the score of its best chunk."""

    def __init__(self, units: Mapping[str, Sequence[Candidate]]) -> None:
        raw: dict[str, dict[str, float]] = defaultdict(dict)
        for unit, parts in units.items():
            for part in parts:
                for name, score in part.scores.items():
                    if score > raw[name].get(unit, -inf):
                        raw[name][unit] = score
        self._bounds = {name: (min(scores.values()), max(scores.values())) for name, scores in raw.items()}
        self._spread = {name: spread(scores) for name, scores in raw.items()}

    def __getitem__(self, name: str) -> Mapping[str, float]:
        return self._spread.get(name, {})

    def own(self, part: Candidate, weights: Weights) -> float:
        """What one chunk has of the terms of meaning and words."""
        return weights.semantic * self._at("semantic", part) + weights.lexical * self._at("lexical", part)

    def _at(self, name: str, part: Candidate) -> float:
        return _share(part.scores[name], *self._bounds[name]) if name in part.scores else 0.0


def _mentioned(entities: Collection[NamedEntity], chunks: int) -> dict[str, float]:
    """M: the share, by rarity, of the named entities that a unit mentions; hubs are not looked up."""
    by_name: dict[str, tuple[float, frozenset[str]]] = {}
    for entity in entities:
        name = entity.name_key or entity.id
        rare, units = by_name.get(name, (1.0, frozenset[str]()))
        by_name[name] = (min(rare, rarity(entity.df, chunks)), units | entity.mentions)
    total = sum(rare for rare, _ in by_name.values())
    found: dict[str, float] = defaultdict(float)
    for rare, units in by_name.values() if total > 0 else ():
        for unit in units:
            found[unit] += rare / total
    return found


def _subjects(entities: Collection[NamedEntity], chunks: int) -> dict[str, float]:
    """By chunk or episode: what the most telling named entity that it is about counts."""
    best: dict[str, float] = {}
    for entity in entities:
        share = sqrt(max(entity.about_count, 1))
        for place, weight in entity.abouts.items():
            best[place] = max(best.get(place, 0.0), weight * rarity(entity.df, chunks) / share)
    return best


def _subject(candidate: Candidate, subjects: Mapping[str, float]) -> float:
    """T: the most telling named entity that the chunk or its episode is about."""
    return max(subjects.get(candidate.id, 0.0), subjects.get(candidate.episode_id, 0.0))


def _sittings(
    units: Mapping[str, Sequence[Candidate]], semantic: Mapping[str, float], lexical: Mapping[str, float]
) -> dict[str, float]:
    """S: the mean of a sitting's three best turns, relative to the best sitting."""
    by_sitting: dict[str, list[float]] = defaultdict(list)
    for unit, parts in units.items():
        if parts[0].is_spoken:
            by_sitting[parts[0].episode_id].append(0.5 * semantic.get(unit, 0.0) + 0.5 * lexical.get(unit, 0.0))
    means = {key: sum(sorted(values, reverse=True)[:3]) / 3 for key, values in by_sitting.items()}
    best = max(means.values(), default=0.0)
    return {key: value / best for key, value in means.items()} if best > 0 else {}


def _authors(candidates: Sequence[Candidate], question: Question) -> frozenset[str]:
    """A: the chunks of the one participant the question names, or of the user when it says I or we."""
    asked = set(question.words)
    named = {c.speaker for c in candidates if c.speaker and asked & set(c.speaker.casefold().split())}
    return frozenset(
        c.id
        for c in candidates
        if (len(named) == 1 and c.speaker in named) or (question.is_first_person and c.role is SpeakerRole.USER)
    )


def _lifted(based: Based, first: Mapping[str, Based], question: Question, weights: Weights) -> Based:
    more = _lift(based, first, weights) if based.candidate.is_spoken else 0.0
    if question.month and _falls_in(based.candidate, question):
        more += weights.month
    if not more:
        return based
    return Based(
        candidate=based.candidate,
        chunks=tuple([(chunk, score + more) for chunk, score in based.chunks]),
        terms=based.terms,
        score=based.score + more,
        semantic=based.semantic,
        lexical=based.lexical,
        subject=based.subject,
    )


def _lift(based: Based, first: Mapping[str, Based], weights: Weights) -> float:
    """What a turn gains from the turns beside it, from values before any lift."""
    own = based.candidate.unit_id
    before = _beside([part.before for part, _ in based.chunks], own, first)
    after = _beside([part.after for part, _ in based.chunks], own, first)
    near = weights.neighbour * max(before.score if before else 0.0, after.score if after else 0.0)
    if before is None or based.candidate.role is SpeakerRole.ASSISTANT:
        return near
    asks = any(part.asks for part, _ in before.chunks)
    return max(near, weights.answers * before.score) if asks else near


def _beside(units: Iterable[str | None], own: str, first: Mapping[str, Based]) -> Based | None:
    for unit in units:
        if unit and unit != own and unit in first:
            return first[unit]
    return None


def _falls_in(candidate: Candidate, question: Question) -> bool:
    moment = candidate.happened_at
    return moment is not None and moment.month == question.month and question.year in {0, moment.year}
