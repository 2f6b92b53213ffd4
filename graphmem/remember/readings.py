"""The ways a sentence can be read: each names one part of it as the value and all other words as the slot."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from graphmem.domain.text import fold
from graphmem.remember.claims import ANY, WHOLE, Claim, Hold, valued, worded
from graphmem.remember.compare_table import compare_table
from graphmem.remember.figures import COUNT, WORD, Token, tokens_of
from graphmem.remember.parts import (
    Parts,
    is_common,
    is_participle,
    is_past,
    parts_of,
    poles,
    role_in,
    role_of,
    role_stems,
)
from graphmem.remember.plain import FEWEST_WORDS, Plain, may_claim, plain_of

MOST_READINGS = 8
MOST_PIECES = 4
MOST_IN_NAME = 6
_PRONOUNS = frozenset("i you he she it we they them him her this that these those one something".split())
_DEFINITE = frozenset({"the", "our", "my", "all", "every", "each"})
_PLACES = {"in": "in", "at": "in", "on": "in"}
_OF_PLACE = frozenset({"in", "at", "on", "to", "under", "with", "from", "by", "into", "as", "through", "via", "inside"})
_PIECE = re.compile(
    r"\s*(?:[;:–—()]|\s-\s|,(?!\d)|\b(?:because|since|so|but|and|while|which means|meaning)\b)\s+", re.IGNORECASE
)
_CLAUSE = re.compile(
    r"\s*(?:;|,?\s+and(?:\s+so)?\b|,\s+(?:but|so)\b|,(?=\s+(?:my|our) \w+ (?:is|are)\b))\s+"
    r"(?=(?:we|i|the|our|my|from now)\b|[A-Z][\w]+ (?:[A-Z]\w+ )?[a-z]+s\b)",
)
_SWAPS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"^(?:(?:we|i|they|the team|\w+)(?:'ve| have| has)? )?(?:just )?(?:replaced?|swap(?:ped)?(?: out)?|exchanged?|sub"
        r"stituted?|traded?(?: in)?|ditched|dropped|abandoned) (?P<old>.+?) (?:with|by|for|in favou?r of) (?P<new>.+)$",
        r"^(?P<old>.+?) (?:was|were|has been|have been|is|are|been|got) (?:replaced|superseded|succeeded|swapped out) "
        r"(?:with|by|for) (?P<new>.+)$",
        r"^(?P<new>.+?) (?:has |have )?(?:replace[sd]?|supersede[sd]?|succeed(?:s|ed)|displace[sd]?) (?P<old>.+)$",
        r"^(?P<old>.+?) (?:gave|made|gives|makes) way (?:to|for) (?P<new>.+)$",
        r"^(?P<new>.+?) (?:takes|took|taken|steps in|stepped in) (?:over )?(?:for|from) (?P<old>.+)$",
        r"^(?P<new>.+?) (?:takes|took) the place of (?P<old>.+)$",
    )
)
_ABOUT = re.compile(r"\s+(?:as|for|in|on|to (?:build|run|host|store|send|serve|manage)) ", re.IGNORECASE)


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
    for piece in islice(dict.fromkeys([sentence, *_PIECE.split(sentence)]), MOST_PIECES):
        plain = (
            plain_of(piece, is_decision=is_decision)
            if len(piece.split()) >= FEWEST_WORDS or piece is sentence
            else None
        )
        if plain is not None:
            found |= dict.fromkeys(reading.of(plain))
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    speaker: str

    def of(self, plain: Plain) -> Iterator[Claim]:
        """The readings of one plain piece."""
        parts = None
        if swapped := self.swapped(plain):
            yield swapped
        elif parts := parts_of(plain):
            yield from self.all_of(parts, plain)

    def all_of(self, parts: Parts, plain: Plain) -> Iterator[Claim]:
        old = _values_of(tokens_of(plain.old))
        found = [claim for claim in islice(self._ways(parts), MOST_READINGS) if claim.is_told]
        pairs = _pairs(parts.left) | _pairs(parts.right)
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
        for pattern in _SWAPS:
            if match := pattern.match(plain.text):
                (new, *of_new), (old, *of_old) = (_ABOUT.split(match.group(name)) for name in ("new", "old"))
                value = [token for token in tokens_of(new) if token.is_value or is_common(token)]
                about = self.content(tokens_of(" ".join((*of_new, *of_old))))
                over = _values_of(tokens_of(old))
                is_vague = (
                    any(t.text in _PRONOUNS for t in tokens_of(f"{new} {old}")) or len(new.split()) > MOST_IN_NAME
                )
                if not value or not over or is_vague or len(old.split()) > MOST_IN_NAME:
                    return None
                figures = [token for token in value if token.is_value]
                make = valued(about, figures, relation=ANY) if figures else worded(about, value, relation=ANY)
                return replace(make, old=over, is_said=True, is_positive=plain.is_positive)
        return None

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
        subject, is_person = self.slot(left), _is_person(left)
        lead = right[0].text if right and right[0].text in compare_table().words["prepositions"] else ""
        is_named = not attributes.isdisjoint(t.value for t in left)
        names = [token for token in right if token.is_name]
        first = right[0].text if right else ""
        hold = Hold.TOLD
        if lead in _PLACES or lead in ("under", "from", "by", "with") or is_named or (names and not is_person):
            hold = Hold.ONE
        elif is_person or first in ("a", "an"):
            hold = Hold.MANY if is_person else Hold.TOLD
        yield worded(subject, right, hold=hold)
        body, scope = _split_scope(right)
        if scope and body:
            yield worded(subject, body, scope=scope, hold=hold)
        if names and len(names) < sum(is_common(t) for t in right):
            rest = self.content([t for t in right if t not in names])
            yield worded(subject | rest, names, hold=Hold.ONE if not is_person else Hold.TOLD)

    def _holder(self, parts: Parts) -> Iterator[Claim]:
        """What stands before `is`: only where one thing at a time can be that (`… is our primary database`)."""
        attributes = compare_table().stemmed["attributes"]
        is_attribute = not attributes.isdisjoint(t.value for t in parts.right)
        if not parts.right or not (parts.right[0].text in _DEFINITE or is_attribute):
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
        things, old = _cut_at(right, "from")
        subject = self.content([t for t in things if not t.is_value]) | _marked(things)
        who = [token for token in left if token.is_name or token.text in compare_table().words["first"]]
        if subject and (who or (left and parts.kind == "owned")):
            by, scope = _split_scope(left, keep_first=True)
            found = worded(subject, by if parts.kind == "owned" else left, scope=scope, relation=relation)
            yield replace(found, is_said=relation == ANY, old=_values_of(old))

    def _liking(self, parts: Parts) -> Iterator[Claim]:
        subject, things = self.content(parts.left), self.content(parts.right)
        if subject and things:
            pole = "+" if (parts.kind == "likes") == parts.is_positive else "-"
            yield Claim(subject=subject | things, relation="like", sorts=("pole",), values=(pole,))

    def _preferring(self, parts: Parts) -> Iterator[Claim]:
        subject, right = self.content(parts.left), parts.right
        at = next((n for n, t in enumerate(right) if t.text in ("to", "over")), len(right))
        chosen, other = right[:at], right[at + 1 :]
        body, scope = _split_scope(chosen)
        if body:
            both = self.content(chosen) | self.content(other) if other else frozenset[str]()
            yield worded(subject | both, body, scope=scope, relation="prefer", hold=Hold.ONE if other else Hold.TOLD)

    def _change(self, parts: Parts) -> Iterator[Claim]:
        """`we raised the limit from 5 to 7`, `the limit went to 7`, `I moved to Lyon`."""
        left, right = parts.left, parts.right
        target = _target(right)
        if target < 0:
            is_remade = parts.verb in compare_table().stemmed["remade"]
            target = next((n for n, t in enumerate(right) if is_remade and t.text in ("in", "at", "on", "with")), -1)
        is_done = is_past(parts.word) or is_participle(parts.word)
        is_moved = target >= 0 and not _is_infinitive(right[target:]) and (is_done or right[target].text not in _PLACES)
        if not is_moved:
            if not is_done:
                yield from self._verbal(replace(parts, kind="verb"))
            return
        new, (things, old) = right[target + 1 :], _cut_at(right[:target], "from")
        subject = self.content(things or left)
        body, scope = _split_scope(new, keep_first=True)
        values = [token for token in body if token.is_value]
        if not (subject or old or values or _is_team(left) or not left):
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
        yield replace(found, is_said=True, old=_values_of(old))
        if scope and not values:
            yield replace(worded(subject, new, relation=relation), is_said=True, old=_values_of(old))

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
            things = self.content([t for t in right if not t.is_value]) | _marked(right)
            if right and right[0].text in _DEFINITE | {"all"} and things:
                yield worded(things, left, relation=relation, hold=Hold.TOLD)

    def _phrases(self, parts: Parts, relation: str) -> Iterator[Claim]:
        """The object, and each phrase after a preposition, as the value; the rest is the slot."""
        subject, pieces = self.slot(parts.left), _pieces(parts.right)
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
        stems = self.content(everything) | _marked(everything)
        verb = frozenset({parts.verb} - compare_table().stemmed["light"] - {""})
        is_own = bool(stems) and (parts.kind not in ("", "change", "likes", "dislikes"))
        if is_own and len(stems | verb) > 1:
            yield Claim(subject=stems | verb, relation=WHOLE)

    def _figures(self, left: Sequence[Token], right: Sequence[Token], relation: str) -> Claim:
        of, counted = self._around(right)
        is_one_of_many = _is_person(left) and bool(right) and right[0].text in ("a", "an")
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
        return self.content(tokens) | _marked(tokens)

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


def _pieces(tokens: Sequence[Token]) -> list[list[Token]]:
    """The object and the phrases, each with its preposition."""
    found: list[list[Token]] = []
    for token in tokens:
        is_lead = token.text in compare_table().words["prepositions"] and token.text != "of"
        if is_lead or not found:
            found.append([])
        found[-1].append(token)
    return found


def _marked(tokens: Sequence[Token]) -> frozenset[str]:
    return frozenset(f"#{token.value}" for token in tokens if token.is_value)


def _pairs(tokens: Sequence[Token]) -> frozenset[tuple[str, str]]:
    """Words that stand before another one, or hang on it with `of` or `for`, with that one."""
    found = set[tuple[str, str]]()
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else None
        if not is_common(token) or before is None:
            continue
        if is_common(before):
            found.add((token.value, before.value))
        links = [n for n in range(max(0, at - 3), at) if tokens[n].text in ("of", "for", "in", "at", "with")]
        heads = [t for n in links[-1:] for t in tokens[max(0, n - 1) : n] if is_common(t)]
        found |= {(head.value, token.value) for head in heads}
    return frozenset(found)


def _values_of(tokens: Sequence[Token]) -> frozenset[str]:
    return frozenset(t.value for t in tokens if t.is_value or is_common(t))


def _is_person(tokens: Sequence[Token]) -> bool:
    """`Bo`, `Bo Lind`, `I`: nothing but a name."""
    if any(token.text in ("i", "i'm") for token in tokens[:1]):
        return True
    return bool(tokens) and len(tokens) <= FEWEST_WORDS and all(t.is_name and t.text.isalpha() for t in tokens)


def _is_team(tokens: Sequence[Token]) -> bool:
    return bool(tokens) and all(t.text in ("we", "us", "team", "the", "our") for t in tokens)


def _is_infinitive(tokens: Sequence[Token]) -> bool:
    """`was updated to support X` tells what for."""
    if len(tokens) <= FEWEST_WORDS or tokens[0].text != "to" or tokens[1].is_name or not is_common(tokens[1]):
        return False
    return tokens[2].is_name or tokens[2].text in _DEFINITE | {"a", "an"}


def _target(right: Sequence[Token]) -> int:
    """Where the new value is announced: the last `to`, or of a range (`to 3pm to 6pm`) the one before."""
    found = [n for n, token in enumerate(right) if token.text in ("to", "into", "onto", "until")]
    is_range = len(found) > 1 and right[found[-1] - 1].is_value and right[found[-1] - 2].text == "to"
    return found[-2] if is_range else next(reversed(found), -1)


def _cut_at(tokens: Sequence[Token], word: str) -> tuple[list[Token], list[Token]]:
    """What stands before the word and what after it."""
    at = next((n for n, t in enumerate(tokens) if t.text == word), len(tokens))
    return list(tokens[:at]), list(tokens[at + 1 :])


def _split_scope(tokens: Sequence[Token], *, keep_first: bool = False) -> tuple[list[Token], frozenset[str]]:
    """What stands before the first preposition of scope, and the words after it; a value is never scope."""
    table = compare_table()
    for at, token in enumerate(tokens):
        if token.text in table.words["scope"] and at + 1 < len(tokens) and (at or not keep_first):
            rest = tokens[at + 1 :]
            if at and not any(t.is_value for t in rest[:2]):
                values = [t for t in rest if t.is_value]
                return [*tokens[:at], *values], frozenset(t.value for t in rest if is_common(t))
    return list(tokens), frozenset()
