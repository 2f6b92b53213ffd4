"""Where the verb of a plain sentence stands: what is before it, what is after it, and of which class it is."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.remember.compare_table import compare_table, stem, verb_stem
from graphmem.remember.figures import WORD, Token, tokens_of
from graphmem.remember.phrases import poles
from graphmem.remember.plain import COPULAS, FEWEST_WORDS, Plain

_MARKS = frozenset({".", "!", ",", '"', "“", "”"})
_ARTICLES = frozenset({"the", "a", "an", "our", "my", "your", "its", "their", "this", "that", "these", "every", "each"})
_PARTICIPLES = frozenset(
    "run set led held kept made built sent put sold paid hosted bound cut fed hit known split spent taught".split()
)
_LONGEST_EVENTLESS = len("seed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """One clause taken apart.

    left, right  what stands before and after the verb, markers and fillers dropped
    verb         its stem; "" for `is` and where there is none; `word`: as it is written
    kind         is, change, owner, owned, single, many, uses, light, likes …; "verb" for one of no table, "" for none
    """

    left: list[Token]
    verb: str
    kind: str
    right: list[Token]
    word: str
    is_said: bool
    is_positive: bool
    is_hedged: bool


def parts_of(plain: Plain) -> Parts | None:
    """The parts of a plain sentence; None where it tells what might be, what somebody thinks, or what happened once."""
    tokens = [token for token in tokens_of(plain.text) if token.text not in _MARKS]
    if _is_vetoed(tokens):
        return None
    hedges = compare_table().words["hedges"]
    sure = [token for token in tokens if token.text not in hedges]
    kept, is_said, is_positive = _without_markers(sure, is_positive=plain.is_positive)
    is_told = plain.is_said or is_said
    if _is_pointed(kept):
        return None
    told = _without_modal(kept, is_told=is_told)
    if told is None or len(told) < FEWEST_WORDS:
        return None
    at, kind, kept = _verb(_without_possessive(told), is_perfect=plain.is_perfect)
    if kind == "event":
        return None
    return Parts(
        left=kept[:at] if at >= 0 else kept,
        verb="" if at < 0 or kind == "is" else verb_stem(kept[at].text),
        kind=kind,
        right=kept[at + 1 :] if at >= 0 else [],
        word=kept[at].text if at >= 0 else "",
        is_said=is_told,
        is_positive=is_positive,
        is_hedged=len(sure) < len(tokens),
    )


def verb_class(word: str) -> str:
    """The class of a verb in any form; "" when no table knows it."""
    table, found = compare_table(), verb_stem(word)
    if word in ("do", "does", "did"):
        return ""
    is_light = found in table.stemmed["light"] or word in table.words["light"]
    return table.relations.get(found) or ("light" if is_light else "")


def is_noun_here(tokens: Sequence[Token], at: int) -> bool:
    """Whether what stands there follows an article or a preposition: `the limit`, `our deploy window`."""
    return at > 0 and (tokens[at - 1].text in _ARTICLES or tokens[at - 1].text in compare_table().words["prepositions"])


def _is_vetoed(tokens: Sequence[Token]) -> bool:
    words, texts = compare_table().words, [token.text for token in tokens if token.kind != "mark"]
    if len(texts) < FEWEST_WORDS or texts[0] in words["asking"] | words["unresolved"]:
        return True
    told = {token.text for at, token in enumerate(tokens) if not (at and token.is_name)}
    return not (words["reports"] | words["modals"]).isdisjoint(told)


def _is_pointed(tokens: Sequence[Token]) -> bool:
    """`that is eleven`, `there is one`: what it is about stands elsewhere."""
    texts = [token.text for token in tokens[:2]]
    if not texts or texts[0] not in ("this", "that", "these", "those", "there", "here", "it", "so", "which", "one"):
        return False
    return (
        len(texts) < FEWEST_WORDS
        or texts[1] in COPULAS
        or bool(verb_class(texts[1]))
        or texts[0] in ("there", "here", "it")
    )


def _without_markers(tokens: Sequence[Token], *, is_positive: bool) -> tuple[list[Token], bool, bool]:
    words, kept, is_said = compare_table().words, list[Token](), False
    for token in tokens:
        if token.text in words["changes"]:
            is_said = True
        elif token.text in ("not", "never", "without"):
            is_positive = not is_positive
        elif token.text == "new" and kept and kept[-1].text in words["first"] | {"our", "the"}:
            is_said = True
        elif token.text not in words["fillers"] and token.text not in ("do", "does", "did"):
            kept.append(token)
    return kept, is_said, is_positive


def _without_modal(tokens: list[Token], *, is_told: bool) -> list[Token] | None:
    """`may buy 40 tickets` and `must wear` hold; `may be 5` and `will move` do not, unless a moment is given for it."""
    at = next((n for n, t in enumerate(tokens) if n and t.text in ("may", "can", "must", "will", "'ll", "shall")), -1)
    if at < 0:
        return tokens
    modal, after = tokens[at].text, tokens[at + 1].text if at + 1 < len(tokens) else ""
    if modal == "may" and tokens[at].is_name:
        return tokens
    is_plan = modal in ("will", "'ll", "shall") and not is_told
    is_open = modal in ("may", "can") and (after in ("be", "have", "not") or verb_class(after) == "change")
    return None if is_plan or is_open else [*tokens[:at], *tokens[at + 1 :]]


def _without_possessive(tokens: list[Token]) -> list[Token]:
    """`the resizer's limit is …` has its verb elsewhere."""

    def is_possessive(at: int) -> bool:
        after, before = tokens[at + 1 :], tokens[:at]
        is_after = any(t.text in COPULAS or verb_class(t.text) or is_past(t.text) for t in after[1:])
        is_told = is_after or any(_class_at(before, n) for n in range(1, len(before) - 1))
        return is_told and tokens[at - 1].text not in ("it", "that", "there", "this", "here")

    return [t for at, t in enumerate(tokens) if not (t.text == "'s" and at and is_possessive(at))]


def _verb(tokens: list[Token], *, is_perfect: bool) -> tuple[int, str, list[Token]]:
    """Where the main verb stands, of which class it is, and the tokens (without the copula of a participle)."""
    copula = next((at for at, t in enumerate(tokens) if t.text in COPULAS or (t.text in "=:" and at)), -1)
    known = [(at, kind) for at in range(len(tokens)) if (kind := _class_at(tokens, at))]
    if copula >= 0:
        return _after_copula(tokens, copula, is_perfect=is_perfect)
    changes = [(at, kind) for at, kind in known if kind == "change" and (at < FEWEST_WORDS or is_past(tokens[at].text))]
    over = [pair for pair in known if pair[1] == "over"]
    done = next((at for at, t in enumerate(tokens) if is_perfect and is_participle(t.text) and not t.is_name), -1)
    if done >= 0 and not changes and not over and _has_target(tokens[done:]):
        return done, "change", tokens
    is_event = any(is_past(token.text) for token in tokens[1:] if token.kind == WORD and not token.is_name)
    if changes or over or (known and not is_event):
        return *(changes or over or _finite(tokens, known))[0], tokens
    return (-1, "event", tokens) if is_event else (*_unknown(tokens), tokens)


def _finite(tokens: Sequence[Token], known: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Those in -s when the first may be a noun: `the backup run takes two hours`."""
    is_plain = known[0][0] > 0 and not tokens[known[0][0]].text.endswith("s") and tokens[0].text not in ("we", "i")
    ending = [pair for pair in known if tokens[pair[0]].text.endswith("s") and pair[0] - known[0][0] == 1]
    return ending if is_plain and ending else known


def _class_at(tokens: Sequence[Token], at: int) -> str:
    """The class of the verb at this place, "" when it is none or stands as a noun."""
    token, after = tokens[at], tokens[at + 1].text if at + 1 < len(tokens) else ""
    if token.kind != WORD or (token.is_name and at) or is_noun_here(tokens, at):
        return ""
    if after == "over" and verb_stem(token.text) == "take":
        return "over"
    kind = verb_class(token.text) if _is_form(token.text) else ""
    if token.text.endswith("ing") and not (at and tokens[at - 1].text in COPULAS):
        return ""
    is_order = kind in ("change", "uses") or (kind == "single" and after in _ARTICLES)
    return kind if at or is_order else ""


def _is_form(word: str) -> bool:
    """Whether it is a verb's form and no noun made of it: `contains`, not `container`."""
    suffix = next((end for end in ("er", "or", "ment", "tion", "ly") if word.removesuffix("s").endswith(end)), "")
    return not suffix or stem(word).endswith(suffix) or word.startswith(("administer", "deliver"))


def _unknown(tokens: Sequence[Token]) -> tuple[int, str]:
    """A verb that no table knows: a word in -s after its subject, or one that a complement follows."""
    places = [at for at in range(1, len(tokens)) if _may_be_verb(tokens, at)]
    for at in places:
        if tokens[at - 1].text in ("we", "i"):
            return at, "verb"
    for at in places:
        if tokens[at].text.endswith("s") and not tokens[at].text.endswith("ss"):
            return at, "verb"
    for at in places:
        if tokens[at - 1].text.endswith("s") and at + 1 < len(tokens):
            return at, "verb"
    return -1, ""


def _may_be_verb(tokens: Sequence[Token], at: int) -> bool:
    token, words = tokens[at], compare_table().words
    if token.kind != WORD or token.is_name or is_noun_here(tokens, at) or token.text in words["prepositions"]:
        return False
    if token.text in _ARTICLES | words["team"] | words["first"] or not token.text.isalpha():
        return False
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    return after is None or (
        after.is_value
        or after.is_name
        or after.text in words["prepositions"] | _ARTICLES | {"up", "off", "out", "down"}
        or tokens[at - 1].text in ("we", "i")
        or tokens[at - 1].is_name
    )


def _has_target(tokens: Sequence[Token]) -> bool:
    return any(token.text in ("to", "into", "onto", "until") for token in tokens)


def _after_copula(tokens: list[Token], at: int, *, is_perfect: bool) -> tuple[int, str, list[Token]]:
    """`is owned by`, `was raised to`: the participle is the verb; `was 5` is the past."""
    is_was, follower = tokens[at].text in ("was", "were"), tokens[at + 1] if at + 1 < len(tokens) else None
    rest, has_target = [*tokens[:at], *tokens[at + 1 :]], _has_target(tokens[at:])
    plain = (-1, "event", tokens) if is_was else (at, "is", tokens)
    if follower is None or follower.kind != WORD or follower.is_name or (follower.value in poles() and not has_target):
        return plain
    kind, is_done = verb_class(follower.text), is_participle(follower.text)
    after = rest[at + 1] if len(rest) > at + 1 else None
    if kind == "change" and after and after.text in ("on", "off"):
        return at, "is", [*tokens[: at + 1], *tokens[at + 2 :]]
    if (kind == "change" and (is_was or is_done)) or (is_perfect and is_was and is_done and has_target):
        return at, "change", rest
    is_led = after is not None and (after.is_value or after.text in compare_table().words["prepositions"])
    if is_was or not is_done or not (kind or is_led):
        return plain
    if kind == "light":
        return at, "is", [*tokens[: at + 1], *tokens[at + 2 :]]
    is_by = any(token.text == "by" for token in rest[at:]) and not any(token.is_value for token in rest[at:])
    return at, "owned" if is_by else "stored", rest


def is_past(word: str) -> bool:
    """Whether a verb form tells of the past: `failed`, `took`."""
    is_form = word.endswith("ed") and not word.endswith("eed") and len(word) > _LONGEST_EVENTLESS
    return is_form or word in compare_table().words["irregular_past"]


def is_participle(word: str) -> bool:
    """Whether a word may be the participle of a verb."""
    return word.endswith(("ed", "en", "wn", "lt", "nt", "ld", "un", "ut", "et", "id", "ought")) or word in _PARTICIPLES
