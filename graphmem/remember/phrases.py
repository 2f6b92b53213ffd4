"""Groups of tokens inside a clause: what is a person, a role, a phrase, a qualifier."""

from collections.abc import Sequence
from dataclasses import replace

from graphmem.domain.text import fold
from graphmem.remember.compare_table import compare_table, stem
from graphmem.remember.figures import COUNT, WORD, Token
from graphmem.remember.plain import FEWEST_WORDS

DEFINITE = frozenset({"the", "our", "my", "all", "every", "each"})


def poles() -> frozenset[str]:
    """Stems of all words that have an opposite or stand in a group of which one holds."""
    return compare_table().poles


def is_common(token: Token) -> bool:
    """Whether a word carries meaning: no article, pronoun, preposition or filler."""
    words = compare_table().words
    idle = ("team", "prepositions", "fillers", "first", "unresolved", "changes")
    is_sign = token.is_name and len(token.raw) > 1 and token.raw.isupper()  # `US` is no `us`
    return token.kind == WORD and (is_sign or not any(token.text in words[name] for name in idle))


def role_of(token: Token) -> str:
    """The stem of what the holder of a role does, "" for another word."""
    return compare_table().roles.get(token.text, "") if token.kind == WORD else ""


def role_in(tokens: Sequence[Token]) -> str:
    """The role a phrase ends in or goes on from with `of`: `the owner of billing`, `my manager`."""
    for at, token in enumerate(tokens):
        after = tokens[at + 1].text if at + 1 < len(tokens) else "of"
        if role_of(token) and after in ("of", "for", "on", "at"):
            return role_of(token)
    return ""


def role_stems() -> frozenset[str]:
    """The stems of all role nouns."""
    return frozenset(stem(fold(role)) for role in compare_table().roles)


def phrases_of(tokens: Sequence[Token]) -> list[list[Token]]:
    """The object and the phrases, each with its preposition."""
    found: list[list[Token]] = []
    for token in tokens:
        is_lead = token.text in compare_table().words["prepositions"] and token.text != "of"
        if is_lead or not found:
            found.append([])
        found[-1].append(token)
    return found


def marked(tokens: Sequence[Token]) -> frozenset[str]:
    """Numbers as names: `room 4`."""
    return frozenset(f"#{token.value}" for token in tokens if token.is_value)


def labelled(tokens: Sequence[Token]) -> list[Token]:
    """The tokens, with each number that is the name of a thing spoken of (`for lane 12`, `of line 3`) as a word."""
    found = list(tokens)
    for at in range(2, len(tokens)):
        lead, thing, number = tokens[at - 2 : at + 1]
        is_last = at + 1 == len(tokens) or not is_common(tokens[at + 1])
        if lead.text in ("for", "of") and is_common(thing) and number.kind == COUNT and is_last:
            found[at] = replace(number, kind=WORD, value=f"#{number.value}")
    return found


def modifiers(tokens: Sequence[Token]) -> frozenset[tuple[str, str]]:
    """Words that stand before another one, or hang on it with `of`, `for` …, with that one."""
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


def values_of(tokens: Sequence[Token]) -> frozenset[str]:
    """The stems and values a phrase stands for."""
    return frozenset(t.value for t in tokens if t.is_value or is_common(t))


def is_person(tokens: Sequence[Token]) -> bool:
    """`Bo`, `Bo Lind`, `I`: nothing but a name."""
    if any(token.text in ("i", "i'm") for token in tokens[:1]):
        return True
    return bool(tokens) and len(tokens) <= FEWEST_WORDS and all(t.is_name and t.text.isalpha() for t in tokens)


def is_team(tokens: Sequence[Token]) -> bool:
    """`we`, `the team`: nobody in particular."""
    return bool(tokens) and all(t.text in ("we", "us", "team", "the", "our") for t in tokens)


def is_infinitive(tokens: Sequence[Token]) -> bool:
    """`was updated to support X` tells what for."""
    if len(tokens) <= FEWEST_WORDS or tokens[0].text != "to" or tokens[1].is_name or not is_common(tokens[1]):
        return False
    return tokens[2].is_name or tokens[2].text in DEFINITE | {"a", "an"}


def target_of(right: Sequence[Token]) -> int:
    """Where the new value is announced: the last `to`, or of a range (`to 3pm to 6pm`) the one before."""
    found = [n for n, token in enumerate(right) if token.text in ("to", "into", "onto", "until")]
    is_range = len(found) > 1 and right[found[-1] - 1].is_value and right[found[-1] - 2].text == "to"
    return found[-2] if is_range else next(reversed(found), -1)


def cut_at(tokens: Sequence[Token], word: str) -> tuple[list[Token], list[Token]]:
    """What stands before the word and what after it."""
    at = next((n for n, t in enumerate(tokens) if t.text == word), len(tokens))
    return list(tokens[:at]), list(tokens[at + 1 :])


def split_scope(tokens: Sequence[Token], *, keep_first: bool = False) -> tuple[list[Token], frozenset[str]]:
    """What stands before the first preposition of scope, and the words after it; a value is never scope."""
    table = compare_table()
    for at, token in enumerate(tokens):
        if token.text in table.words["scope"] and at + 1 < len(tokens) and (at or not keep_first):
            rest = tokens[at + 1 :]
            if at and not any(t.is_value for t in rest[:2]):
                values = [t for t in rest if t.is_value]
                return [*tokens[:at], *values], frozenset(t.value for t in rest if is_common(t))
    return list(tokens), frozenset()
