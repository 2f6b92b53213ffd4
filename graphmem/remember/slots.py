"""Statements and their slots: the key a statement shares with what may update it, and claims nobody else has read."""

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from graphmem.domain.documents import EpisodeKind, SpeakerRole
from graphmem.domain.engines import is_by_rules
from graphmem.domain.episodes import Chunk, Episode
from graphmem.domain.extraction import ExtractedFact, Span
from graphmem.domain.statements import Statement, StatementKind, Status
from graphmem.domain.text import sentences
from graphmem.remember.announced import is_worth_keeping
from graphmem.remember.claims import ANY, WHOLE, Claim, Hold
from graphmem.remember.figures import WORD, tokens_of
from graphmem.remember.readings import clauses, read_claims

COMPARED = frozenset({StatementKind.FACT, StatementKind.PREFERENCE, StatementKind.DECISION})
"""Kinds that can be said again, updated and contradicted."""
CLAIM_CONFIDENCE = 0.55
"""Of a fact that is read for its value only: its slot is sure, what else the sentence says is not looked at."""
SHORT = 12
"""Words up to which a sentence that gives a value in words only is taken for a fact."""
SHORTEST = 8
"""Words up to which any plain sentence of a named thing is."""
FEW = 3
_BY_THE_WAY = re.compile(r"[,;:*`(]|\b(?:a|an|some|it|they|these|this|that)\b", re.IGNORECASE)
_QUOTATION = re.compile(r"[\"“„«]\S+(?:\s+\S+){2,}?[\"”»]")
"""Three words or more between quotation marks; fewer are a name."""
_ADDRESS = re.compile(r"\S@[\w-]+\.\w|\+\d[\d ()/-]{6,}\d")
"""A way to reach somebody is a person's handle, and no fact unless it is the speaker's own."""
_DEMONSTRATIVE = re.compile(
    r"^\W*(?:(?:so|and|but|then|now|ok|okay|yeah|well|oh)\W+)*(?:here|this|that|these|those|it)\b", re.IGNORECASE
)
PROPOSED = Status.PROPOSED.value
_READ = COMPARED | {StatementKind.COMMITMENT}


def clause_at(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the clause of `text` stands that characters [start, end) begin in; their own place when there is none."""
    inside = [(a, b) for a, b in _clauses(text) if a < end and b > start]
    return next(((a, b) for a, b in inside if a <= start < b), inside[0]) if inside else (start, end)


@functools.lru_cache(maxsize=4096)
def _clauses(text: str) -> tuple[tuple[int, int], ...]:
    return tuple((a + c, a + d) for a, b in sentences(text) for c, d in clauses(text[a:b]))


@functools.lru_cache(maxsize=65536)
def claims_of(clause: str, speaker: str, kind: StatementKind) -> tuple[Claim, ...]:
    """What the clause claims when `speaker` says it in a statement of this kind, the likeliest reading first."""
    return read_claims(clause, speaker=speaker, is_decision=kind is StatementKind.DECISION)


def read_as(kind: StatementKind, standing: str) -> StatementKind:
    """A decision that is only proposed claims what its sentence claims as a plain one: `we will` is then no promise."""
    return StatementKind.FACT if standing == PROPOSED else kind


def wording(text: str, clause: str, extractor: str) -> str:
    """The words in which a statement makes its claim: an engine's own, or the whole clause that rules read it from."""
    return clause if is_by_rules(extractor) else text


def with_slots(statements: Iterable[Statement], episode: Episode) -> Iterator[Statement]:
    """The statements, those that make a claim under the key of its slot."""
    chunks = {chunk.id: chunk for chunk in episode.chunks}
    for statement in statements:
        claims: tuple[Claim, ...] = ()
        if statement.kind in COMPARED and statement.evidence:
            quote = statement.evidence[0]
            chunk = chunks[quote.chunk_id]
            a, b = clause_at(chunk.text, quote.start, quote.end)
            words = wording(statement.text, chunk.text[a:b], statement.extractor)
            claims = claims_of(words, speaker_of(chunk), read_as(statement.kind, statement.standing))
        yield replace(statement, semantic_key=claims[0].key) if claims else statement


def speaker_of(chunk: Chunk) -> str:
    """Whose `I` it is: nobody's where an agent speaks."""
    return "" if chunk.role is SpeakerRole.ASSISTANT else chunk.speaker


def unread_claims(episode: Episode, statements: Iterable[Statement]) -> Iterator[ExtractedFact]:
    """Facts for the clauses that give a slot its value and that no statement was read from.

    Without them a later value would stand beside the earlier one. A record's sections are left to its own links.
    """
    if episode.kind is EpisodeKind.DECISION_RECORD:
        return
    taken: dict[str, list[tuple[int, int]]] = {}
    for statement in statements:
        if statement.kind in _READ:
            for quote in statement.evidence:
                taken.setdefault(quote.chunk_id, []).append((quote.start, quote.end))
    for number, chunk in enumerate(episode.chunks):
        if chunk.is_noise or chunk.is_external or chunk.is_quarantined:
            continue
        for start, end in _clauses(chunk.text):
            is_taken = any(start < b and end > a for a, b in taken.get(chunk.id, ()))
            if is_taken or _is_quoted(chunk.text, start, end):
                continue
            if fact := _unread(chunk, number, start, end):
                yield fact


def _unread(chunk: Chunk, number: int, start: int, end: int) -> ExtractedFact | None:
    text = chunk.text[start:end]
    claims = claims_of(text, speaker_of(chunk), StatementKind.FACT)
    if claims and not claims[0].is_hedged and _is_worth(claims, text):
        return _fact(chunk, number, start, end, claims[0])
    if not _is_change(chunk, text):
        return None
    span = Span(chunk=number, start=start, end=end)
    return ExtractedFact(text=text.strip(" .!"), span=span, confidence=CLAIM_CONFIDENCE, subject="", predicate="is")


def _is_change(chunk: Chunk, text: str) -> bool:
    """Whether a person tells of a change that no slot is read from."""
    return chunk.role is not SpeakerRole.ASSISTANT and not _DEMONSTRATIVE.match(text) and is_worth_keeping(text)


def _is_quoted(text: str, start: int, end: int) -> bool:
    """Whether characters [start, end) are, or hold, a sentence of somebody else's: nothing that the speaker claims."""
    before = text[:start]
    opened = sum(before.count(mark) for mark in "“„«") - sum(before.count(mark) for mark in "”»")
    return before.count('"') % 2 == 1 or opened > 0 or bool(_QUOTATION.search(text, start, end))


def _is_worth(claims: Sequence[Claim], text: str) -> bool:
    """A figure or state of a thing, what changed, what is somebody's own, or a short sentence with a named value."""
    claim, words = claims[0], text.split()
    if _DEMONSTRATIVE.match(text) or not (claim.slot or claim.old or claim.relation not in ("", ANY)):
        return False
    is_own = any(word.startswith("@") for word in claim.slot)
    if _ADDRESS.search(text) and not is_own:
        return False
    if claim.relation == WHOLE or not claim.values:
        return (claim.is_said or is_own) and len(words) <= SHORT
    if claim.sorts != (WORD,):
        return len(claim.slot) > is_own or claim.relation != ""
    if ":" in text and len(claim.words) > FEW:
        return False
    is_short = len(words) <= SHORT and (text[:1].isupper() or (is_own and claim.is_said))
    is_plain = len(words) <= SHORTEST and text.endswith(".") and not _BY_THE_WAY.search(text)
    return is_short and (is_own or claim.is_said or is_plain or _is_named(claim, text) or claim.hold is Hold.ONE)


def _is_named(claim: Claim, text: str) -> bool:
    return any(token.is_name for token in tokens_of(text)[1:] if token.value in claim.words)


def _fact(chunk: Chunk, number: int, start: int, end: int, claim: Claim) -> ExtractedFact:
    text = chunk.text[start:end]
    return ExtractedFact(
        text=text.strip(" .!"),
        span=Span(chunk=number, start=start, end=end),
        confidence=CLAIM_CONFIDENCE,
        subject=_subject(claim, text, chunk.speaker),
        predicate=claim.relation if claim.relation not in ("", ANY, WHOLE) else "is",
        value=claim.shown,
    )


def _subject(claim: Claim, text: str, speaker: str) -> str:
    """Whom or what it is about: `my colleague Bo Lind` is Bo Lind, `my phone` is the speaker's."""
    tokens = tokens_of(text)
    if any(word.startswith("@") for word in claim.slot):
        names = [token.shown for token in tokens[1:] if token.is_name and token.value not in claim.words]
        return " ".join(dict.fromkeys(names)) or speaker
    named = [token.shown for token in tokens if token.value in claim.subject or f"#{token.value}" in claim.subject]
    return " ".join(dict.fromkeys(named))
