"""Changes that are announced in words of their own: `the armband goes to Tariq now` after `Rosalind captains the team`.

Where the slots of two sentences (`readings.py`) do not meet, the newer one may still say by itself that something is
over. Then what both are about decides: the words they share, how alike they are, and whether a value of one sort
stands in both. What looks like another thing (another scope, another name beside another figure, the same frame with
two words exchanged) is left alone: a wrong ending hides what holds.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from graphmem.domain.text import STOP_WORDS, fold, stems, words
from graphmem.remember.compare_table import compare_table, stem, verb_stem
from graphmem.remember.figures import COUNT, DATE, DAY, WORD, Token, tokens_of

SAME_SORT, SAME_SORT_ALONE = 0.3, 0.5
"""Cosine from which a figure may take the place of one of its sort; the higher one where a single word is shared."""
NAMED, NAMED_SHARE = 0.6, 0.66
CLOSE, CLOSE_SHARE = 0.7, 0.5
MANY, MANY_SHARED = 0.45, 3
"""Cosine, and share of the shorter sentence's words or how many, from which a value in words may replace another."""
FEWEST_TOLD, MOST_TOLD = 2, 20
"""Content words from which, and words up to which, an announcement is a fact of its own."""
FRAME = 0.5
"""Share of the shorter sentence that stands in both, from which two differences are a contrast."""
_MOST_EXCHANGED = 2
_FEWEST = 2
"""Words that matter and that both must share where no figure tells what the value is."""

SHORT_WORD = 4

_DAY = (
    r"(?:this|next|last|today|tomorrow|then|the|week|version|release|v?\d|\w+day|[a-z]+ber|[a-z]+uary|march|april|may"
    r"|june|july|august)"
)
_NOW = re.compile(
    rf"\bnow\b(?! and then)|\b(?:nowadays|these days|any ?more|no more|no longer|instead|henceforth|again|turns out)\b"
    rf"|\b(?:from (?:now|here) on|until further|as of)\b|\b(?:from|starting|effective|beginning|as from|since) {_DAY}"
    r"|\b(?:back|down|up|over) (?:to|at|on)\b|\bgoing (?:over|up|down)\b"
    r"|\b(?:went|gone|goes|go) (?:up|down|over|back|to|from)\b|\b(?:come|came|comes) (?:up|down|back|from)\b"
    r"|\b(?:took|takes?|taken|taking) (?:over|the place)\b|\bnew (?=\w)|\brather than\b|\bnot \S+ (?:any|but)\b"
    r"|\b(?:scrap|forget) (?:that|the)\b"
    r"|\b(?:ended up|stopped|ripped out|got rid of|settled on|change of plan)\b|^\W*(?:update|correction|drop)\b",
)
_UNSURE = re.compile(
    r"\?|\b(?:if|whether|unless|suppose|imagine|maybe|perhaps|might|could|would|wish|hop(?:e|ing)|propos\w+|suggest\w*"
    r"|ideas?|think(?:ing)?|consider\w*|plan(?:s|ned|ning)?(?= to)|supposed|expected|probably|possibly|used to|back in"
    r"|back then|formerly|previously|originally|once(?! (?:a|an|per|every)\b)|ago|last (?:year|month|season|quarter)"
    r"|said|says|told|heard|claim\w*|reckon\w*|rumou?r|asked|wanted|almost|nearly|unlike|except|temporarily"
    r"|just for|only for|(?:for|just) today|this once|one-off)\b|\bshould\b(?!.*\binstead\b)"
)
_ADDS = re.compile(
    r"\btoo(?=\s*(?:[.,!;]|$))|\b(?:as well|also|both|another|additional|besides|either|plus|likewise|similarly)\b"
)
_OVER = re.compile(
    r"\b(?:no more|instead of|rather than|no longer|not|ripped out|sold|drop|dropped|scrap|scrapped|replaces|replaced"
    r"|away from|off) ((?:the |our |my |an? )?[\w.:-]+)"
)
_WORD = re.compile(r"[^\W_][\w'%.:-]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    """content: stems; things: those that are no verb; names: of capitalised words inside; figures: by (sort, counted).

    pairs  words that follow each other, as stems
    numbered  things whose number is their name, with it: line 3
    """

    content: frozenset[str]
    things: frozenset[str]
    names: frozenset[str]
    figures: dict[tuple[str, str], str]
    scopes: frozenset[str]
    faces: tuple[str, ...]
    pairs: frozenset[tuple[str, str]]
    numbered: dict[str, str]


@functools.lru_cache(maxsize=65536)
def announces(sentence: str) -> bool:
    """Whether it says, and is sure, that something is otherwise from now on."""
    text = fold(sentence)
    is_told = bool(_NOW.search(text) or _changed().search(text))
    return is_told and not _UNSURE.search(text) and not _ADDS.search(text)


def is_worth_keeping(clause: str) -> bool:
    """Whether a clause that gives no slot a value tells of a change in enough words to know what has changed."""
    return announces(clause) and len(_look(clause).content) >= FEWEST_TOLD and len(clause.split()) <= MOST_TOLD


def takes_the_place(newer: str, older: str, likeness: float) -> bool:
    """Whether `newer` announces another value of what `older` says; `likeness` is the cosine of the two."""
    if not announces(newer) or "?" in older:
        return False
    ours, theirs = _look(newer), _look(older)
    shared = (ours.content & theirs.content) - compare_table().stemmed["common"]
    if not shared - (ours.names & theirs.names) or _are_apart(ours, theirs):
        return False
    share = len(ours.content & theirs.content) / max(1, min(len(ours.content), len(theirs.content)))
    sorts = {sort for sort, _ in ours.figures}, {sort for sort, _ in theirs.figures}
    if sorts[0] & sorts[1]:
        is_met = len(shared) >= _FEWEST or (likeness >= SAME_SORT_ALONE and share >= CLOSE_SHARE)
        return likeness >= SAME_SORT and is_met and _is_another_figure(ours, theirs)
    if sorts[0] and sorts[1]:
        return False
    if len(shared) < _FEWEST:
        return False
    is_near = (likeness >= NAMED and share >= NAMED_SHARE) or (likeness >= CLOSE and share >= CLOSE_SHARE)
    is_told = likeness >= MANY and share >= CLOSE_SHARE and len(shared) >= MANY_SHARED
    return is_near or is_told or _names_old(newer, shared)


def _names_old(newer: str, shared: frozenset[str]) -> bool:
    """Whether a word of the older sentence is said to be over: `no more gitmoji`, `instead of Bring`."""
    return any(shared.intersection(stems(found[1])) for found in _OVER.finditer(fold(newer)))


def _are_apart(ours: _Look, theirs: _Look) -> bool:
    """Whether they are about two things: of two scopes, two names beside two figures, or one frame for both."""
    more, less = ours.scopes - theirs.scopes, theirs.scopes - ours.scopes
    soft = compare_table().stemmed["soft_scope"]
    if (more and less) or ((more | less) - soft):
        return True
    if any(theirs.numbered.get(thing, number) != number for thing, number in ours.numbered.items()):
        return True
    names = ours.names - theirs.content, theirs.names - ours.content
    if ours.figures and theirs.figures and all(names):
        return True
    things = (ours.things - theirs.content - ours.names) | more, (theirs.things - ours.content - theirs.names) | less
    is_close = len(ours.things & theirs.things - ours.names) >= _FEWEST
    return (all(things) and not is_close) or _are_two_kinds(ours, theirs, things) or _is_contrast(ours, theirs)


def _are_two_kinds(ours: _Look, theirs: _Look, things: tuple[frozenset[str], frozenset[str]]) -> bool:
    """Whether a word of both has another one before it in each: the rye loaf, the spelt loaf."""
    return any(
        head == other and more in things[0] and less in things[1]
        for more, head in ours.pairs
        for less, other in theirs.pairs
    )


def _is_contrast(ours: _Look, theirs: _Look) -> bool:
    """Whether one is the other with two words exchanged: `the font size of the captions` after that of the headings."""
    matcher = SequenceMatcher(None, ours.faces, theirs.faces, autojunk=False)
    ops = [op for op in matcher.get_opcodes() if op[0] == "replace"]
    same = sum(block.size for block in matcher.get_matching_blocks())
    if same < FRAME * min(len(ours.faces), len(theirs.faces)) or any(
        max(b - a, d - c) > _MOST_EXCHANGED for _, a, b, c, d in ops
    ):
        return False
    heavy = [(_heavy(ours.faces[a:b]), _heavy(theirs.faces[c:d])) for _, a, b, c, d in ops]
    return sum(all(pair) or _has_digit(pair[0]) for pair in heavy) > 1


def _heavy(faces: tuple[str, ...]) -> tuple[str, ...]:
    light = compare_table().words["changed"] | compare_table().words["changes"] | STOP_WORDS | {"longer", "back", "set"}
    return tuple(word for word in faces if word not in light)


def _has_digit(faces: tuple[str, ...]) -> bool:
    return any(sign.isdigit() for word in faces for sign in word)


def _is_another_figure(ours: _Look, theirs: _Look) -> bool:
    """Whether a figure of one sort, counting the same, has another value; a bare one may count what the other names."""
    for (sort, counted), value in ours.figures.items():
        for (other, also), old in theirs.figures.items():
            is_named = not (counted and also) and (counted in theirs.content or also in ours.content)
            if sort == other and (counted == also or is_named) and value != old:
                return True
    return False


@functools.lru_cache(maxsize=65536)
def _look(sentence: str) -> _Look:
    found = tokens_of(sentence)
    figures = {
        (token.kind, _counted(found, at) if token.kind == COUNT else ""): token.value
        for at, token in enumerate(found)
        if token.is_value and not _is_from(found, at)
    }
    shown = set(stems(" ".join(token.text for token in found if token.is_value)))
    marks = compare_table().stemmed["marks_scope"]
    counted = set(stems(" ".join(b.text for a, b in pairwise(found) if a.is_value and b.kind == WORD)))
    content = frozenset(stems(sentence)) - shown - counted
    inside = [token for token in found if token.kind == WORD][1:]
    return _Look(
        content=content,
        things=frozenset(_things(found)) & content,
        names=frozenset(name for token in inside if token.is_name for name in stems(token.text)),
        figures=figures,
        scopes=frozenset(map(stem, words(sentence))) & marks,
        faces=tuple(_WORD.findall(fold(sentence))),
        pairs=frozenset(pairwise(stem(word) for word in words(sentence))),
        numbered={
            found[at - 1].value: token.value
            for at, token in enumerate(found)
            if at and token.kind == COUNT and not _counted(found, at) and any(_things(found[at - 1 : at]))
        },
    )


def _things(found: Sequence[Token]) -> Iterator[str]:
    """Stems of words that do not look like verbs and count nothing."""
    table = compare_table()
    verbs = table.relations.keys() | table.stemmed["vague"] | table.stemmed["light"] | table.stemmed["changed"]
    for at, token in enumerate(found):
        before = found[at - 1].text if at else ""
        is_verb = verb_stem(token.text) in verbs or (
            len(token.text) > SHORT_WORD and token.text.endswith(("ed", "ing"))
        )
        is_light = token.text in table.words["idle_things"]
        if token.kind == WORD and not is_light and (not is_verb or before in table.words["team"]):
            yield from stems(token.text)


def _counted(found: Sequence[Token], at: int) -> str:
    after = found[at + 1] if at + 1 < len(found) else None
    return (
        after.value
        if after and after.kind == WORD and after.text not in STOP_WORDS and not _NOW.match(after.text)
        else ""
    )


def _is_from(found: Sequence[Token], at: int) -> bool:
    """Whether it says since when: `from 1 May`, `as of Monday`."""
    return (
        found[at].kind in (DATE, DAY) and at > 0 and found[at - 1].text in ("from", "of", "since", "starting", "until")
    )


@functools.cache
def _changed() -> re.Pattern[str]:
    """`was raised`, `we moved`, `reduced to`, `^ switched`."""
    verbs = "|".join(sorted(compare_table().words["changed"]))
    return re.compile(
        rf"\b(?:has|have|'s|had|was|were|is|are|got|gets?|being|been|we|i|they|he|she|you|'ve|just|also) (?:{verbs})\b"
        rf"|\b(?:{verbs}) (?:to|from|by|down|up|back|until|over|out|into|onto|on|off)\b|^\W*(?:{verbs}|sold)\b"
        r"|\b(?:switching|swapping|moving|replacing|replaces)\b"
    )
