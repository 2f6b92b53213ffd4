"""How much speaks for each sentence in each field of a why answer: named features, their constants in one table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from math import exp, sqrt

from graphmem.domain.answers import StatementFace
from graphmem.domain.statements import Stance
from graphmem.recall.cues import Cue
from graphmem.recall.paths import Part
from graphmem.recall.sayings import Saying

ANCHORS = 3
NEAR_SENTENCES = 6.0
"""Over how many sentences the pull of an anchor falls to 1/e."""


class Field(StrEnum):
    """What a sentence can be found for."""

    DECISION = "decision"
    REASON = "reason"
    OBJECTION = "objection"
    OPTION = "option"
    OLDER = "older"
    DEPENDENT = "dependent"
    LINK = "link"
    """By what two things hang together: the sentences that name them, wherever they stand."""
    STATE = "state"
    """What held at a moment: a question for the content of a decision, not for the decision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pull:
    """What each feature of a sentence counts for a field; a feature is in 0 to 1, `node` up to 1.

    relevance, document   it, and its document, is about the question
    dense, dense_cue      talk around it is about the question; and it has the field's cues
    cue, section          the field's cues stand in it; its heading is the field's
    head                  it is the decision sentence of a document about the question
    agreed                others say yes to it, or it answers a question
    near, same            close to the likeliest decision sentences; in their document
    anchor                it is one of them
    node, linked          the graph holds it as what the field asks; and has a path to it from the decision
    handed                as an agent or a model, not a rule, understood a document about the question
    link                  its document is linked with the decision's in the field's way
    asks … code           it is a question, announces what follows, is short, is code
    """

    relevance: float = 1.5
    document: float = 0.0
    dense: float = 0.5
    dense_cue: float = 1.0
    cue: float = 1.0
    section: float = 1.0
    head: float = 0.0
    agreed: float = 0.0
    near: float = 0.0
    same: float = 0.0
    anchor: float = 0.0
    node: float = 0.5
    linked: float = 1.0
    handed: float = 4.0
    link: float = 0.0
    asks: float = -1.0
    leads_in: float = -0.8
    short: float = -1.5
    code: float = -1.0


PULLS: Mapping[Field, Pull] = {
    Field.DECISION: Pull(relevance=3, document=1, dense=3, dense_cue=0, head=1.5, agreed=1, node=1, linked=0, link=2),
    Field.REASON: Pull(relevance=1, dense=1, near=1, same=1, head=-0.5),
    Field.OBJECTION: Pull(relevance=2, dense=1, cue=2, node=2, near=0.5, same=0.5),
    Field.OPTION: Pull(relevance=2, dense=2, near=1.5, head=-0.5, anchor=-1),
    Field.OLDER: Pull(dense_cue=3, head=1, link=2, anchor=-2),
    Field.DEPENDENT: Pull(document=1, dense_cue=3, head=1, link=1, anchor=-1),
    Field.LINK: Pull(relevance=5, document=1, cue=0, dense_cue=0, section=0),
    Field.STATE: Pull(relevance=5, document=2, dense=1, dense_cue=0, cue=0.5, node=0.5),
}
NAMES = tuple(one.name for one in fields(Pull))


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchors:
    """The likeliest decision sentences with their weights, which add up to 1."""

    sayings: tuple[tuple[Saying, float], ...] = ()

    def near(self, saying: Saying) -> float:
        """1 at an anchor, falling with the distance in the same document."""
        return max(
            (
                sqrt(weight) * exp(-abs(one.place - saying.place) / NEAR_SENTENCES)
                for one, weight in self.sayings
                if one.episode == saying.episode
            ),
            default=0.0,
        )

    def same(self, saying: Saying) -> float:
        """The weight of the anchors in the same document."""
        return sum(weight for one, weight in self.sayings if one.episode == saying.episode)

    def of(self, saying: Saying) -> float:
        """Its weight as an anchor."""
        return next((weight for one, weight in self.sayings if one is saying), 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the features need beside the sentence: the fields asked for, and what the graph says.

    parts  by statement id, the part it plays for the decision
    links  by source, the part that its decision plays
    """

    fields: frozenset[str]
    parts: Mapping[str, Part]
    links: Mapping[str, Part]

    def asks(self, *names: str) -> bool:
        """Whether one of these fields is asked for."""
        return not self.fields.isdisjoint(names)


_CUES = {
    Field.DECISION: (Cue.DECISION,),
    Field.REASON: (Cue.REASON,),
    Field.OBJECTION: (Cue.OBJECT,),
    Field.OPTION: (Cue.OPTION, Cue.REJECT),
    Field.OLDER: (Cue.SUPERSEDE, Cue.DECISION),
    Field.DEPENDENT: (Cue.DEPEND,),
    Field.LINK: (Cue.REASON,),
    Field.STATE: (Cue.DECISION,),
}
_SECTIONS: Mapping[Field, set[str]] = {
    Field.DECISION: {"decision"},
    Field.REASON: {"reason", "context", "consequence"},
    Field.OBJECTION: set(),
    Field.OPTION: {"rejected"},
    Field.OLDER: {"decision"},
    Field.DEPENDENT: {"decision"},
    Field.LINK: set(),
    Field.STATE: {"decision"},
}
_KINDS = {Field.DECISION: "Decision", Field.REASON: "Reason", Field.OBJECTION: "Reason", Field.OPTION: "Option"}
_PARTS: Mapping[Field, set[Part]] = {
    Field.DECISION: {Part.DECISION},
    Field.REASON: {Part.REASON, Part.TRIGGER, Part.OBJECTION, Part.WHY_NOT},
    Field.OBJECTION: {Part.OBJECTION},
    Field.OPTION: {Part.ALTERNATIVE},
    Field.OLDER: {Part.OLDER},
    Field.DEPENDENT: {Part.DEPENDENT},
    Field.LINK: set(),
    Field.STATE: {Part.DECISION},
}


def features(saying: Saying, field: Field, asked: Asked, anchors: Anchors) -> dict[str, float]:
    """The features of a sentence for a field, by the names of `Pull`."""
    cue = _cue(saying, field, asked)
    parts = _PARTS[field]
    return {
        "relevance": saying.relevance,
        "document": saying.document,
        "dense": saying.density,
        "dense_cue": saying.density * cue,
        "cue": cue,
        "section": float(saying.section in _sections(field, asked)),
        "head": saying.is_head * saying.document,
        "agreed": saying.agreed * saying.density + 0.4 * saying.answers,
        "near": anchors.near(saying),
        "same": anchors.same(saying),
        "anchor": anchors.of(saying),
        "node": max((node.confidence for node in saying.nodes if _is_of(node, field)), default=0.0),
        "linked": max((node.confidence for node in saying.nodes if asked.parts.get(node.id) in parts), default=0.0),
        "handed": saying.document * any(_is_of(node, field) and not node.is_by_rules for node in saying.nodes),
        "link": float(asked.links.get(saying.quote.source) in (parts if field is not Field.DECISION else {Part.NEWER})),
        "asks": float(saying.asks),
        "leads_in": float(saying.leads_in),
        "short": float(saying.is_short),
        "code": float(saying.is_code),
    }


def _is_of(node: StatementFace, field: Field) -> bool:
    """Whether the graph holds it as what the field asks for."""
    return node.kind == _KINDS.get(field) and (field is not Field.OBJECTION or node.standing == Stance.AGAINST)


def speaks_against(saying: Saying) -> bool:
    """Whether its words, or the graph, make it an objection."""
    return saying.cue(Cue.OBJECT) > 0 or any(_is_of(node, Field.OBJECTION) for node in saying.nodes)


def _cue(saying: Saying, field: Field, asked: Asked) -> float:
    """The field's cues; for reasons also those of what is asked in particular."""
    own = [saying.cue(cue) for cue in _CUES[field]]
    if field is Field.REASON:
        own += [saying.cue(Cue.REJECT)] * asked.asks("alternatives")
        own += [saying.cue(Cue.TRIGGER)] * asked.asks("triggers")
        return max(own)
    return sum(own) / len(own)


def _sections(field: Field, asked: Asked) -> set[str]:
    if field is Field.REASON:
        return {"reason", "context"} if asked.asks("triggers") else {"reason", "consequence", "decision"}
    return _SECTIONS[field]


def scores_of(sayings: Sequence[Saying], field: Field, asked: Asked, anchors: Anchors) -> list[float]:
    """How likely each sentence is the one for the field; they add up to 1."""
    pull = PULLS[field]
    counts = {name: getattr(pull, name) for name in NAMES}
    sums = [
        sum(counts[name] * value for name, value in features(one, field, asked, anchors).items()) for one in sayings
    ]
    return shares_of(sums)


def shares_of(scores: Sequence[float]) -> list[float]:
    """Softmax."""
    top = max(scores, default=0.0)
    powers = [exp(score - top) for score in scores]
    total = sum(powers) or 1.0
    return [power / total for power in powers]


def anchors_of(sayings: Sequence[Saying], shares: Sequence[float]) -> Anchors:
    """The likeliest decision sentences by their shares."""
    best = sorted(range(len(sayings)), key=lambda at: -shares[at])[:ANCHORS]
    total = sum(shares[at] for at in best) or 1.0
    return Anchors(sayings=tuple((sayings[at], shares[at] / total) for at in best))


def person_shares(sayings: Sequence[Saying], asked: Asked, anchors: Anchors) -> list[float]:
    """How likely each sentence shows a person who is asked for; they add up to 1."""
    return shares_of([_person_score(one, asked, anchors) for one in sayings])


def _person_score(saying: Saying, asked: Asked, anchors: Anchors) -> float:
    objects = asked.asks("objections")
    told = 2.0 * saying.cue(Cue.OBJECT) if objects else 0.7 * (saying.cue(Cue.DECISION) + saying.cue(Cue.SUPPORT))
    return (
        1.5 * saying.relevance
        + 1.5 * anchors.near(saying)
        + saying.density
        + told
        + 0.3 * saying.says_yes
        - 0.45 * saying.is_short
    )
