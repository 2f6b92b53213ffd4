"""Which later sentence says that something owed is done: precision first, a wrong close hides what is owed."""

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.documents import SpeakerRole
from graphmem.domain.text import name_key, sentences, words
from graphmem.remember.extract.artifacts import artifacts
from graphmem.remember.extract.cues import Hit
from graphmem.remember.extract.languages import language_of
from graphmem.remember.extract.plain import plain
from graphmem.remember.extract.stemming import stems_in
from graphmem.remember.extract.table import ENGLISH, LANGUAGES, table

BARE_REACH = 40
"""`Done.` may close what its speaker promised at most this many chunks before."""
SAME_SHARE = 0.6
SAME_WORDS = 2
CHECKED_SHARE = 0.8
_CHECKED = re.compile(r"\s*(?:[-*+]\s+)?\[[xX]\]\s+")
_MARKS = frozenset({",", ";", ":", "—", "–", ".", "!"})
_TICKETS = frozenset({"ticket", "commit"})
_LONGEST_WORDS = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something was said; `position` counts the chunks of an episode, `start` the characters of a chunk."""

    chunk_id: str
    episode_id: str
    session_id: str
    project: str
    position: int
    start: int
    at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """The text of one chunk, with who says it."""

    text: str
    speaker: str
    role: str
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """A commitment that nothing has closed; `owners` are the folded names of those who owe it."""

    id: str
    text: str
    due: str
    owners: frozenset[str]
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """A sentence that says something is done.

    is_bare  it says of nothing that it is done
    tickets  tickets, pull requests and commits it names
    """

    place: Place
    end: int
    text: str
    is_bare: bool
    tickets: frozenset[str]
    speaker: str
    is_checked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """A sign closes a commitment; confidence in (0, 1)."""

    commitment_id: str
    sign: Sign
    confidence: float


def signs_in(passage: Passage) -> Iterator[Sign]:
    """The sentences of a passage that say something is done; no question, wish, negation or condition is one."""
    for start, end in sentences(passage.text):
        text = passage.text[start:end]
        is_checked = bool(_CHECKED.match(text))
        if is_checked or (not text.rstrip().endswith("?") and _says_done(text)):
            yield _sign(passage, start, end, is_checked=is_checked)


def closing_of(commitment: Open, signs: Sequence[Sign], rivals: Sequence[Open]) -> Closing | None:
    """The earliest later sign that closes it; `rivals` are all open commitments: a bare `Done.` must mean one only."""
    later = [sign for sign in signs if _is_later(sign.place, commitment.place)]
    for sign in sorted(later, key=_order):
        confidence = _confidence(commitment, sign, rivals)
        if confidence:
            return Closing(commitment_id=commitment.id, sign=sign, confidence=confidence)
    return None


def _order(sign: Sign) -> tuple[bool, float, int]:
    at = sign.place.at
    return at is None, at.timestamp() if at else 0.0, sign.place.position


def subject_of(text: str, due: str, owners: frozenset[str]) -> frozenset[str]:
    """The stems that tell one commitment from another: without its date, its owner and verbs like send."""
    language = language_of(text)
    beside = stems_in(f"{due} {' '.join(owners)}", language)
    generic = stems_in(" ".join(table(language).classes["doing"]), language)
    return stems_in(text, language) - beside - generic


def _says_done(text: str) -> bool:
    """A cue of completion that nothing in its clause takes back."""
    said = set(words(text))
    others = (each for each in LANGUAGES if not said.isdisjoint(table(each).classes["finished"]))
    return any(_says_done_in(text, language) for language in {language_of(text), *others})


def _says_done_in(text: str, language: str) -> bool:
    read = plain(text, 0, len(text), is_spoken=True, language=language)
    if not read.words or len(read.words) > _LONGEST_WORDS:
        return False
    openers = table(language).classes["openers"]
    opening = next((at for at, word in enumerate(read.words[:-1]) if word not in openers), 0)
    hits = table(language).cues.scan(read.words, opening)
    undone = [at for at, _ in hits.get("not_done", ())]
    clauses = _clauses(read.words, hits.get("done", ()))
    return any(not any(left <= at < right for at in undone) for left, right in clauses)


def _clauses(said: Sequence[str], hits: Sequence[Hit]) -> Iterator[tuple[int, int]]:
    for first, last in hits:
        left = next((at + 1 for at in range(first - 1, -1, -1) if said[at] in _MARKS), 0)
        right = next((at for at in range(last, len(said)) if said[at] in _MARKS), len(said))
        yield left, right


def _sign(passage: Passage, start: int, end: int, *, is_checked: bool) -> Sign:
    text = passage.text[start:end]
    language = language_of(text)
    known = table(language)
    generic = known.classes["doing"] | known.classes["finished"] | known.classes["openers"]
    place = passage.place
    return Sign(
        place=Place(
            chunk_id=place.chunk_id,
            episode_id=place.episode_id,
            session_id=place.session_id,
            project=place.project,
            position=place.position,
            start=start,
            at=place.at,
        ),
        end=end,
        text=text,
        is_bare=not stems_in(text, language) - stems_in(" ".join(generic), language),
        tickets=frozenset(_tickets(text)),
        speaker="" if passage.role == SpeakerRole.ASSISTANT else name_key(passage.speaker),
        is_checked=is_checked,
    )


def _tickets(text: str) -> Iterator[str]:
    for named in artifacts(text):
        if named.detail in _TICKETS:
            yield named.name.lower().rpartition("#")[2] if "#" in named.name else named.name.lower()


def _is_later(sign: Place, commitment: Place) -> bool:
    """Said after it: by place inside an episode, else by the clock; without a clock nothing is later."""
    if sign.episode_id == commitment.episode_id:
        return (sign.position, sign.start) > (commitment.position, commitment.start)
    return sign.at is not None and commitment.at is not None and sign.at > commitment.at


def _confidence(commitment: Open, sign: Sign, rivals: Sequence[Open]) -> float:
    """How sure the sign closes it; 0 when it does not."""
    if sign.tickets & frozenset(_tickets(commitment.text)):
        return 0.9
    wanted = subject_of(commitment.text, commitment.due, commitment.owners)
    shared = wanted & stems_in(sign.text, language_of(commitment.text))
    if sign.is_checked:
        return 0.9 if shared and len(shared) >= CHECKED_SHARE * len(wanted) else 0.0
    if not _is_owner(commitment, sign):
        return 0.0
    if wanted and shared == wanted:
        return 0.85
    if len(shared) >= SAME_WORDS and len(shared) >= SAME_SHARE * len(wanted):
        return 0.75
    return 0.7 if sign.is_bare and _is_only(commitment, sign, rivals) else 0.0


def _is_owner(commitment: Open, sign: Sign) -> bool:
    """Its owner says so, or somebody says it of the owner by name."""
    if sign.speaker and sign.speaker in commitment.owners:
        return True
    if not sign.speaker:
        return False
    said = set(_before_done(words(sign.text)))
    return any(owner and set(owner.split()) <= said for owner in commitment.owners)


def _before_done(said: list[str]) -> list[str]:
    """`Ada sent the report` is done by Ada, `I sent Ada the report` is not."""
    at = next((at for at, word in enumerate(said) if word in _finished()), 0)
    return said[:at]


def _is_only(commitment: Open, sign: Sign, rivals: Sequence[Open]) -> bool:
    """A bare `Done.` speaks of the one thing its speaker owes in this conversation, promised not long before."""
    if sign.speaker not in commitment.owners or sign.place.session_id != commitment.place.session_id:
        return False
    is_near = sign.place.episode_id != commitment.place.episode_id or (
        sign.place.position - commitment.place.position <= BARE_REACH
    )
    others = [
        each
        for each in rivals
        if each.id != commitment.id
        and sign.speaker in each.owners
        and each.place.session_id == commitment.place.session_id
        and _is_later(sign.place, each.place)
    ]
    return is_near and not others


def is_worth_reading(text: str) -> bool:
    """A cheap look that spares most chunks the reading: some word of completion stands in it, or a ticked box."""
    return "[x]" in text.lower() or not _finished().isdisjoint(words(text))


@functools.cache
def _finished() -> frozenset[str]:
    return frozenset().union(*(table(language).classes["finished"] for language in (ENGLISH, *LANGUAGES)))
