"""What a sentence claims: of which slot (the limit, who owns billing) it says which value."""

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from graphmem.domain.text import fold
from graphmem.remember.compare_table import compare_table, stem, verb_stem
from graphmem.remember.figures import DATE, DAY, WORD, Token, tokens_of

ANY = "*"
"""The relation of a change (`moved to 7`): it fits whatever the slot's own verb is."""
MOST_WORDS = 28
FEWEST_WORDS = 2

_LEAD = re.compile(
    r"^\s*(?:[-*•>]\s+)?(?P<change>(?:update|correction|corrected|change|changed|change of plans?|changed my mind|"
    r"scratch that|revised|actually)\s*[:,.–—-]+\s*)?"
    r"(?:(?:fyi|note|info|reminder|heads up|by the way|btw|ok(?:ay)?|so|well|yes|no|right|also|and|but|hi|hey|"
    r"fine|great|sure|perfect|cool|thanks|thank you|please|alright|understood|correct|exactly|true|oh|ah|hm+|"
    r"actually no|just so you know|quick note|for the record|as agreed|good news|news|done|"
    r"everyone|all|hello)\s*[:,.!–—-]+\s*)*",
    re.IGNORECASE,
)
_DECIDED = re.compile(
    r"^(?:we(?:'ve| have)? (?:decided|agreed|settled on|chose|opted)(?: to| that)?|let'?s|we(?:'ll| will)|"
    r"we(?:'re| are) going to|decision:|agreed:)\s+(?:we(?:'ll| will)?\s+)?",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\s*(?:[;–—(]|,\s*(?:and|but|so|which|because|since|as|not)\b|\b(?:because|due to|so that|so we|which|otherwise)\b"
    r"|\b(?:since|as) (?:the|we|it|our|this|that|they|he|she|i)\b|\band (?:we|i|it|the|that|they)\b|\bbut\b).*$",
    re.IGNORECASE | re.DOTALL,
)
_MONTHS = "(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_FROM_WHEN = re.compile(
    r",?\s*\b(?:as of|from|starting(?: from| on)?|effective(?: from)?|beginning|since)\s+"
    r"(?:now(?: on)?|today|tomorrow|this \w+|next \w+|last \w+|version \S+|"
    rf"(?:the )?\d{{1,2}}(?:st|nd|rd|th)?\s+{_MONTHS}(?: \d{{4}})?|\d{{4}}-\d\d-\d\d|{_MONTHS}(?:\s+\d{{1,4}})?|"
    r"mondays?|tuesdays?|wednesdays?|thursdays?|fridays?)(?:\s+on(?:wards?)?)?\b",
    re.IGNORECASE,
)
_WHEN_SAID = re.compile(
    r",?\s*\b(?:last (?:week|month|year|night|\w+day)|this (?:week|month|year|morning)|today|yesterday|recently|"
    r"right now|at the moment|these days|for now)\b",
    re.IGNORECASE,
)
_MOVED_ON = re.compile(
    rf"(?<=\w)\s+(?:on|in) (?:\w+day|\d{{1,2}}(?:st|nd|rd|th)? {_MONTHS}|{_MONTHS}(?: \d{{1,2}})?)(?: \d{{4}})?\b",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"\b(?:(?:we|i|they|you)(?:'re| are|'m| am)? plan(?:ning|ned)? (?:to|on)|plan(?:s|ning) to|"
    r"hop(?:e|es|ing) (?:to|for)|want(?:s|ed)? (?:to|an?\b)|thinking (?:about|of)|"
    r"(?:would|'d) (?:like|rather|prefer)|for example|e\.g\.|going to|"
    r"about to|not sure|next (?:year|month|week|quarter))\b",
    re.IGNORECASE,
)
_OVER = re.compile(r"\b(?:no longer|not any ?more|never again)\b", re.IGNORECASE)
_INSTEAD = re.compile(r",?\s*\b(?:instead of|rather than|in place of|replacing)\s+(?P<old>[^,.;]+)", re.IGNORECASE)
_TAKES_OVER = re.compile(r"\b(?:took|takes|take|taking|has taken) over\b", re.IGNORECASE)
_CLAUSE = re.compile(
    r"\s*(?:;|,?\s+and(?:\s+so)?\b|,\s+(?:but|so)\b)\s+"
    r"(?=(?:we|i|the|our|my|from now)\b|[A-Z][\w]+ (?:[A-Z]\w+ )?[a-z]+s\b)",
)
_PHRASES = (
    (re.compile(r"\b(is|are|was|'s) (?:now )?responsible for\b", re.IGNORECASE), "owns"),
    (re.compile(r"\b(is|are|'s) (?:now )?in charge of\b", re.IGNORECASE), "owns"),
    (re.compile(r"\bhands? over\b|\bhanded over\b", re.IGNORECASE), "transferred"),
    (re.compile(r"\bcan(?:no|')?t stand\b", re.IGNORECASE), "hate"),
    (re.compile(r"\bwent (?:up|down)\b", re.IGNORECASE), "went"),
    (re.compile(r"\bnot allowed\b", re.IGNORECASE), "forbidden"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A slot with its value, as one sentence gives it.

    subject   stems of what it is about, a verb that matters among them; a first person as `@speaker`
    scope     stems of where, when and for whom it holds: never the same as a claim of another scope
    relation  the stem of the verb; `*` for a change, "" where it adds nothing (is, has, costs)
    sorts     of each value: time, size, date, word …
    values    in a form that equal values share
    measure   stems of what is counted
    old       stems of the value that is said to be over
    is_single only one value at a time; else another one adds
    shown     the value as it is written; "" where the claim is a yes or no
    is_said   the sentence announces a change: now, no longer, moved to …
    """

    subject: frozenset[str]
    scope: frozenset[str]
    relation: str
    sorts: tuple[str, ...]
    values: tuple[str, ...]
    measure: frozenset[str] = frozenset()
    old: frozenset[str] = frozenset()
    is_single: bool = True
    is_positive: bool = True
    is_said: bool = False
    is_hedged: bool = False
    shown: str = ""

    @property
    def slot(self) -> frozenset[str]:
        """All words that say what the value is of."""
        return self.subject | self.scope

    @property
    def key(self) -> str:
        """The semantic key: equal for claims of one slot, whatever the words' order; a verb where nothing else is."""
        bare = all(word.startswith("@") for word in self.slot)
        verb = [self.relation] if bare and self.relation not in ("", ANY) else []
        return ".".join(("slot", *sorted(self.slot), *verb))

    @property
    def words(self) -> frozenset[str]:
        """The stems of a value in words."""
        return frozenset(word for value in self.values for word in value.split())


def clauses(sentence: str) -> list[tuple[int, int]]:
    """Half-open places of the clauses that may claim something of their own; one for most sentences."""
    bounds = [0, *(place for cut in _CLAUSE.finditer(sentence) for place in cut.span()), len(sentence)]
    return [(start, end) for start, end in zip(bounds[::2], bounds[1::2], strict=True) if sentence[start:end].strip()]


def read_claim(sentence: str, *, speaker: str = "", is_decision: bool = False) -> Claim | None:
    """The claim of one sentence, None when it makes none that could ever be updated.

    speaker      who says it, for `I` and `my`; without one such a sentence makes no claim
    is_decision  the sentence was read as a decision, so `we will …` holds
    Questions, conditions, reports of what others think, and the past make no claim.
    """
    text = " ".join(sentence.replace("’", "'").split())
    lead = _LEAD.match(text)
    is_said = bool(lead and lead.group("change"))
    text = text[lead.end() :] if lead else text
    decided = _DECIDED.match(text)
    if decided and not is_decision:
        return None
    text = f"we {text[decided.end() :]}" if decided else text
    if _WISH.search(text) or text.endswith("?") or text[:1] in "\"“'" or len(text.split()) > MOST_WORDS:
        return None
    return _Reading(speaker=fold(speaker)).claim(text, is_said=is_said)


@dataclass(slots=True, kw_only=True)
class _Reading:
    speaker: str
    is_said: bool = False
    is_positive: bool = True
    old: frozenset[str] = frozenset()
    tokens: list[Token] = field(default_factory=list)

    def claim(self, text: str, *, is_said: bool) -> Claim | None:
        plain = self._plain(text, is_said=is_said)
        self.tokens = [token for token in tokens_of(plain) if token.text not in (".", "!", ",", '"')]
        if self._is_vetoed():
            return None
        hedged = self._drop_hedge()
        self._drop_markers()
        found = self._by_verb()
        if found is None or not _is_told(found) or any(word.startswith("@?") for word in found.slot):
            return None
        said = self.is_said or found.is_said
        return replace(found, is_said=said, is_positive=self.is_positive, is_hedged=hedged, old=found.old | self.old)

    def _plain(self, text: str, *, is_said: bool) -> str:
        """The sentence without its reason and the moment of the change; what they say of a change is kept."""
        self.is_said = is_said
        for pattern, word in _PHRASES:
            text = pattern.sub(word, text)
        if _OVER.search(text) or re.search(r"n't\b.*\bany ?more\b", text):
            self.is_said, self.is_positive = True, not self.is_positive
            text = _OVER.sub("", text) if _OVER.search(text) else re.sub(r"\bany ?more\b", "", text)
            self.is_positive = self.is_positive if _OVER.search(text) is None else False
        if instead := _INSTEAD.search(text):
            self.is_said, self.old = True, _content(tokens_of(instead.group("old")))
            text = text[: instead.start()] + text[instead.end() :]
        cut = _REASON.sub("", text)
        text = cut if len(cut.split()) > 1 else text
        if _FROM_WHEN.search(text):
            self.is_said, text = True, _FROM_WHEN.sub("", text, count=1)
        text = _WHEN_SAID.sub("", text)
        if re.search(r"\b(?:to|into)\b", text) and any(_verb_class(word) == "change" for word in text.lower().split()):
            text = _MOVED_ON.sub("", text)
        return text.strip(" ,")

    def _is_vetoed(self) -> bool:
        table = compare_table()
        texts = [token.text for token in self.tokens if token.kind != "mark"]
        if len(texts) < FEWEST_WORDS or texts[0] in table.words["asking"] or texts[0] in table.words["unresolved"]:
            return True
        if not table.words["reports"].isdisjoint(texts) or (
            "used" in texts and "to" in texts[texts.index("used") :][1:2]
        ):
            return True
        return not table.words["modals"].isdisjoint(texts)

    def _drop_hedge(self) -> bool:
        hedges = compare_table().words["hedges"]
        kept = [token for token in self.tokens if token.text not in hedges]
        is_hedged, self.tokens = len(kept) < len(self.tokens), kept
        return is_hedged

    def _drop_markers(self) -> None:
        table = compare_table()
        kept: list[Token] = []
        for token in self.tokens:
            if token.text in table.words["changes"]:
                self.is_said = True
            elif token.text in ("not", "never"):
                self.is_positive = not self.is_positive
            elif token.text == "new" and kept and kept[-1].text in table.words["first"] | {"our", "the"}:
                self.is_said = True
            elif token.text not in table.words["fillers"] and token.text not in ("do", "does", "did"):
                kept.append(token)
        self.tokens = kept

    def _by_verb(self) -> Claim | None:  # noqa: PLR0911 - a case a kind of verb
        at, kind = self._verb()
        left, right = self.tokens[:at], self.tokens[at + 1 :]
        match kind:
            case "is":
                return self._copula(left, right)
            case "change":
                return self._change(left, right)
            case "owner":
                return self._owned(verb_stem(self.tokens[at].text), left, right)
            case "owned":
                return self._owned(verb_stem(self.tokens[at].text), *_by(right, left))
            case "over":
                return self._owned(ANY, left, right[1:])
            case "likes" | "dislikes":
                return self._liking(left, right, is_liked=kind == "likes")
            case "prefers":
                return self._preferring(left, right)
            case "many" | "single" | "light" | "stored":
                return self._verbal(verb_stem(self.tokens[at].text), kind, left, right)
            case _:
                return self._bare()

    def _verb(self) -> tuple[int, str]:
        """Where the main verb stands and of which class it is; (-1, "event") for what happened once."""
        copula = next((at for at, t in enumerate(self.tokens) if t.text in _COPULAS or (t.text in "=:" and at)), -1)
        if copula >= 0:
            return self._after_copula(copula)
        found = [(at, kind) for at in range(len(self.tokens)) if (kind := self._class_of(at))]
        changes = [
            (at, kind)
            for at, kind in found
            if kind == "change" and (at < FEWEST_WORDS or _is_past(self.tokens[at].text))
        ]
        if changes:
            return changes[0]
        over = next((pair for pair in found if pair[1] == "over"), None)
        if over is None and any(_is_past(token.text) for token in self.tokens[1:] if token.kind == WORD):
            return -1, "event"
        if over:
            return over
        return found[0] if found else (-1, "")

    def _class_of(self, at: int) -> str:
        """The class of the verb at this place, "" when it is none or stands as a noun."""
        token, after = self.tokens[at], self._text(at + 1)
        if token.kind != WORD or (token.is_name and at) or self._is_noun(at):
            return ""
        if after == "over" and verb_stem(token.text) == "take":
            return "over"
        kind = _verb_class(token.text)
        return kind if at or kind in ("change", "many", "single") else ""

    def _text(self, at: int) -> str:
        return self.tokens[at].text if at < len(self.tokens) else ""

    def _is_noun(self, at: int) -> bool:
        """`the limit`, `our deploy window`: what stands after an article or before another verb is no verb."""
        if at == 0:
            return False
        before = self.tokens[at - 1].text
        return before in ("the", "a", "an", "our", "my", "its", "this", "that", "of", "for", "to", "on", "in", "at")

    def _after_copula(self, at: int) -> tuple[int, str]:
        """`is owned by`, `was raised to`: the participle is the verb; `was 5` is the past."""
        copula = self.tokens[at].text
        follower = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        kind = (
            _verb_class(follower.text) if follower and follower.kind == WORD and follower.value not in _poles() else ""
        )
        if follower and kind not in ("", "light") and (_is_participle(follower.text) or kind == "change"):
            del self.tokens[at]
            by = any(token.text == "by" for token in self.tokens[at:])
            if kind == "change":
                return at, "change"
            if copula not in ("was", "were"):
                return at, "owned" if kind == "owner" and by else "stored"
        return (-1, "event") if copula in ("was", "were") else (at, "is")

    def _copula(self, left: list[Token], right: list[Token]) -> Claim | None:  # noqa: PLR0911 - a case a form
        subject, scope = self._subject(left)
        body, more = _split_scope(right)
        values = [token for token in body if token.is_value]
        words = [token for token in body if token.kind == WORD]
        if (role := _role_in(right)) and not _role_in(left):
            things = self._content([t for t in right if not _role(t)])
            if things:
                return _worded(things, scope, role, left)
            return _worded(frozenset({role}), scope, "", left)
        if words and words[0].text == "on" and self._text_of(words, 1) == "call":
            return _worded(frozenset({"call"}) | self._content(right[2:]), scope, "oncall", left)
        if role := _role_in(left):
            return _worded(frozenset(w for w in subject if w not in _role_stems()), scope, role, body)
        if values:
            return _valued(subject, scope | more, "", values, words)
        if pole := _pole_in(body):
            rest = self._content([t for t in body if t is not pole])
            return Claim(
                subject=subject, scope=scope | more | rest, relation="", sorts=("state",), values=(pole.value,)
            )
        return self._named(left, body, subject, (scope, more))

    def _named(
        self,
        left: list[Token],
        body: list[Token],
        subject: frozenset[str],
        scopes: tuple[frozenset[str], frozenset[str]],
    ) -> Claim | None:
        attributes, (scope, more) = compare_table().stemmed["attributes"], scopes
        numbers = [token for token in left if token.is_value]
        if numbers and not attributes.isdisjoint(t.value for t in body):
            return _valued(
                self._content([t for t in left if not t.is_value]) | self._content(body), scope, "", numbers, []
            )
        names = [token for token in body if token.is_name]
        is_of_person = bool(left) and left[0].is_name and len(left) <= FEWEST_WORDS and left[-1].is_name
        if (names and not is_of_person) or not attributes.isdisjoint(t.value for t in left):
            chosen = names or [t for t in body if t.text not in compare_table().words["prepositions"]]
            rest = (
                frozenset[str]() if not names else self._content([t for t in body if t not in names and _is_common(t)])
            )
            return _worded(subject, scope | more | (rest if names and left else frozenset()), "", chosen)
        state = self._content(body)
        return (
            Claim(subject=subject | state, scope=scope | more, relation="state", sorts=(), values=()) if state else None
        )

    def _text_of(self, tokens: Sequence[Token], at: int) -> str:
        return tokens[at].text if at < len(tokens) else ""

    def _owned(self, relation: str, left: list[Token], right: list[Token]) -> Claim | None:
        things = self._content(_until(right, "from"))
        if not left or not things:
            return None
        if not any(t.is_name or t.text in compare_table().words["first"] for t in left):
            return None
        return replace(_worded(things, frozenset(), relation, left), is_said=relation == ANY, old=_after(right, "from"))

    def _liking(self, left: list[Token], right: list[Token], *, is_liked: bool) -> Claim | None:
        subject, scope = self._subject(left)
        things = self._content(right)
        pole = is_liked == self.is_positive
        self.is_positive = True
        return (
            Claim(
                subject=subject | things, scope=scope, relation="like", sorts=("pole",), values=("+" if pole else "-",)
            )
            if subject and things
            else None
        )

    def _preferring(self, left: list[Token], right: list[Token]) -> Claim | None:
        subject, _ = self._subject(left)
        at = next((n for n, t in enumerate(right) if t.text in ("to", "over")), len(right))
        chosen, other = right[:at], right[at + 1 :]
        body, scope = _split_scope(chosen)
        if not body:
            return None
        both = self._content(chosen) | self._content(other) if other else frozenset[str]()
        found = _worded(subject | both, scope, "prefer", body)
        return replace(found, is_single=bool(other))

    def _change(self, left: list[Token], right: list[Token]) -> Claim | None:
        """`we raised the limit from 5 to 7`, `the limit went to 7`, `I moved to Lyon`."""
        target = next((n for n in reversed(range(len(right))) if right[n].text in ("to", "into")), -1)
        if target < 0:
            target = next((n for n, t in enumerate(right) if t.text in ("in", "at", "on", "with", "by")), -1)
        if target < 0:
            return None
        new, before = right[target + 1 :], right[:target]
        source = next((n for n, t in enumerate(before) if t.text == "from"), len(before))
        things, old = before[:source], before[source + 1 :]
        is_imperative = not left
        actor = left if not things else []
        subject = self._content([*actor, *things])
        body, scope = _split_scope(new, keep_first=True)
        values = [token for token in body if token.is_value]
        if right[target].text == "by" or (
            not subject and not old and not _is_team(left) and not is_imperative and not values
        ):
            return None
        of, words = self._around(body) if values else (frozenset[str](), [t for t in body if t.kind == WORD])
        subject |= of
        over = self._content(old) | frozenset(t.value for t in old if t.is_value)
        speaks = frozenset(w for w in self._content(left) if w.startswith("@"))
        relation = ANY
        if subject and subject <= speaks and not old and not values:
            relation = "live"
        if values:
            found = _valued(subject, scope, relation, values, words)
        elif words:
            found = _worded(subject, scope, relation, words)
        else:
            return None
        return replace(found, is_said=True, old=over, is_single=True)

    def _verbal(self, verb: str, kind: str, left: list[Token], right: list[Token]) -> Claim | None:
        """`the job runs at 02:00`, `we deploy on Fridays`, `I live in Turin`, `we use Kafka for the queue`."""
        table = compare_table()
        subject, scope = self._subject(left)
        relation = "" if verb in table.stemmed["light"] else verb
        values = [token for token in right if token.is_value]
        if values:
            words = self._around(right)
            return _valued(subject, scope | words[0], relation, values, words[1])
        body, more = _split_scope(right, keep_first=kind != "many")
        things = self._content(body)
        if kind in ("many", "light"):
            if not things or (kind == "light" and not more):
                return None
            return replace(_worded(subject, scope | more, verb if kind == "many" else relation, body), is_single=False)
        at = next(
            (
                n
                for n in reversed(range(len(right)))
                if right[n].text in ("in", "at", "on", "to", "under", "with", "from", "by", "for")
            ),
            -1,
        )
        place = right[at + 1 :] if at >= 0 else right
        names = [token for token in place if token.is_name] or [t for t in place if _is_common(t)]
        rest = self._content([t for t in right if t not in names and t.text not in table.words["prepositions"]])
        if not names or (at >= 0 and right[at].text == "for" and kind == "single"):
            return None
        prep = {"in": "in", "at": "in", "on": "in"}.get(right[at].text, right[at].text) if at >= 0 else ""
        return _worded(subject | rest, scope, f"{relation} {prep}".strip() if relation != "live" else relation, names)

    def _around(self, right: list[Token]) -> tuple[frozenset[str], list[Token]]:
        """Words beside the values: those that say of what, and those that follow a number and say what is counted."""
        of: list[Token] = []
        counted: list[Token] = []
        was_value = False
        for token in right:
            if token.is_value:
                was_value = True
                continue
            if token.text in compare_table().words["prepositions"]:
                was_value = False
            (counted if was_value else of).append(token)
        return self._content(of), [t for t in counted if t.kind == WORD]

    def _bare(self) -> Claim | None:
        """No known verb: `the contract promises 99.5 %`: all words are the slot of the values."""
        if self._verb()[1] == "event":
            return None
        numbers = [n for n, t in enumerate(self.tokens) if t.is_value]
        first = numbers[1] if numbers[:1] == [1] and len(numbers) > 1 else next(iter(numbers), -1)
        if first < 1:
            return None
        subject, scope = self._subject(self.tokens[:first])
        of, counted = self._around(self.tokens[first:])
        return _valued(subject, scope | of, "", [t for t in self.tokens[first:] if t.is_value], counted)

    def _subject(self, tokens: list[Token]) -> tuple[frozenset[str], frozenset[str]]:
        """What it is about; numbers in it are names (`room 4`)."""
        numbers = frozenset(f"#{t.value}" for t in tokens if t.is_value)
        return self._content(tokens) | numbers, frozenset()

    def _content(self, tokens: Sequence[Token]) -> frozenset[str]:
        table, found = compare_table(), set[str]()
        for token in tokens:
            if token.text in table.words["first"]:
                found.add(f"@{self.speaker}" if self.speaker else "@?")
            elif token.text in table.words["unresolved"]:
                found.add("@?")
            elif _is_common(token):
                found.add(token.value)
        return frozenset(found)


_COPULAS = frozenset({"is", "are", "am", "'s", "'re", "'m", "be", "was", "were"})
_LIGHT = frozenset({"has", "have", "gets", "get"})


def _is_common(token: Token) -> bool:
    """Whether a word carries meaning: no article, pronoun, preposition or filler."""
    words = compare_table().words
    return token.kind == WORD and not any(
        token.text in words[name] for name in ("team", "prepositions", "fillers", "first", "unresolved", "changes")
    )


def _is_told(claim: Claim) -> bool:
    """Whether it says of what: by words, by a verb, or as a change from one named thing to another."""
    return bool(claim.slot) or claim.relation not in ("", ANY) or (claim.relation == ANY and claim.sorts == (WORD,))


def _content(tokens: Sequence[Token]) -> frozenset[str]:
    return frozenset(t.value for t in tokens if t.is_value or _is_common(t))


def _verb_class(word: str) -> str:
    table, found = compare_table(), verb_stem(word)
    if word in ("do", "does", "did"):
        return ""
    return table.relations.get(found) or (
        "light" if found in table.stemmed["light"] or word in table.words["light"] else ""
    )


def _is_past(word: str) -> bool:
    return (word.endswith("ed") and len(word) > len("seed")) or word in compare_table().words["irregular_past"]


def _is_participle(word: str) -> bool:
    return word.endswith(("ed", "en", "wn", "lt", "nt", "ld", "un", "ut", "et", "id", "ought")) or word in _PARTICIPLES


_PARTICIPLES = frozenset(
    {"run", "set", "led", "held", "kept", "made", "built", "sent", "put", "sold", "paid", "hosted"}
)


def _is_team(tokens: Sequence[Token]) -> bool:
    return bool(tokens) and all(t.text in ("we", "us", "team", "the", "our") for t in tokens)


def _role(token: Token) -> str:
    return compare_table().roles.get(token.text, "") if token.kind == WORD else ""


def _role_in(tokens: Sequence[Token]) -> str:
    """The role a phrase ends in or goes on from with `of`: `the owner of billing`, `my manager`."""
    for at, token in enumerate(tokens):
        after = tokens[at + 1].text if at + 1 < len(tokens) else "of"
        if _role(token) and after in ("of", "for", "on", "at"):
            return _role(token)
    return ""


def _role_stems() -> frozenset[str]:
    return frozenset(stem(role) for role in compare_table().roles)


def _pole_in(tokens: Sequence[Token]) -> Token | None:
    """A word of the table of antonyms; a preposition only where nothing hangs on it (`on by default`)."""
    prepositions = compare_table().words["prepositions"]
    for at, token in enumerate(tokens):
        after = tokens[at + 1].text if at + 1 < len(tokens) else ""
        if token.value in _poles() and (token.text not in prepositions or after in prepositions | {""}):
            return token
    return None


@functools.cache
def _poles() -> frozenset[str]:
    return frozenset(word for pair in compare_table().antonyms for word in pair)


def _split_scope(tokens: Sequence[Token], *, keep_first: bool = False) -> tuple[list[Token], frozenset[str]]:
    """What stands before the first preposition of scope, and the words after it; a value is never scope."""
    table = compare_table()
    for at, token in enumerate(tokens):
        if token.text in table.words["scope"] and at + 1 < len(tokens) and (at or not keep_first):
            rest = tokens[at + 1 :]
            if at and not any(t.is_value for t in rest[:2]):
                values = [t for t in rest if t.is_value]
                return [*tokens[:at], *values], frozenset(t.value for t in rest if _is_common(t))
    return list(tokens), frozenset()


def _by(right: list[Token], left: list[Token]) -> tuple[list[Token], list[Token]]:
    """Of `billing is owned by Ada`: who does it, and what is done to."""
    at = next((n for n, t in enumerate(right) if t.text == "by"), -1)
    return right[at + 1 :], left


def _until(tokens: Sequence[Token], word: str) -> list[Token]:
    at = next((n for n, t in enumerate(tokens) if t.text == word), len(tokens))
    return list(tokens[:at])


def _after(tokens: Sequence[Token], word: str) -> frozenset[str]:
    at = next((n for n, t in enumerate(tokens) if t.text == word), len(tokens))
    return _content(tokens[at + 1 :])


def _valued(
    subject: frozenset[str], scope: frozenset[str], relation: str, values: Sequence[Token], measure: Sequence[Token]
) -> Claim:
    """A claim of typed values; money needs no word for price."""
    sorts = tuple(token.kind for token in values)
    implied = (
        {"price"} if {"eur", "usd", "gbp"} & set(sorts) else {"deadlin"} if {DATE, DAY} & set(sorts) else set[str]()
    )
    return Claim(
        subject=subject - implied or subject,
        scope=scope - implied,
        relation="" if relation and set(sorts) <= {DATE} and relation != ANY else relation,
        sorts=sorts,
        values=tuple(token.value for token in values),
        measure=frozenset(t.value for t in measure if _is_common(t)) - implied,
        shown=" ".join(token.shown for token in (*values, *measure)),
    )


def _worded(subject: frozenset[str], scope: frozenset[str], relation: str, words: Sequence[Token]) -> Claim:
    values = tuple(sorted({t.value for t in words if t.is_value or _is_common(t)}))
    return Claim(
        subject=subject,
        scope=scope,
        relation=relation,
        sorts=("word",),
        values=(" ".join(values),),
        shown=" ".join(t.shown for t in words if t.is_value or _is_common(t)),
    )
