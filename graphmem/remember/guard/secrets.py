"""Secrets in a text, plain or disguised, as spans of it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from graphmem.remember.guard.assigned import assigned
from graphmem.remember.guard.disguise import View, bare, joined, plain
from graphmem.remember.guard.shape import decoded, is_cut_token, is_password, is_placeholder, is_random, is_varied
from graphmem.remember.guard.tables import SECRETS

Found = tuple[int, int, str]

_BEGIN = re.compile(r"-{3,5}\s?BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?\s?-{3,5}", re.IGNORECASE)
_END = re.compile(r"-{3,5}\s?END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?\s?-{3,5}", re.IGNORECASE)
_KEY_LINES = re.compile(r"(?:[A-Za-z0-9+/=]{16,}+|[A-Z][\w-]{2,20}: [^\n]{0,100})(?:\s++[A-Za-z0-9+/=]{2,}+)*+")
_ENCODED = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{20,}+={0,2}")
_LEAST = 6
_CONTINUED = re.compile(r"[\w.+/=-]*")
PRIVATE_KEY = "private-key"
_VAGUE = frozenset({"token", "password", "api-key", "cut-token", "auth-header", "encoded-secret"})
"""Labels that give way to a more telling one of the same place."""
_BODY = re.compile(r"[A-Za-z]{2,10}[-_.]")
_DISTINCT = 6
_LAST = 340
"""How far from the end of a text a token that was cut off may begin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """What was found; `is_open`: a private key began and did not end."""

    found: tuple[Found, ...]
    is_open: bool = False


def find_secrets(text: str, *, is_open: bool = False) -> Secrets:
    """All secrets of `text` as (start, end, label): in order, apart from each other.

    is_open  the text before it ended inside a private key
    """
    view = plain(text)
    naked = bare(text)
    found = [*_in(view)]
    if naked.base is not None:
        found += _mapped(naked, _in(naked))
    if glued := joined(naked):
        found += _mapped(glued, _broken(glued))
    blocks, still_open = _key_blocks(view.text, is_open=is_open)
    found += blocks
    found += _encoded(view.text)
    if naked.base is not None:
        found += _mapped(naked, _encoded(naked.text))
    return Secrets(found=tuple(_apart(found)), is_open=still_open)


def _in(view: View) -> Iterator[Found]:
    yield from _tokens(view.text)
    yield from assigned(view.text)
    yield from _cut(view.text)


def _tokens(text: str) -> Iterator[Found]:
    for rule in SECRETS.tokens:
        if any(anchor in text for anchor in rule.anchors):
            for match in rule.pattern.finditer(text):
                start, end = _masked_span(match)
                if _CHECKS[rule.check](text[start:end]):
                    yield start, end, rule.label


def _masked_span(match: re.Match[str]) -> tuple[int, int]:
    named = [name for name, value in match.groupdict().items() if value]
    return match.span(named[0]) if named else match.span()


def _is_plausible(value: str) -> bool:
    return len(set(_body(value).lower())) >= _DISTINCT and not is_placeholder(value)


def _is_credential(value: str) -> bool:
    return (not is_placeholder(value) and any(map(str.isdigit, value))) or is_random(value)


_CHECKS: dict[str, Callable[[str], bool]] = {
    "": _is_plausible,
    "random": lambda value: is_random(_body(value)),
    "header": _is_credential,
    "basic": lambda value: ":" in decoded(value),
    "password": lambda value: is_password(value, is_quoted=True, is_assigned=False),
    "strong": lambda value: is_password(value, is_quoted=False, is_assigned=False) and is_varied(value),
    "url": lambda value: not is_placeholder(value),
}
"""What a value must be, by the `check` of its rule in `secrets.toml`."""


def _body(value: str) -> str:
    """A token without its prefix of letters."""
    prefix = _BODY.match(value)
    return value[prefix.end() :] if prefix else value


def _cut(text: str) -> Iterator[Found]:
    match = SECRETS.cut.search(text, max(0, len(text) - _LAST))
    if match and is_cut_token(match["body"]):
        yield match.start(), match.end("body"), SECRETS.cut_label


def _broken(view: View) -> Iterator[Found]:
    """Tokens that a line break cuts in two; each line after it must look like a piece of one."""
    for start, end, label in _tokens(view.text):
        breaks = [place for place in view.joins if start < place < end]
        if not breaks:
            continue
        stop = end
        for place, following in zip(breaks, (*breaks[1:], end), strict=True):
            if not _is_piece(view.text[place:following]):
                stop = place
                break
        if stop > breaks[0]:
            yield start, stop, label


def _is_piece(text: str) -> bool:
    has_case = text != text.lower() and text[1:] != text[1:].lower()
    return any(map(str.isdigit, text)) or (len(text) >= _LEAST and has_case) or any(each in "+/=" for each in text)


def _mapped(view: View, found: Iterator[Found]) -> Iterator[Found]:
    for start, end, label in found:
        yield *view.span(start, end), label


def _key_blocks(text: str, *, is_open: bool) -> tuple[list[Found], bool]:
    """Blocks of private keys; what is open at the end reaches over the lines that look like a key."""
    found: list[Found] = []
    place = 0
    if is_open:
        end = _END.search(text)
        lines = _KEY_LINES.match(text.lstrip())
        if end:
            found.append((0, end.end(), PRIVATE_KEY))
            place, is_open = end.end(), False
        elif lines and lines.end() == len(text.strip()):
            return [(0, len(text), PRIVATE_KEY)], True
        else:
            is_open = False
    if "PRIVATE KEY" not in text.upper():
        return found, False
    while begin := _BEGIN.search(text, place):
        end = _END.search(text, begin.end())
        if end is None:
            found.append((begin.start(), _unclosed(text, begin.end()), PRIVATE_KEY))
            return found, True
        if text[begin.end() : end.start()].strip(" \n.…<>*x-"):
            found.append((begin.start(), end.end(), PRIVATE_KEY))
        place = end.end()
    return found, is_open


def _unclosed(text: str, start: int) -> int:
    """Where a key without an end marker stops: after its lines, or at the end when something else is between."""
    rest = text[start:]
    lines = _KEY_LINES.match(rest.lstrip("\\nr\n\r \t\"'+"))
    return len(text) if lines or not rest.strip() else start


def _encoded(text: str) -> Iterator[Found]:
    """Runs of base64 whose text holds a secret, or is one again."""
    for run in _ENCODED.finditer(text):
        inner = decoded(run.group())
        if len(inner) >= _LEAST and _holds(inner):
            yield *run.span(), "encoded-secret"


def _holds(text: str) -> bool:
    view = plain(text)
    return any(True for _ in _in(view)) or bool(_BEGIN.search(text))


def _apart(found: list[Found]) -> Iterator[Found]:
    """Findings in order; those that touch become one under the label of the first, which is the most telling."""
    merged: list[Found] = []
    for start, end, label in sorted(found, key=lambda one: (one[0], -one[1])):
        if merged and start < merged[-1][1]:
            left, right, own = merged[-1]
            telling = label if own in _VAGUE and label not in _VAGUE else own
            merged[-1] = (left, max(right, end), telling)
        else:
            merged.append((start, end, label))
    yield from merged
