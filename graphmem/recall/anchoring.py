"""From a ranking to the sentence that tells the decision asked about, and to what must be read around it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from graphmem.domain.answers import WhyQuery
from graphmem.domain.candidates import Around, DecisionCandidate, Passage
from graphmem.recall.answer import Ranked
from graphmem.recall.asked import asked_fields, asks_state, focus_of
from graphmem.recall.filling import Scene
from graphmem.recall.paths import Found, Part
from graphmem.recall.question import Question, read_question
from graphmem.recall.sayings import Saying, read_sayings
from graphmem.recall.service import Ranking
from graphmem.recall.stretches import Stretches
from graphmem.recall.weighing import Anchors, Asked, Field, anchors_of, scores_of

WHOLE_DOCUMENTS, DOCUMENT_CHUNKS = 4, 150
"""So many of the best documents are read whole, up to so many chunks."""
TURNS = 200
"""Of talk, so many turns of the stretches that are most about the question are read."""
AS_OF = "as_of"
_LINKING = {Part.OLDER, Part.NEWER, Part.DEPENDENT}


def focused(question: Question) -> Question:
    """The question by its subject: the words that only say what is asked find nothing of it."""
    subject = read_question(focus_of(question.text))
    return replace(question, text=subject.text, words=subject.words, stems=subject.stems)


def around(ranked: Sequence[Ranked], stretches: Stretches) -> list[Around]:
    """The best documents whole, and the stretches of talk about the question."""
    whole = [Around(episode_id=key, first=0, last=DOCUMENT_CHUNKS) for key in _best_documents(ranked)]
    return [*whole, *stretches.spans(TURNS)]


def _best_documents(ranked: Sequence[Ranked]) -> list[str]:
    scores: dict[str, list[float]] = defaultdict(list)
    for one in ranked:
        if not one.candidate.is_spoken:
            scores[one.candidate.episode_id].append(one.score)
    return sorted(scores, key=lambda key: (-sum(sorted(scores[key], reverse=True)[:3]), key))[:WHOLE_DOCUMENTS]


@dataclass(frozen=True, kw_only=True)
class Reading:
    """The passages of one question, read."""

    query: WhyQuery
    ranking: Ranking
    passages: Sequence[Passage]

    @cached_property
    def sayings(self) -> list[Saying]:
        """Their sentences."""
        best = max((one.score for one in self.ranking.ranked), default=0.0)
        shares = {one.candidate.id: max(0.0, one.score / best) for one in self.ranking.ranked} if best > 0 else {}
        return read_sayings(self.passages, shares, self.ranking.question.stems)

    @property
    def fields(self) -> frozenset[str]:
        """What is asked for."""
        return frozenset(
            (*asked_fields(self.query.text), *((AS_OF,) if self.query.as_of and asks_state(self.query.text) else ()))
        )

    def scene(self, decision: DecisionCandidate | None = None) -> Scene:
        """The likeliest decision sentence, or the one that holds this decision."""
        asked = Asked(fields=self.fields, parts={}, links={})
        wanted = Field.STATE if asked.asks(AS_OF) else Field.DECISION
        shares = scores_of(self.sayings, wanted, asked, Anchors())
        anchors = anchors_of(self.sayings, shares)
        held = [one for one in self.sayings if decision and any(node.id == decision.face.id for node in one.nodes)]
        if held:
            anchors = Anchors(sayings=((held[0], 1.0),))
        head = anchors.sayings[0][0] if anchors.sayings else None
        return Scene(sayings=self.sayings, head=head, decision=None, anchors=anchors, asked=asked)

    def decision_id(self, scene: Scene) -> str:
        """The decision that the graph holds of the likeliest sentence, or else of its document; "" without one."""
        if scene.head is None:
            return ""
        own = sorted((node for node in scene.head.nodes if node.kind == "Decision"), key=lambda node: node.is_by_rules)
        return own[0].id if own else scene.head.passage.main_decision

    def known(self, scene: Scene, decision: DecisionCandidate | None, found: Sequence[Found]) -> Scene:
        """The scene with what the graph says around its decision."""
        links: dict[str, Part] = {}
        for one in found:
            if one.part in _LINKING:
                links.setdefault(one.edge.passage.source, one.part)
        asked = replace(scene.asked, parts={one.face.id: one.part for one in found}, links=links)
        return replace(scene, asked=asked, decision=decision.face if decision else None, found=tuple(found))
