"""The fields of a why answer: what the graph holds leads, sentences near the decision fill what it lacks."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from graphmem.domain.answers import Ground, Hop, Party, Path, StatementFace
from graphmem.domain.ids import handle
from graphmem.recall.cues import Cue
from graphmem.recall.paths import Found
from graphmem.recall.sayings import Saying, overlaps, quote_of
from graphmem.recall.weighing import Anchors, Asked, Field, person_shares, scores_of, speaks_against

SENTENCE = "Sentence"
"""The kind of what no rule or reader made a statement of: words that stand there."""
READ = "reading"
SENTENCE_SURE = 0.5
"""A sentence picked by its words is at most half as sure as a statement."""
LEADING = 2
"""As many of the rules' own findings stand in a field whatever else speaks for them, when they hang on the decision."""
ABOUT = 0.4
"""Relevance, or nearness to a likely decision, below which a sentence is about something else."""
PEOPLE_SHARE, MOST_PEOPLE = 0.45, 3
OBJECTION_DENSITY = 0.5
"""What is said against something in talk less about the question than this is against something else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Which sentences are shown: those with this share of the best one's score, as many at most."""

    share: float
    most: int


CUTS: Mapping[Field, Cut] = {
    Field.REASON: Cut(share=0.45, most=6),
    Field.OBJECTION: Cut(share=0.45, most=4),
    Field.OPTION: Cut(share=0.45, most=5),
    Field.OLDER: Cut(share=0.6, most=3),
    Field.DEPENDENT: Cut(share=0.4, most=4),
    Field.LINK: Cut(share=0.3, most=4),
}
_RELATIONS = {
    Field.REASON: "BECAUSE",
    Field.OBJECTION: "CONSIDERED",
    Field.OPTION: "CONSIDERED",
    Field.OLDER: "SUPERSEDES",
    Field.DEPENDENT: "DEPENDS_ON",
    Field.LINK: "ABOUT",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The sentences of a question, the likeliest decision among them, and what the graph says around it."""

    sayings: Sequence[Saying]
    head: Saying | None
    decision: StatementFace | None
    anchors: Anchors
    asked: Asked
    found: Sequence[Found] = field(default=())

    @property
    def is_stated(self) -> bool:
        """Whether the likeliest decision sentence is the decision of the graph, not only in its document."""
        held = {node.id for node in self.head.nodes} if self.head else set()
        return self.decision is not None and (self.head is None or self.decision.id in held)

    def picked(self, wanted: Field) -> list[tuple[Saying, float]]:
        """The sentences for a field with their shares of the best score, best first; no two with the same words."""
        shares = scores_of(self.sayings, wanted, self.asked, self.anchors)
        order = [
            at
            for at in sorted(range(len(shares)), key=lambda at: -shares[at])
            if self._may_be(self.sayings[at], wanted)
        ]
        best, cut = shares[order[0]] if order else 0.0, CUTS[wanted]
        chosen: dict[str, tuple[Saying, float]] = {}
        for at in order:
            saying = self.sayings[at]
            if shares[at] < cut.share * best or len(chosen) == cut.most:
                break
            chosen.setdefault(quote_of(saying).text, (saying, shares[at] / best))
        return list(chosen.values())

    def _may_be(self, saying: Saying, wanted: Field) -> bool:
        """Nothing is its own option, and its own reason only where it gives one; what was replaced came before."""
        head = self.head
        if head is None or wanted is Field.LINK:
            return True
        if saying is head:
            return wanted is Field.REASON and saying.cue(Cue.REASON) > 0
        if wanted is Field.OBJECTION and not speaks_against(saying):
            return False
        if wanted in {Field.OPTION, Field.OBJECTION} and max(saying.relevance, self.anchors.near(saying)) < ABOUT:
            return False
        said, decided = saying.quote.happened_at, head.quote.happened_at
        if said is None or decided is None:
            return True
        return wanted is not Field.OLDER or said <= decided


def filled(scene: Scene, wanted: Field, graph: Sequence[Ground], top: int) -> tuple[Ground, ...]:
    """The grounds of a field: what was captured alone; else the rules' findings, then the sentences that say most."""
    if handed := tuple(ground for ground in graph if not ground.statement.is_by_rules):
        return handed[:top]
    picked = scene.picked(wanted)
    said = {node.id for saying, _ in picked for node in saying.nodes}
    leads = LEADING if scene.is_stated else 0
    leading = apart([ground for at, ground in enumerate(graph) if at < leads or ground.statement.id in said])
    held = {ground.statement.id for ground in leading}
    free = [(saying, share) for saying, share in picked if held.isdisjoint(node.id for node in saying.nodes)]
    return (*leading, *(sentence_ground(scene, saying, share, wanted) for saying, share in free))[:top]


def apart(grounds: Sequence[Ground]) -> list[Ground]:
    """The grounds without those that stand on the words of one before them."""
    kept: list[Ground] = []
    for ground in grounds:
        quote = ground.statement.quote
        if quote is None or not any(one.statement.quote and overlaps(one.statement.quote, quote) for one in kept):
            kept.append(ground)
    return kept


def sentence_ground(scene: Scene, saying: Saying, share: float, wanted: Field) -> Ground:
    """A sentence as a ground: its path says by which relation it would hang on the decision, and how unsure that is."""
    face = sentence_face(saying, share)
    source = scene.decision or face
    hop = Hop(
        from_id=source.id,
        from_text=source.text,
        relation=_RELATIONS[wanted],
        to_id=face.id,
        to_text=face.text,
        weight=face.confidence,
        quote=face.quote,
    )
    by = (saying.quote.speaker,) if saying.quote.speaker else ()
    return Ground(statement=face, path=Path(hops=(hop,), score=face.confidence), by=by)


def sentence_face(saying: Saying, share: float) -> StatementFace:
    """A sentence in the shape of a statement; its id is its chunk's."""
    quote = quote_of(saying)
    return StatementFace(
        id=quote.chunk_id,
        handle=handle("Chunk", quote.chunk_id),
        kind=SENTENCE,
        text=saying.quote.text,
        standing="",
        confidence=SENTENCE_SURE * share,
        quote=quote,
        valid_at=quote.happened_at,
        extractor=READ,
    )


def people_said(scene: Scene) -> tuple[Party, ...]:
    """Who says most of what is asked, best first, each with the sentence that shows it.

    Who objects to nothing is no objector, however much he talks.
    """
    shares = person_shares(scene.sayings, scene.asked, scene.anchors)
    sums: dict[str, float] = defaultdict(float)
    best: dict[str, tuple[float, Saying]] = {}
    for saying, share in zip(scene.sayings, shares, strict=True):
        name = saying.quote.speaker
        if name:
            sums[name] += share
            best[name] = max(best.get(name, (0.0, saying)), (share, saying), key=lambda one: one[0])
    floor = PEOPLE_SHARE * max(sums.values(), default=0.0)
    fit = _objectors(scene) if scene.asked.asks("objections") else sums.keys()
    names = sorted((name for name in fit if sums[name] >= floor), key=lambda name: -sums[name])[:MOST_PEOPLE]
    return tuple(
        Party(id="", name=name, role=_role(scene, best[name][1]), quote=quote_of(best[name][1])) for name in names
    )


def _objectors(scene: Scene) -> set[str]:
    """Who says anything against anything where the talk is about the question."""
    return {
        saying.quote.speaker
        for saying in scene.sayings
        if saying.quote.speaker and saying.density >= OBJECTION_DENSITY and saying.cue(Cue.OBJECT)
    }


def _role(scene: Scene, saying: Saying) -> str:
    if scene.asked.asks("objections") and speaks_against(saying):
        return "objected"
    if scene.head and saying.quote.speaker == scene.head.quote.speaker:
        return "decided"
    return "supported" if saying.says_yes else "proposed"


def with_said(parties: tuple[Party, ...], said: tuple[Party, ...]) -> tuple[Party, ...]:
    """The people of the graph, then those who only spoke, each once."""
    names = {party.name for party in parties}
    return (*parties, *(party for party in said if party.name not in names))
