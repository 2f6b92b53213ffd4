"""Passages read sentence by sentence: what each may be in a why answer, before any question for a field is asked."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log

from graphmem.domain.answers import Quote, StatementFace
from graphmem.domain.candidates import Passage
from graphmem.domain.text import sentences, stems
from graphmem.recall.cues import Cue, cues, says_yes

QUOTE_CHARS = 280
"""A quote grows over the sentences beside it, inside its passage, up to this length."""
COVERAGE = 0.4
"""How much of a sentence's relevance is the question's words in it; the rest is its passage's rank."""
SHORT_WORDS = 4
AGREE_WITHIN = 6
LEAD_SHARE = 0.8
_MARK = re.compile(r"\{[a-z]+\}")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,2}[.)]|[a-z][.)])\s")
_CODE = re.compile(r"^\s*(?:[$>`]|\w+ = |!\[|</?\w|[\w.]+\(|https?://\S+$)")
_WORD = re.compile(r"[^\W_]")
_LEADS = (
    ("reason", re.compile(r"\b(?:advantages?|benefits?|reasons?|because|pros|motivations?|goals?)\b", re.IGNORECASE)),
    ("consequence", re.compile(r"\b(?:disadvantages?|drawbacks?|downsides?|cons|risks?|problems?)\b", re.IGNORECASE)),
    ("rejected", re.compile(r"\b(?:options|alternatives|approaches|ways|methods|possibilities)\b", re.IGNORECASE)),
)
"""What a sentence that leads in a list says of its items, in the words of a section's role."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """One sentence with what speaks for each part it may play; features are in 0 to 1 unless said otherwise.

    place       its number in its episode, over the sentences that were read
    relevance   how much it is about the question: its passage's share of the best score, and the question's words
    document    how much its document is
    density     how much the sentences around it are, within 3 and, squared, within 20 (talk only)
    agreed      half for each of up to two others who say yes soon after (talk only)
    is_head     whether it is its document's own decision sentence (prose only)
    nodes       the statements drawn from it
    section     the role of the sentence that leads in its list, or else of its heading; "" without one
    """

    quote: Quote
    passage: Passage
    place: int
    relevance: float
    cues: Mapping[Cue, float]
    nodes: tuple[StatementFace, ...]
    document: float = 0.0
    densities: tuple[float, float] = (0.0, 0.0)
    density: float = 0.0
    agreed: float = 0.0
    says_yes: bool = False
    answers: bool = False
    is_head: bool = False
    is_first: bool = False
    is_item: bool = False
    is_code: bool = False
    is_short: bool = False
    section: str = ""

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return self.quote.text.rstrip().endswith("?")

    @property
    def leads_in(self) -> bool:
        """Whether it only announces what follows."""
        return self.quote.text.rstrip().endswith(":")

    @property
    def leads(self) -> str:
        """The role it gives to the list it announces: `the following advantages:`; "" when it gives none."""
        return next((role for role, pattern in _LEADS if self.leads_in and pattern.search(self.quote.text)), "")

    @property
    def is_spoken(self) -> bool:
        """Whether somebody said it in a talk."""
        return self.passage.is_spoken

    @property
    def episode(self) -> str:
        """Where it stands."""
        return self.passage.episode_id

    def cue(self, cue: Cue) -> float:
        """The score of a class of cues; 0 without any."""
        return self.cues.get(cue, 0.0)


def quote_of(saying: Saying) -> Quote:
    """Its words with the sentences beside it in the same passage, as many as fit a readable quote."""
    whole = saying.passage.quote
    start, end = saying.quote.start, saying.quote.end
    if end - start >= QUOTE_CHARS:
        return saying.quote
    spans = [span for span in sentences(whole.text) if not (start <= span[0] and span[1] <= end)]
    for left, right in sorted(spans, key=lambda span: (max(start - span[1], span[0] - end), -span[0])):
        if max(end, right) - min(start, left) > QUOTE_CHARS:
            break
        start, end = min(start, left), max(end, right)
    return whole.cut(start, end)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Matter:
    """What the question is about: by chunk id its share of the best score, by stem how much it tells."""

    shares: Mapping[str, float]
    rarities: Mapping[str, float]

    def relevance(self, chunk_id: str, text: str) -> float:
        own = set(stems(text))
        covered = sum(weight for stem, weight in self.rarities.items() if stem in own)
        return (1 - COVERAGE) * self.shares.get(chunk_id, 0.0) + COVERAGE * covered


def read_sayings(passages: Sequence[Passage], shares: Mapping[str, float], asked: Sequence[str]) -> list[Saying]:
    """The sentences of these passages, episode by episode, in their order.

    shares  by chunk id, the passage's score as a share of the best one's
    asked   the stems of the question; the rarer one is in these passages, the more it counts
    """
    matter = _Matter(shares=shares, rarities=_rarities(passages, asked))
    by_episode: dict[str, list[Passage]] = defaultdict(list)
    for passage in passages:
        if not passage.is_noise:
            by_episode[passage.episode_id].append(passage)
    return _with_documents(
        [_read(sorted(group, key=lambda one: one.position), matter) for group in by_episode.values()]
    )


def _rarities(passages: Sequence[Passage], asked: Sequence[str]) -> dict[str, float]:
    held = [frozenset(stems(passage.quote.text)) for passage in passages]
    counts = {stem: sum(stem in terms for terms in held) for stem in dict.fromkeys(asked)}
    found = {stem: log(1 + len(held) / count) for stem, count in counts.items() if count}
    total = sum(found.values())
    return {stem: weight / total for stem, weight in found.items()}


def _read(group: Sequence[Passage], matter: _Matter) -> list[Saying]:
    """One episode's sentences with all that needs only the episode."""
    read: list[Saying] = []
    lead: Saying | None = None
    for passage in group:
        for span in sentences(passage.quote.text):
            if not _WORD.search(_MARK.sub(" ", passage.quote.text[slice(*span)])):
                continue
            saying = _saying(passage, span, matter, read)
            if lead and saying.is_item and lead.passage.section == saying.passage.section:
                saying = replace(saying, cues=_led(saying.cues, lead.cues), section=lead.leads or saying.section)
            elif not saying.is_item:
                lead = saying if saying.leads_in else None
            read.append(saying)
    return _with_dialogue(read) if group[0].is_spoken else _with_head(read)


def _saying(passage: Passage, span: tuple[int, int], matter: _Matter, before: Sequence[Saying]) -> Saying:
    quote, last = passage.quote.cut(*span), before[-1] if before else None
    text = _MARK.sub(" ", quote.text)
    nodes = tuple(node for node in passage.statements if node.quote and _meets(node.quote, span))
    understood = " ".join(node.text for node in nodes if not node.is_by_rules)
    return Saying(
        quote=quote,
        passage=passage,
        place=len(before),
        relevance=matter.relevance(quote.chunk_id, f"{text} {understood}"),
        cues=cues(text),
        nodes=nodes,
        is_first=last is None or last.passage.section != passage.section,
        is_item=bool(_ITEM.match(quote.text)),
        is_code=bool(_CODE.match(quote.text)),
        is_short=len(text.split()) < SHORT_WORDS,
        section=passage.section,
        answers=bool(last and last.asks and last.quote.speaker != quote.speaker),
    )


def _meets(quote: Quote, span: tuple[int, int]) -> bool:
    """Whether most of the shorter of the two stands in the other."""
    shared = min(quote.end, span[1]) - max(quote.start, span[0])
    return shared * 2 > min(quote.end - quote.start, span[1] - span[0])


def overlaps(one: Quote, other: Quote) -> bool:
    """Whether most of the shorter of the two stands in the other."""
    return one.chunk_id == other.chunk_id and _meets(one, (other.start, other.end))


def _led(own: Mapping[Cue, float], lead: Mapping[Cue, float]) -> dict[Cue, float]:
    """An item says what its lead-in says, a little less."""
    return {cue: max(own.get(cue, 0.0), LEAD_SHARE * lead.get(cue, 0.0)) for cue in {*own, *lead}}


def _with_dialogue(read: list[Saying]) -> list[Saying]:
    values = [saying.relevance for saying in read]
    return [
        replace(
            saying,
            densities=(
                _mean(values[max(0, at - 3) : at + 4]),
                _mean([value * value for value in values[max(0, at - 20) : at + 21]]),
            ),
            agreed=_agreed(read, at),
            says_yes=says_yes(saying.quote.text),
        )
        for at, saying in enumerate(read)
    ]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _agreed(read: Sequence[Saying], at: int) -> float:
    saying = read[at]
    if saying.is_short:
        return 0.0
    following = read[at + 1 : at + 1 + AGREE_WITHIN]
    others = {
        one.quote.speaker for one in following if one.quote.speaker != saying.quote.speaker and says_yes(one.quote.text)
    }
    return 0.5 * min(2, len(others))


def _with_head(read: list[Saying]) -> list[Saying]:
    """Prose has one sentence that is its own decision: the one its record is about, or else the likeliest."""
    if not read:
        return read
    best = max(range(len(read)), key=lambda at: (_headship(read[at]), -at))
    return [replace(saying, is_head=at == best) for at, saying in enumerate(read)]


def _headship(saying: Saying) -> float:
    return (
        saying.cue(Cue.DECISION)
        + 1.5 * (saying.passage.section == "decision")
        + 0.5 * saying.is_first
        + 2.0 * any(node.id == saying.passage.main_decision for node in saying.nodes)
        - 0.6 * saying.leads_in
        - 0.5 * (saying.is_item or saying.is_code)
        - 0.8 * saying.is_short
        - 0.5 * saying.asks
    )


def _with_documents(read: Sequence[list[Saying]]) -> list[Saying]:
    best_three = [_mean(sorted((one.relevance for one in group), reverse=True)[:3]) for group in read]
    best = max(best_three, default=0.0) or 1.0
    top = max((one.relevance for group in read for one in group), default=0.0) or 1.0
    near = max((one.densities[0] for group in read for one in group), default=0.0) or 1.0
    far = max((one.densities[1] for group in read for one in group), default=0.0) or 1.0
    return [
        replace(
            saying,
            document=score / best,
            relevance=saying.relevance / top,
            density=0.5 * saying.densities[0] / near + 0.5 * saying.densities[1] / far,
        )
        for score, group in zip(best_three, read, strict=True)
        for saying in group
    ]
