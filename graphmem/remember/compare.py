"""Whether a statement says again what an older one said, takes its place, contradicts it, or is about another thing."""

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graphmem.domain.statements import StatementKind
from graphmem.remember.announced import takes_the_place
from graphmem.remember.claims import ANY, WHOLE, Claim, Hold
from graphmem.remember.compare_table import compare_table
from graphmem.remember.figures import COUNT, DATE, DAY, INTERVAL, WORD, Token, tokens_of

PARAPHRASE = 0.93
"""Cosine from which two sentences without a claim say the same when their figures, names and polarity agree."""
ALIKE = 0.80
"""Cosine from which a slot may be named by one word more, without a word of change."""
NEAR = 0.45
"""Cosine from which an announced change may be of a slot that the older sentence names with more words, or fewer."""
CLOSE = 0.5
"""Cosine from which an announced change may be of a slot that both sentences name in words of their own."""
LOOSE = 0.27
"""Cosine from which `we moved to MySQL` may mean `we use Postgres`: only the most alike one, see `is_weak`."""


FIRST_PERSON = frozenset({"i", "my", "me", "mine"})
PAIR = 2
DAILY = ["86400"]
"""Every day: what is said of no day says the same."""


class Verdict(StrEnum):
    """What a statement is to an older one."""

    SAME = "same"
    UPDATE = "update"
    CONTRADICTION = "contradiction"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A statement as it is compared.

    sentence  the whole sentence it was read from: a shorter text may have lost where or when it holds
    claims    the ways it can be read, the likeliest first
    at        when it was said; None when unknown
    speaker   whose `I` it is
    place     where its clause stands in its episode: (chunk position, character)
    """

    id: str
    kind: StatementKind
    sentence: str
    claims: tuple[Claim, ...]
    episode_id: str
    project: str
    at: datetime | None
    place: tuple[int, int]
    speaker: str = ""

    @property
    def claim(self) -> Claim | None:
        """The likeliest reading."""
        return self.claims[0] if self.claims else None

    @property
    def is_personal(self) -> bool:
        """Whether it is about its speaker, whatever the project."""
        return self.claim is not None and any(word.startswith("@") for word in self.claim.slot)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A verdict with its reason in words; `is_weak`: it counts for the most alike older statement only."""

    verdict: Verdict
    reason: str = ""
    is_weak: bool = False


UNRELATED = Judgement(verdict=Verdict.UNRELATED)


def later_of(one: Said, other: Said) -> tuple[Said, Said, bool]:
    """The two as (newer, older), and whether that order is known.

    By the moment they were said, inside an episode by place; the order stays open where a moment is unknown or
    shared by two episodes, and then the one that announces a change counts as the newer.
    """
    if one.episode_id == other.episode_id and (one.at == other.at or one.at is None or other.at is None):
        return (one, other, True) if one.place >= other.place else (other, one, True)
    if one.at is not None and other.at is not None and one.at != other.at:
        return (one, other, True) if one.at > other.at else (other, one, True)
    announces = [bool(said.claim and said.claim.is_said) for said in (one, other)]
    return (other, one, True) if announces == [False, True] else (one, other, announces == [True, False])


def judge(newer: Said, older: Said, *, likeness: float, is_ordered: bool = True) -> Judgement:
    """What `newer` is to `older`; `likeness` is the cosine of their texts, `is_ordered` whether their order is known.

    Another project is another world, except for what a person says of himself; and what is read from one clause stands
    side by side.
    """
    if (newer.episode_id, newer.place) == (older.episode_id, older.place):
        return UNRELATED
    if newer.project != older.project and not (newer.is_personal and older.is_personal):
        return UNRELATED
    found = _of_readings(newer, older, likeness)
    if found is None or found[0] is Verdict.UNRELATED:
        judged = _without_claims(newer, older, likeness, is_ordered=is_ordered) if found is None else UNRELATED
        return judged if judged != UNRELATED else _announced(newer, older, likeness, is_ordered=is_ordered)
    verdict, is_weak = found
    if verdict is Verdict.UPDATE:
        return _decided(newer, is_ordered=is_ordered, is_weak=is_weak)
    return Judgement(verdict=verdict, reason="says the same" if verdict is Verdict.SAME else "")


def _announced(newer: Said, older: Said, likeness: float, *, is_ordered: bool) -> Judgement:
    """A change in words of its own, so far as it is sure that both are about one thing."""
    is_hers = newer.speaker == older.speaker or not any(map(_is_first_person, (newer.sentence, older.sentence)))
    if not is_hers or not takes_the_place(newer.sentence, older.sentence, likeness):
        return UNRELATED
    if any(said.claim.hold is Hold.MANY for said in (newer, older) if said.claim):
        return UNRELATED
    return _decided(newer, is_ordered=is_ordered, is_weak=True)


def _is_first_person(sentence: str) -> bool:
    return not FIRST_PERSON.isdisjoint(_face(sentence).plain)


def _of_readings(newer: Said, older: Said, likeness: float) -> tuple[Verdict, bool] | None:
    """What the readings say, a sure update before the same, that before a weak one; None when no two meet."""
    found = set[tuple[int, Verdict, bool]]()
    for n, new in enumerate(newer.claims):
        for m, old in enumerate(older.claims):
            is_weak = _slots(new, old, likeness, is_main=n == m == 0)
            if is_weak is not None:
                verdict = _verdict(new, old, is_weak=is_weak)
                rank = {Verdict.UPDATE: 2 * is_weak, Verdict.SAME: 1}.get(verdict, 3)
                found.add((rank, verdict, is_weak))
    return min(found)[1:] if found else None


def _verdict(new: Claim, old: Claim, *, is_weak: bool) -> Verdict:
    differs = _differs(new, old)
    if differs is None or (differs and not _replaces(new, old, is_weak=is_weak)):
        return Verdict.UNRELATED
    if differs:
        return Verdict.UPDATE
    is_plain = not is_weak and new.is_hedged == old.is_hedged and not (new.is_aside or old.is_aside)
    return Verdict.SAME if is_plain else Verdict.UNRELATED


def _decided(newer: Said, *, is_ordered: bool, is_weak: bool = False) -> Judgement:
    claim = newer.claim
    if (claim and claim.is_hedged) or not is_ordered:
        reason = "is not sure" if is_ordered else "which was said later is not known"
        return Judgement(verdict=Verdict.CONTRADICTION, reason=reason)
    reason = "announces the change" if claim and claim.is_said else "was said later, and only one can hold"
    return Judgement(verdict=Verdict.UPDATE, reason=reason, is_weak=is_weak)


def _slots(new: Claim, old: Claim, likeness: float, *, is_main: bool) -> bool | None:  # noqa: PLR0911
    """Whether two claims are about one slot: None = no, True = only perhaps (`we moved to MySQL`)."""
    if not _are_one_relation(new, old):
        return None
    shared, more, fewer = new.slot & old.slot, new.slot - old.slot, old.slot - new.slot
    names_old = _names_old(new, old)
    if new.relation == WHOLE and (new.is_positive == old.is_positive or not new.is_said):
        return None
    if (more and fewer) or (new.relation == WHOLE and (more or fewer)):
        return _is_near(new, old, likeness)
    if not more and not fewer:
        if shared - _speakers(shared) or new.relation == old.relation != ANY or names_old:
            return False
        return True if likeness >= LOOSE and new.relation == ANY and old.relation == "use" else None
    if names_old and new.relation == ANY and not (more | fewer) & _scopes():
        is_exact = new.old in (old.words, frozenset(old.values))
        return False if shared or (is_exact and not new.slot) else None
    extra, side = (more, new) if more else (fewer, old)
    if extra & _scopes() or any(word.startswith(("#", "@")) for word in extra - _speakers(extra)):
        return None
    is_told = len(shared) > 1 or (new.relation == ANY and bool(shared and new.measure & old.measure))
    if is_main and len(extra) == 1 and extra <= side.subject and is_told:
        return False if new.is_said or likeness >= ALIKE else _is_within(new, old, likeness)
    return _is_within(new, old, likeness)


def _is_within(new: Claim, old: Claim, likeness: float) -> bool | None:
    """Whether an announced value is of a slot that one of the two names more closely: True = perhaps."""
    shared = (new.slot & old.slot) - _speakers(new.slot)
    more = new.slot - old.slot - _speakers(new.slot)
    is_told = new.is_said and Hold.MANY not in (new.hold, old.hold) and not more & new.scope and len(more) <= PAIR
    return True if is_told and shared and likeness >= NEAR else None


def _is_near(new: Claim, old: Claim, likeness: float) -> bool | None:
    """Whether an announced value is perhaps of a slot that both name in words of their own."""
    shared = (new.slot & old.slot) - _speakers(new.slot)
    apart = (new.slot ^ old.slot) - _speakers(new.slot ^ old.slot)
    if not new.is_said or Hold.MANY in (new.hold, old.hold) or likeness < CLOSE or _are_told_apart(new, old):
        return None
    if _speakers(new.slot) and _speakers(old.slot) and _speakers(new.slot) != _speakers(old.slot):
        return None
    if apart & _scopes() or any(word.startswith("#") for word in apart):
        return None
    is_apart = len(shared) < PAIR and new.slot - old.slot and old.slot - new.slot
    is_met = shared & new.subject and shared & old.subject
    return None if is_apart or not is_met else True


def _are_told_apart(new: Claim, old: Claim) -> bool:
    """Whether a word they share has another word before it in each: the rye loaf, the spelt loaf."""
    ours, theirs = ({word for pair in claim.pairs for word in pair} | claim.slot for claim in (new, old))
    return any(
        head == other and more not in theirs and less not in ours
        for head, more in new.pairs
        for other, less in old.pairs
    )


def _are_one_relation(new: Claim, old: Claim) -> bool:
    pair = {new.relation, old.relation}
    if len(pair) == 1 or ANY in pair:
        return len(pair) == 1 or pair.isdisjoint({"like", WHOLE})
    if new.sorts == old.sorts == (WORD,) and new.is_said:
        return "" in pair and any(relation.endswith(" in") for relation in pair)
    shared = set(new.sorts) & set(old.sorts)
    if not shared or {WORD, "state"} & shared:
        return False
    vague = compare_table().stemmed["vague"] | {""}
    return ("" in pair and "use" in pair) or (new.is_said and bool({r.split()[0] if r else r for r in pair} & vague))


def _names_old(new: Claim, old: Claim) -> bool:
    """Whether the newer sentence names the older value: `instead of RabbitMQ`, `from 14 to 16`."""
    theirs = old.words | frozenset(old.values)
    return bool(new.old) and bool(theirs) and (new.old <= theirs or theirs <= new.old)


def _speakers(words: Iterable[str]) -> set[str]:
    return {word for word in words if word.startswith("@")}


def _scopes() -> frozenset[str]:
    return compare_table().stemmed["marks_scope"]


def _differs(new: Claim, old: Claim) -> bool | None:  # noqa: PLR0911
    """Whether the values differ; None when they are values of different things."""
    if new.measure and old.measure and not new.measure & old.measure:
        return None
    match (new.sorts[:1], old.sorts[:1]):
        case ((), ()):
            return new.is_positive != old.is_positive
        case (("state",), ("state",)):
            return _states_differ(new, old)
        case (("word",), ("word",)):
            is_same = new.words <= old.words or old.words <= new.words
        case (_, _):
            found = _figures_equal(new, old)
            if found is None:
                return None
            is_same = found
    if new.is_positive != old.is_positive:
        return True if is_same else None
    if not new.is_positive:
        return False if is_same else None
    return not is_same


def _states_differ(new: Claim, old: Claim) -> bool | None:
    """`on` and `off` differ, `not on` and `off` do not."""
    one, other = new.values[0], old.values[0]
    if one != other and not compare_table().are_opposite(one, other):
        return None
    return (one == other) != (new.is_positive == old.is_positive)


def _figures_equal(new: Claim, old: Claim) -> bool | None:
    """Whether the values of the sorts both give are equal; None when they give none of one sort."""
    ours, theirs = _by_sort(new), _by_sort(old)
    shared = ours.keys() & theirs.keys()
    if shared:
        alone = {sort: value for side in (ours, theirs) for sort, value in side.items() if sort not in shared}
        if (
            any(sort in {DAY, DATE, INTERVAL} and value != DAILY for sort, value in alone.items())
            and new.relation != ANY
        ):
            return None
        apart = [sort for sort in shared if ours[sort] != theirs[sort]]
        if len(apart) > 1 and DAY in apart and not new.is_said:
            return None
        return all(ours[sort] == theirs[sort] for sort in shared)
    kinds = {*new.sorts, *old.sorts}
    if kinds == {DATE, DAY} and new.is_said:
        return False
    is_bare = any(claim.sorts == (COUNT,) and not claim.measure for claim in (new, old))
    is_typed = len(kinds) == PAIR and COUNT in kinds and not kinds & {"word", "state", "pole", DATE, DAY}
    return False if is_bare and is_typed else None


def _by_sort(claim: Claim) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for sort, value in zip(claim.sorts, claim.values, strict=True):
        found.setdefault(sort, []).append(value)
    return found


def _replaces(new: Claim, old: Claim, *, is_weak: bool) -> bool:
    """Whether another value ends the older one: always where only one can hold, else when the sentence says so."""
    if new.is_positive != old.is_positive or is_weak:
        return not new.adds
    if _names_old(new, old) and not new.adds:
        return True
    if new.adds or _is_of_scope(new, old):
        return False
    holds = {new.hold, old.hold}
    if holds == {Hold.ONE}:
        return True
    return new.is_said and not new.old and Hold.MANY not in holds and not new.slot.isdisjoint(old.slot)


def _is_of_scope(new: Claim, old: Claim) -> bool:
    """Whether the values of a verb say where or for whom: `runs in staging`, `runs in production`."""
    return new.relation not in ("", ANY) and bool((new.words ^ old.words) & _scopes())


def _without_claims(newer: Said, older: Said, likeness: float, *, is_ordered: bool) -> Judgement:
    """Sentences as a whole: equal but for white space and marks, a close paraphrase, or one opposite word apart."""
    ours, theirs = _face(newer.sentence), _face(older.sentence)
    if _is_first_person(newer.sentence) or _is_first_person(older.sentence):
        return UNRELATED
    if ours.plain == theirs.plain:
        return Judgement(verdict=Verdict.SAME, reason="says the same")
    if ours.figures != theirs.figures:
        return UNRELATED
    apart = ours.content ^ theirs.content
    if ours.is_positive == theirs.is_positive and likeness >= PARAPHRASE and ours.names == theirs.names:
        is_apart = bool(apart & _scopes()) or any(compare_table().are_opposite(a, b) for a in apart for b in apart)
        return UNRELATED if is_apart else Judgement(verdict=Verdict.SAME, reason="says the same in other words")
    if not newer.claims and not older.claims and not (ours.is_open or theirs.is_open):
        flips = not apart and ours.is_positive != theirs.is_positive and bool(ours.content)
        opposite = len(apart) == PAIR and not apart & _scopes() and compare_table().are_opposite(*apart)
        if flips or (opposite and ours.is_positive == theirs.is_positive):
            return _decided(newer, is_ordered=is_ordered)
    return UNRELATED


@dataclass(frozen=True, slots=True, kw_only=True)
class _Face:
    plain: tuple[str, ...]
    content: frozenset[str]
    figures: tuple[tuple[str, str], ...]
    names: frozenset[str]
    is_positive: bool
    is_open: bool


def _has_digit(token: Token) -> bool:
    """Whether it is a name wherever it stands: any other word may have its capital from opening the sentence."""
    return any(map(str.isdigit, token.text))


@functools.lru_cache(maxsize=65536)
def _face(sentence: str) -> _Face:
    tokens = [token for token in tokens_of(sentence) if token.kind != "mark" or token.text == "?"]
    table = compare_table()
    idle = (
        table.words["team"]
        | table.words["fillers"]
        | table.words["changes"]
        | {"not", "no", "longer", "do", "does", "did"}
    )
    content = [token for token in tokens if token.kind == WORD and token.text not in idle]
    negations = sum(token.text in ("not", "never", "no") for token in tokens)
    asserts = table.words["modals"] | table.words["reports"] | table.words["past"] | {"?"}
    return _Face(
        plain=tuple(token.text for token in tokens),
        content=frozenset(token.value for token in content),
        figures=tuple(sorted((token.kind, token.value) for token in tokens if token.is_value)),
        names=frozenset(token.value for at, token in enumerate(content) if token.is_name and (at or _has_digit(token))),
        is_positive=negations % 2 == 0,
        is_open=any(token.text in asserts for token in tokens),
    )
