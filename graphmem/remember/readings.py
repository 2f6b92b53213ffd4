"""The ways a sentence can be read: each names one part of it as the value and all other words as the slot."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from graphmem.domain.text import fold
from graphmem.remember.claims import ANY, WHOLE, Claim, Hold, valued, worded
from graphmem.remember.compare_table import compare_table
from graphmem.remember.figures import COUNT, WORD, Token, tokens_of
from graphmem.remember.parts import Parts, is_participle, is_past, parts_of
from graphmem.remember.phrases import (
    DEFINITE,
    cut_at,
    is_common,
    is_infinitive,
    is_person,
    is_team,
    labelled,
    marked,
    modifiers,
    phrases_of,
    poles,
    role_in,
    role_of,
    role_stems,
    split_scope,
    target_of,
    values_of,
)
from graphmem.remember.plain import FEWEST_WORDS, Plain, may_claim, plain_of
from graphmem.remember.swaps import swap_of

MOST_READINGS = 8
MOST_PIECES = 4
_PLACES = {"in": "in", "at": "in", "on": "in"}
_OF_PLACE = frozenset({"in", "at", "on", "to", "under", "with", "from", "by", "into", "as", "through", "via", "inside"})
_PIECE = re.compile(
    r"\s*(?:[;:–—()]|\s-\s|,(?!\d)|\b(?:because|since|so|but|and|while|which means|meaning)\b)\s+", re.IGNORECASE
)
_ASIDE = re.compile(r"\b(?:because|since|so|which means|meaning)\s", re.IGNORECASE)
"""What follows is a reason or a consequence of what the sentence says."""
_CLAUSE = re.compile(
    r"\s*(?:;|,?\s+and(?:\s+so)?\b|,\s+(?:but|so)\b)\s+"
    r"(?=(?:we|i|the|our|my|from now)\b|[A-Z][\w]+ (?:[A-Z]\w+ )?[a-z]+s\b)",
)


def clauses(sentence: str) -> list[tuple[int, int]]:
    """Half-open places of the clauses that may claim something of their own; one for most sentences."""
    bounds = [0, *(place for cut in _CLAUSE.finditer(sentence) for place in cut.span()), len(sentence)]
    return [(start, end) for start, end in zip(bounds[::2], bounds[1::2], strict=True) if sentence[start:end].strip()]


def read_claims(sentence: str, *, speaker: str = "", is_decision: bool = False) -> tuple[Claim, ...]:
    """The claims of one sentence, the likeliest first; empty when it makes none that could ever be updated.

    speaker      who says it, for `I` and `my`; without one such a sentence makes no claim
    is_decision  the sentence was read as a decision, so `we will …` holds
    Questions, conditions, reports of what others think, and the past make no claim.
    """
    if not may_claim(sentence):
        return ()
    reading, found = _Reading(speaker=fold(speaker)), dict[Claim, None]()
    for piece, is_aside in islice(_pieces(sentence), MOST_PIECES):
        plain = plain_of(piece, is_decision=is_decision)
        if plain is not None:
            found |= dict.fromkeys(replace(claim, is_aside=is_aside) for claim in reading.of(plain))
    return tuple(found)


def _pieces(sentence: str) -> Iterator[tuple[str, bool]]:
    """The sentence and its parts that are long enough to claim anything, each with whether it is said by the way."""
    yield sentence, False
    bounds = [0, *(place for cut in _PIECE.finditer(sentence) for place in cut.span()), len(sentence)]
    aside = _ASIDE.search(sentence)
    for start, end in zip(bounds[::2], bounds[1::2], strict=True):
        if sentence[start:end] != sentence and len(sentence[start:end].split()) >= FEWEST_WORDS:
            yield sentence[start:end], aside is not None and start > aside.start() > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    speaker: str

    def of(self, plain: Plain) -> Iterator[Claim]:
        """The readings of one plain piece."""
        parts = None
        if swapped := self.swapped(plain):
            yield swapped
        elif parts := parts_of(plain):
            yield from self.all_of(replace(parts, right=labelled(parts.right)), plain)

    def all_of(self, parts: Parts, plain: Plain) -> Iterator[Claim]:
        old = values_of(tokens_of(plain.old))
        found = [claim for claim in islice(self._ways(parts), MOST_READINGS) if claim.is_told]
        pairs = modifiers(parts.left) | modifiers(parts.right)
        for claim in found:
            is_positive = parts.is_positive if claim.relation != "like" else True
            yield replace(
                claim,
                is_said=(parts.is_said or claim.is_said) and not plain.adds,
                adds=plain.adds,
                is_positive=is_positive,
                is_hedged=parts.is_hedged,
                old=claim.old | old,
                pairs=pairs,
            )

    def swapped(self, plain: Plain) -> Claim | None:
        """`we replaced X with Y for Z`, `Y took the place of X as Z`."""
        swap = swap_of(plain.text)
        value = [token for token in tokens_of(swap.new) if token.is_value or is_common(token)] if swap else []
        if swap is None or not value or not values_of(tokens_of(swap.old)):
            return None
        about = self.slot(tokens_of(swap.about))
        figures = [token for token in value if token.is_value]
        found = valued(about, figures, relation=ANY) if figures else worded(about, value, relation=ANY)
        return replace(found, old=values_of(tokens_of(swap.old)), is_said=True, is_positive=plain.is_positive)

    def _ways(self, parts: Parts) -> Iterator[Claim]:
        match parts.kind:
            case "is":
                yield from self._copula(parts)
            case "change":
                yield from self._change(parts)
            case "owner" | "owned" | "over":
                yield from self._owned(parts)
            case "likes" | "dislikes":
                yield from self._liking(parts)
            case "prefers":
                yield from self._preferring(parts)
            case "":
                yield from self._bare(parts)
            case _:
                yield from self._verbal(parts)
        yield from self._whole(parts)

    def _copula(self, parts: Parts) -> Iterator[Claim]:
        left, right = parts.left, parts.right
        values = [token for token in right if token.is_value]
        if role_of(left[-1]) if left else "":
            yield self._role(left, right, role_of(left[-1]))
        if role := role_in(right):
            things = self.content([token for token in right if not role_of(token)])
            yield worded(things or frozenset({role}), left, relation=role if things else "")
        elif role := role_in(left):
            yield worded(self.content(left) - role_stems(), right, relation=role)
        elif right[:1] and right[0].text == "on" and [t.text for t in right[1:2]] == ["call"]:
            yield worded(frozenset({"call"}) | self.content(right[2:]), left, relation="oncall")
        elif values:
            yield self._figures(left, right, "")
        else:
            yield from self._state(left, right)
            yield from self._complement(left, right)
        if left and any(token.is_value or token.is_name for token in left):
            yield from self._holder(parts)

    def _role(self, left: list[Token], right: list[Token], role: str) -> Claim:
        things = self.content([token for token in left if not role_of(token)])
        return worded(things or frozenset({role}), right, relation=role if things else "")

    def _state(self, left: list[Token], right: list[Token]) -> Iterator[Claim]:
        words = compare_table().words["prepositions"]
        for at, token in enumerate(right):
            after = right[at + 1].text if at + 1 < len(right) else ""
            if token.value in poles() and after in words | {""}:
                rest = self.content([one for one in right if one is not token])
                yield Claim(subject=self.slot(left), scope=rest, sorts=("state",), values=(token.value,))
                return

    def _complement(self, left: list[Token], right: list[Token]) -> Iterator[Claim]:
        """`the office is in Milan`, `our slogan is …`, `the deploy step is manual`."""
        attributes = compare_table().stemmed["attributes"]
        subject, is_somebody = self.slot(left), is_person(left)
        lead = right[0].text if right and right[0].text in compare_table().words["prepositions"] else ""
        is_named = not attributes.isdisjoint(t.value for t in left)
        names = [token for token in right if token.is_name]
        first = right[0].text if right else ""
        hold = Hold.TOLD
        if lead in _PLACES or lead in ("under", "from", "by", "with") or is_named or (names and not is_somebody):
            hold = Hold.ONE
        elif is_somebody or first in ("a", "an"):
            hold = Hold.MANY if is_somebody else Hold.TOLD
        yield worded(subject, right, hold=hold)
        body, scope = split_scope(right)
        if scope and body:
            yield worded(subject, body, scope=scope, hold=hold)
        if names and len(names) < sum(is_common(t) for t in right):
            rest = self.content([t for t in right if t not in names])
            yield worded(subject | rest, names, hold=Hold.ONE if not is_somebody else Hold.TOLD)

    def _holder(self, parts: Parts) -> Iterator[Claim]:
        """What stands before `is`: only where one thing at a time can be that (`… is our primary database`)."""
        attributes = compare_table().stemmed["attributes"]
        is_attribute = not attributes.isdisjoint(t.value for t in parts.right)
        if not parts.right or not (parts.right[0].text in DEFINITE or is_attribute):
            return
        figures = [token for token in parts.left if token.is_value]
        about = self.content(parts.right)
        if figures:
            rest = self.content([token for token in parts.left if not token.is_value])
            yield valued(rest | about, figures)
        else:
            yield worded(about, parts.left)

    def _owned(self, parts: Parts) -> Iterator[Claim]:
        left, right, relation = parts.left, parts.right, parts.verb
        if parts.kind == "owned":
            at = next(n for n, t in enumerate(right) if t.text == "by")
            left, right = right[at + 1 :], [*left, *right[:at]]
        elif parts.kind == "over":
            right, relation = right[1:], ANY
        things, old = cut_at(right, "from")
        subject = self.content([t for t in things if not t.is_value]) | marked(things)
        who = [token for token in left if token.is_name or token.text in compare_table().words["first"]]
        if subject and (who or (left and parts.kind == "owned")):
            by, scope = split_scope(left, keep_first=True)
            found = worded(subject, by if parts.kind == "owned" else left, scope=scope, relation=relation)
            yield replace(found, is_said=relation == ANY, old=values_of(old))

    def _liking(self, parts: Parts) -> Iterator[Claim]:
        subject, things = self.content(parts.left), self.content(parts.right)
        if subject and things:
            pole = "+" if (parts.kind == "likes") == parts.is_positive else "-"
            yield Claim(subject=subject | things, relation="like", sorts=("pole",), values=(pole,))

    def _preferring(self, parts: Parts) -> Iterator[Claim]:
        subject, right = self.content(parts.left), parts.right
        at = next((n for n, t in enumerate(right) if t.text in ("to", "over")), len(right))
        chosen, other = right[:at], right[at + 1 :]
        body, scope = split_scope(chosen)
        if body:
            both = self.content(chosen) | self.content(other) if other else frozenset[str]()
            yield worded(subject | both, body, scope=scope, relation="prefer", hold=Hold.ONE if other else Hold.TOLD)

    def _change(self, parts: Parts) -> Iterator[Claim]:
        """`we raised the limit from 5 to 7`, `the limit went to 7`, `I moved to Lyon`."""
        left, right = parts.left, parts.right
        target = target_of(right)
        if target < 0:
            is_remade = parts.verb in compare_table().stemmed["remade"]
            target = next((n for n, t in enumerate(right) if is_remade and t.text in ("in", "at", "on", "with")), -1)
        is_done = is_past(parts.word) or is_participle(parts.word)
        is_moved = target >= 0 and not is_infinitive(right[target:]) and (is_done or right[target].text not in _PLACES)
        if not is_moved:
            if not is_done:
                yield from self._verbal(replace(parts, kind="verb"))
            return
        new, (things, old) = right[target + 1 :], cut_at(right[:target], "from")
        subject = self.slot(things or left)
        body, scope = split_scope(new, keep_first=True)
        values = [token for token in body if token.is_value]
        if not (subject or old or values or is_team(left) or not left):
            return
        of, words = self._around(body) if values else (frozenset[str](), [t for t in body if t.kind == WORD])
        relation = ANY
        if subject and subject <= self.content([t for t in left if t.text in compare_table().words["first"]]):
            relation = ANY if old or values else "live in"
        if values:
            found = valued(subject | of, values, scope=scope, relation=relation, measure=words)
        elif self.content(words):
            found = worded(subject, words, scope=scope, relation=relation)
        else:
            return
        yield replace(found, is_said=True, old=values_of(old))
        if scope and not values:
            yield replace(worded(subject, new, relation=relation), is_said=True, old=values_of(old))

    def _verbal(self, parts: Parts) -> Iterator[Claim]:
        """`the job runs at 02:00`, `I live in Turin`, `we use Kafka for the queue`, `Lena teaches the course`."""
        left, right, kind = parts.left, parts.right, parts.kind
        relation = "" if parts.verb in compare_table().stemmed["light"] else parts.verb
        if any(token.is_value for token in right):
            yield self._figures(left, right, relation)
        elif not right and parts.kind not in ("many", "light"):
            return
        else:
            yield from self._phrases(parts, relation)
        if kind not in ("many", "uses", "light") and left and all(t.is_name for t in left):
            things = self.content([t for t in right if not t.is_value]) | marked(right)
            if right and right[0].text in DEFINITE | {"all"} and things:
                yield worded(things, left, relation=relation, hold=Hold.TOLD)

    def _phrases(self, parts: Parts, relation: str) -> Iterator[Claim]:
        """The object, and each phrase after a preposition, as the value; the rest is the slot."""
        subject, pieces = self.slot(parts.left), phrases_of(parts.right)
        ways = []
        for piece in pieces:
            lead = piece[0].text if piece[0].text in compare_table().words["prepositions"] else ""
            rest = self.content([t for one in pieces if one is not piece for t in one])
            named = [token for token in piece if token.is_name] or piece
            if not self.content(piece) or lead in ("for", "of", "during", "without", "before", "after", "per"):
                continue
            if not (subject or rest) and (not parts.left or parts.verb in compare_table().stemmed["vague"]):
                continue
            hold = _hold(parts, lead, is_team=not subject and not rest)
            prep = _PLACES.get(lead, lead)
            more = self.content([t for t in piece if t not in named])
            ways.append((hold, worded(subject | rest | more, named, relation=f"{relation} {prep}".strip(), hold=hold)))
            if more and named is not piece:
                ways.append((hold, worded(subject | rest, piece, relation=f"{relation} {prep}".strip(), hold=hold)))
        yield from (claim for _, claim in sorted(ways, key=lambda way: way[0] is not Hold.ONE))

    def _bare(self, parts: Parts) -> Iterator[Claim]:
        """No verb at all: `maximum upload size 10 MB`: all words are the slot of the values."""
        numbers = [n for n, t in enumerate(parts.left) if t.is_value]
        first = numbers[1] if numbers[:1] == [1] and len(numbers) > 1 else next(iter(numbers), -1)
        is_measured = any(token.kind != COUNT for token in parts.left[first:] if token.is_value)
        if first >= 1 and is_measured:
            yield self._figures(parts.left[:first], parts.left[first:], "")

    def _whole(self, parts: Parts) -> Iterator[Claim]:
        """A yes or no: every word is the slot."""
        everything = [*parts.left, *parts.right]
        stems = self.content(everything) | marked(everything)
        verb = frozenset({parts.verb} - compare_table().stemmed["light"] - {""})
        is_own = bool(stems) and (parts.kind not in ("", "change", "likes", "dislikes"))
        if is_own and len(stems | verb) > 1:
            yield Claim(subject=stems | verb, relation=WHOLE)

    def _figures(self, left: Sequence[Token], right: Sequence[Token], relation: str) -> Claim:
        of, counted = self._around(right)
        is_one_of_many = is_person(left) and bool(right) and right[0].text in ("a", "an")
        return valued(
            self.slot(left),
            [t for t in right if t.is_value],
            scope=of,
            relation=relation,
            measure=counted,
            hold=Hold.MANY if is_one_of_many else Hold.ONE,
        )

    def _around(self, right: Sequence[Token]) -> tuple[frozenset[str], list[Token]]:
        """Words beside the values: those that say of what, and those that follow a number and say what is counted."""
        of, counted, was_value = list[Token](), list[Token](), False
        for token in right:
            if token.is_value:
                was_value = True
                continue
            if token.text in compare_table().words["prepositions"]:
                was_value = False
            (counted if was_value else of).append(token)
        return self.content(of), [t for t in counted if t.kind == WORD]

    def slot(self, tokens: Sequence[Token]) -> frozenset[str]:
        """What it is about; numbers in it are names (`room 4`)."""
        return self.content(tokens) | marked(tokens)

    def content(self, tokens: Sequence[Token]) -> frozenset[str]:
        """The stems that carry meaning; a first person is its speaker, an unresolved one `@?`."""
        words, found = compare_table().words, set[str]()
        for token in tokens:
            if token.text in words["first"]:
                found.add(f"@{self.speaker}" if self.speaker else "@?")
            elif token.text in words["unresolved"]:
                found.add("@?")
            elif is_common(token):
                found.add(token.value)
            elif token.text in words["weighty"]:
                found.add(token.text)
        return frozenset(found)


def _hold(parts: Parts, lead: str, *, is_team: bool) -> Hold:
    """How many such values stand side by side, by the class of the verb."""
    if parts.kind in ("many", "light"):
        return Hold.MANY
    if parts.kind == "uses":
        return Hold.MANY if is_team or lead else Hold.TOLD
    is_place = lead in _OF_PLACE or not lead
    return Hold.ONE if parts.kind in ("single", "stored") and is_place else Hold.TOLD
