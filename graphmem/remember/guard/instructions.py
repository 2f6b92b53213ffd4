"""Text that speaks to the agent that reads it: found after its disguises are taken off."""

import re

from graphmem.remember.guard.disguise import bare, hidden_words, plain
from graphmem.remember.guard.shape import decoded
from graphmem.remember.guard.tables import INSTRUCTIONS

HIDDEN = "hidden-text"
_EMPHASIS = re.compile(r"[*`~]+|(?<![A-Za-z0-9<|])_+|_+(?![A-Za-z0-9>|])")
_SPACES = re.compile(r"[ \t\u00a0]+")
_WRAP = re.compile(r"(?<=[^\n.;:!?])[ \\]?\n ?(?=[a-z0-9|\"'(])")
_BLOCK_TAG = re.compile(
    r"</?(?:p|div|br|hr|li|ul|ol|td|th|tr|table|h[1-6]|blockquote|body|html|section|article|pre)\b[^<>]{0,100}>"
)
_SPACED = re.compile(r"\b(?:[A-Za-z] ){4,200}[A-Za-z]\b")
_ENCODED = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{24,}+={0,2}")
_SMUGGLED = re.compile("[\U000e0100-\U000e01ef\ufe00-\ufe0f]{4,}|[\u202d\u202e]|[\u200b\u200c\u2060-\u2064\ufeff]{8,}")
_LEAST_HIDDEN = 2


def find_instruction(text: str, *, is_outside: bool) -> str:
    """The label of the first instruction in `text`, "" when there is none.

    is_outside  it came from a file, a tool or a mail; what a person says in their own turn is no instruction to us
                unless it carries chat markup or letters that nobody can see
    """
    if len(hidden_words(text)) >= _LEAST_HIDDEN or (not text.isascii() and _SMUGGLED.search(text)):
        return HIDDEN
    shown = bare(text).text
    for seen in dict.fromkeys((shown, plain(text).text)):
        if label := _found(seen, is_outside=is_outside):
            return label
    if is_outside:
        inner = (decoded(run.group()) for run in _ENCODED.finditer(shown))
        return next((label for one in inner if one and (label := _found(one, is_outside=True))), "")
    return ""


def _found(text: str, *, is_outside: bool) -> str:
    forms = _forms(text.lower())
    rules = [
        rule
        for rule in INSTRUCTIONS
        if (is_outside or rule.is_markup) and any(anchor in form for form in forms for anchor in rule.anchors)
    ]
    spaced = _SPACED.search(text) if is_outside else None
    if not rules and not spaced:
        return ""
    for form in forms:
        for rule in rules:
            if rule.pattern.search(form):
                return rule.label
    return _found(_SPACED.sub(lambda run: run.group().replace(" ", ""), text), is_outside=True) if spaced else ""


def _forms(text: str) -> tuple[str, ...]:
    """As it stands, and as it reads: without emphasis, spaces evened out, wrapped lines joined."""
    evened = _SPACES.sub(" ", _EMPHASIS.sub("", text))
    lines = _BLOCK_TAG.sub("\n", evened)
    return tuple(dict.fromkeys((text, evened, lines, _WRAP.sub(" ", lines))))
