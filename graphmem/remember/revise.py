"""What new statements do to those that stand already: joined, ended or disputed; the store carries it out."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np

from graphmem.domain.documents import EpisodeKind
from graphmem.domain.relations import Edge
from graphmem.domain.statements import Statement, StatementKind
from graphmem.domain.vectors import Vector
from graphmem.domain.writes import Subgraph
from graphmem.remember.claims import ANY
from graphmem.remember.compare import PARAPHRASE, Judgement, Said, Verdict, judge, later_of
from graphmem.remember.slots import COMPARED, PROPOSED, claims_of, clause_at, read_as, speaker_of, wording

UPDATES = "updates@1"
"""Who reads it out of two sentences that one takes the place of the other."""
MARGIN = 0.05
"""How much more alike the best of several possible older statements must be."""
UNKNOWN_LIKENESS = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A stored statement near a new one.

    likeness   cosine of the two
    valid_at, invalid_at  when it held; `is_live`: it still does
    is_quoted  the new statement's very characters were read as this one before
    """

    said: Said
    likeness: float
    is_live: bool
    valid_at: datetime | None
    invalid_at: datetime | None
    is_quoted: bool = False

    def held_at(self, moment: datetime | None) -> bool:
        """Whether it was current then; of an unknown moment whether it is now."""
        if moment is None:
            return self.is_live
        if self.is_live:
            return self.valid_at is None or self.valid_at <= moment
        return self.valid_at is not None and self.invalid_at is not None and self.valid_at <= moment < self.invalid_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """`newer` takes the place of `older`, for this reason; `quote` is the sentence that does it."""

    newer: str
    older: str
    reason: str
    quote: str
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """Two statements that cannot both hold, and nothing says which does."""

    newer: str
    older: str
    reason: str


class Likeness:
    """Cosines between the new statements themselves."""

    def __init__(self, vectors: Mapping[str, Vector]) -> None:
        self._places = {key: at for at, key in enumerate(vectors)}
        self._keys = list(vectors)
        matrix = np.array([vectors[key] for key in self._keys], dtype=np.float32)
        self._cosines = matrix @ matrix.T if self._keys else np.zeros((0, 0), dtype=np.float32)

    def of(self, one: str, other: str) -> float:
        """The cosine of two; a middle one where a vector is missing."""
        if one in self._places and other in self._places:
            return float(self._cosines[self._places[one], self._places[other]])
        return UNKNOWN_LIKENESS

    def near(self, key: str) -> list[str]:
        """Those that may be a paraphrase of this one."""
        if key not in self._places:
            return []
        return [self._keys[at] for at in np.flatnonzero(self._cosines[self._places[key]] >= PARAPHRASE)]


@dataclass(slots=True, kw_only=True)
class Revision:
    """joined: id of a statement that says the same, by the new statement's id."""

    joined: dict[str, str] = field(default_factory=dict)
    endings: list[Ending] = field(default_factory=list)
    disputes: list[Dispute] = field(default_factory=list)


def said_of(subgraph: Subgraph) -> list[Said]:
    """The episode's statements that can be compared; a decision record's own are ended by its links alone."""
    is_record = subgraph.episode.kind is EpisodeKind.DECISION_RECORD
    chunks = {chunk.id: chunk for chunk in subgraph.episode.chunks}
    found = []
    for statement in subgraph.statements:
        if statement.kind not in COMPARED or statement.standing in ("retracted", "superseded"):
            continue
        if not statement.evidence or (is_record and statement.kind is StatementKind.DECISION):
            continue
        quote = statement.evidence[0]
        chunk = chunks[quote.chunk_id]
        start, end = clause_at(chunk.text, quote.start, quote.end)
        sentence = wording(statement.text, chunk.text[start:end], statement.extractor)
        claims = claims_of(sentence, speaker_of(chunk), read_as(statement.kind, statement.standing))
        if not claims and statement.standing == PROPOSED:
            continue
        found.append(
            Said(
                id=statement.id,
                kind=statement.kind,
                sentence=sentence,
                claims=claims,
                episode_id=subgraph.episode.id,
                project=subgraph.episode.session.project,
                at=statement.valid_at,
                place=(chunk.position, start),
                speaker=speaker_of(chunk),
            )
        )
    return found


def in_order(found: Iterable[Said]) -> list[Said]:
    """Statements in the order they were said; those of an unknown moment first."""
    return sorted(found, key=lambda said: (said.at.timestamp() if said.at else 0.0, said.place, said.id))


def fixed_of(subgraph: Subgraph) -> frozenset[str]:
    """Statements that keep their own node: others know them by id."""
    return frozenset((subgraph.main_decision, *subgraph.reversals))


def revise(
    news: Sequence[Said],
    neighbours: Mapping[str, Sequence[Neighbour]],
    *,
    likeness: Likeness,
    fixed: frozenset[str] = frozenset(),
) -> Revision:
    """Judge every new statement, in the order given, against its neighbours and against the new ones before it."""
    revision, before = Revision(), _Before(likeness=likeness)
    for said in news:
        pool = [*neighbours.get(said.id, ()), *before.near(said)]
        judged = [(one, *_judged(said, one)) for one in pool if one.said.id != said.id]
        same = None if said.id in fixed else _same(said, judged)
        if same:
            revision.joined[said.id] = same.said.id
        else:
            known = len(revision.endings)
            _apply(revision, said, judged)
            before.add(said, [ending.older for ending in revision.endings[known:]])
    return revision


@dataclass(slots=True, kw_only=True)
class _Before:
    """The new statements that came before and still stand, by the words of their slots and by likeness."""

    likeness: Likeness
    standing: dict[str, Said] = field(default_factory=dict)
    by_word: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, said: Said, ended: Iterable[str]) -> None:
        self.standing[said.id] = said
        for word in _words(said):
            self.by_word[word].add(said.id)
        for gone in ended:
            self.standing.pop(gone, None)

    def near(self, said: Said) -> Iterator[Neighbour]:
        shared = set().union(*(self.by_word[word] for word in _words(said) if word in self.by_word))
        for key in sorted({*shared, *self.likeness.near(said.id)} & self.standing.keys()):
            one = self.standing[key]
            likeness = self.likeness.of(said.id, key)
            yield Neighbour(said=one, likeness=likeness, is_live=True, valid_at=one.at, invalid_at=None)


def _words(said: Said) -> Iterator[str]:
    """What a statement of the same slot has in common with this one; a change of unnamed things may meet any `use`."""
    if said.claim is None:
        yield " ".join(said.sentence.casefold().split()).strip(".!")
        return
    for claim in said.claims:
        yield from claim.slot
        yield from (f"={word}" for word in (*claim.old, *claim.words))
    if not said.claim.slot:
        yield f"~{'use' if said.claim.relation == ANY else said.claim.relation}"


def _judged(said: Said, one: Neighbour) -> tuple[Judgement, bool]:
    """The judgement, and whether the new statement is the newer of the two."""
    newer, older, is_ordered = later_of(said, one.said)
    return judge(newer, older, likeness=one.likeness, is_ordered=is_ordered), newer is said


Judged = tuple[Neighbour, Judgement, bool]


def _same(said: Said, judged: Sequence[Judged]) -> Neighbour | None:
    """What says the same and holds now or held when this was said, with no other value in between."""
    found = [
        one
        for one, judgement, _ in judged
        if judgement.verdict is Verdict.SAME
        and one.said.kind is said.kind
        and (one.is_quoted or one.held_at(said.at) or (one.is_live and not _is_between(said, one.said, judged)))
    ]
    return max(found, key=lambda one: (one.is_quoted, one.is_live, one.likeness, one.said.id), default=None)


def _is_between(said: Said, other: Said, judged: Iterable[Judged]) -> bool:
    """Whether another value was said after the one and before the other."""
    if said.at is None or other.at is None:
        return False
    first, last = sorted((said.at, other.at))
    updates = (one.said.at for one, judgement, _ in judged if judgement.verdict is Verdict.UPDATE)
    return any(at is not None and first <= at <= last for at in updates)


def _apply(revision: Revision, said: Said, judged: Sequence[Judged]) -> None:
    updates = _strong([entry for entry in judged if entry[1].verdict is Verdict.UPDATE])
    later = [entry for entry in updates if not entry[2]]
    for one, judgement, _ in updates:
        if (one, judgement, False) in later:
            continue
        if one.is_live or one.held_at(said.at):
            revision.endings.append(_ending(said, one.said, judgement, one.likeness))
    if later:
        one, judgement, _ = min(later, key=lambda entry: (entry[0].said.at is None, entry[0].said.at, entry[0].said.id))
        revision.endings.append(_ending(one.said, said, judgement, one.likeness))
        return
    for one, judgement, is_newer in judged:
        if judgement.verdict is Verdict.CONTRADICTION and one.is_live:
            pair = (said.id, one.said.id) if is_newer else (one.said.id, said.id)
            revision.disputes.append(Dispute(newer=pair[0], older=pair[1], reason=judgement.reason))


def _strong(updates: list[Judged]) -> list[Judged]:
    """All sure updates, and of the weak ones the most alike, when no other comes near and none is sure."""
    sure = [entry for entry in updates if not entry[1].is_weak]
    weak = sorted((entry for entry in updates if entry[1].is_weak), key=lambda entry: -entry[0].likeness)
    if sure or not weak:
        return sure
    is_clear = len(weak) == 1 or weak[0][0].likeness - weak[1][0].likeness >= MARGIN
    return weak[:1] if is_clear else []


def _ending(newer: Said, older: Said, judgement: Judgement, likeness: float) -> Ending:
    return Ending(
        newer=newer.id,
        older=older.id,
        reason=judgement.reason,
        quote=newer.sentence,
        confidence=round(max(0.5, min(1.0, likeness)), 3) if judgement.is_weak else 1.0,
    )


def with_joined(subgraph: Subgraph, joined: Mapping[str, str]) -> tuple[Subgraph, tuple[Statement, ...]]:
    """The subgraph without the joined statements, their edges moved to what they join; and these, under its id."""
    if not joined:
        return subgraph, ()

    def moved(edges: Iterable[Edge]) -> tuple[Edge, ...]:
        found = (
            replace(e, source_id=joined.get(e.source_id, e.source_id), target_id=joined.get(e.target_id, e.target_id))
            for e in edges
        )
        return tuple(edge for edge in dict.fromkeys(found) if edge.source_id != edge.target_id)

    own = tuple(statement for statement in subgraph.statements if statement.id not in joined)
    extra = tuple(replace(s, id=joined[s.id]) for s in subgraph.statements if s.id in joined)
    abouts = tuple(
        {
            (about.source_id, about.entity_id): about
            for about in (replace(a, source_id=joined.get(a.source_id, a.source_id)) for a in subgraph.abouts)
        }.values()
    )
    changed = replace(
        subgraph,
        statements=own,
        abouts=abouts,
        statement_edges=moved(subgraph.statement_edges),
        entity_edges=moved(subgraph.entity_edges),
    )
    return changed, extra
