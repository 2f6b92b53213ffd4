"""Passages between `<private>` and `</private>`: taken out before anything else sees them."""

import re
from dataclasses import dataclass

from graphmem.remember.guard.disguise import Span, bare, replaced

_OPENS = re.compile("[<&\uff1c]")
_TAG = re.compile(
    r"(?P<mention>`)?<\s{0,3}(?P<close>/?)\s{0,3}private(?:\s[^<>\n]{0,100})?\s{0,3}/?>(?P<end>`)?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A text without its private passages.

    lines  the 1-based line on which each passage began
    depth  how many passages are open at its end
    """

    text: str
    lines: tuple[int, ...]
    depth: int


def without_private(text: str, depth: int = 0) -> Kept:
    """`text` as it may be stored; `depth` passages are open before it begins.

    Tags may be nested, in any case, spaced, escaped as HTML, written full-width or broken by invisible characters. An
    unclosed one reaches to the end of the text, and on: the caller carries `depth`. A tag that stands alone in back
    ticks is a mention of it, not a tag. A closing tag without an opening one stays.
    """
    if not depth and not _OPENS.search(text):
        return Kept(text=text, lines=(), depth=0)
    view = bare(text)
    spans: list[Span] = []
    opened = 0
    lines = [1] if depth else []
    for tag in _TAG.finditer(view.text):
        if tag["mention"] and tag["end"] and not depth:
            continue
        start, end = view.span(tag.start() + bool(tag["mention"]), tag.end() - bool(tag["end"]))
        if not tag["close"]:
            if not depth:
                opened = start
                lines.append(text.count("\n", 0, start) + 1)
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                spans.append((opened, end))
    if depth:
        spans.append((opened, len(text)))
    return Kept(text=replaced(text, ((start, end, "") for start, end in spans)), lines=tuple(lines), depth=depth)
