"""Secrets that only the words around them give away: `password = …`, `the API key is …`, environment files."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphmem.remember.guard.shape import has_symbol, is_password, is_placeholder, is_random, is_token, is_varied
from graphmem.remember.guard.tables import SECRETS

_SHORT = frozenset({"pass", "pw", "pwd", "dsn"})
KEY_LENGTH = 20
_REACH = 260
"""How far behind the word a value may begin and end."""
_SUFFIX = re.compile(r"[_-]?([A-Za-z0-9_-]{0,12})")
_CLOSED = r"[\"'`*\])”’]{0,3}"
_ASSIGN = re.compile(rf"{_CLOSED}\s{{0,8}}(?P<mark>:=|=>|->|→|={{1,3}}|:)\s{{0,8}}(?:[rbuf](?=[\"']))?")
_VALUE_OF = re.compile(rf"{_CLOSED},?\s{{1,24}}[\"']?value[\"']?\s{{0,3}}[:=]\s{{0,3}}", re.IGNORECASE)
_CELL = re.compile(rf"{_CLOSED}\s{{0,20}}\|\s{{0,20}}")
_TAG = re.compile(r"\s{0,3}>\s{0,3}")
_CALL = re.compile(r"\(\s{0,3}(?=[\"'])")
_FLAG = re.compile(r"[ =]{1,2}")
_SPOKEN = re.compile(
    rf"{_CLOSED}(?:\s{{1,3}}(?:for|of|to|on|at|in|für|von|para|de|pour|do|da)(?:\s{{1,3}}[\w.@'’/-]{{1,40}}){{1,5}}?)?"
    r"\s{1,3}(?:is|was|=|will\sbe|are|ist|lautet|es|est|é|has\sbeen|(?:(?:is|was|got|been)\s)?(?:set|changed|reset|rotated|updated)\sto)"
    r"\s{1,3}(?:(?:now|currently|still|set\sto|just|simply|jetzt|ahora|maintenant|changed\sto)\s{1,3})?",
    re.IGNORECASE,
)
_NEXT = re.compile(rf"{_CLOSED}\s{{1,3}}[(]?")
_FAR = re.compile(r"[^\n]{0,24}?(?<![\w/.+=~-])(?P<value>[\w+/=~-]{24,200})(?![\w+/=~-])")
_QUOTED = re.compile(
    r"(?P<open>\\?[\"'`“‘*]{1,3})(?P<value>[^\n\"'`“”‘’*\\]{1,220}|[^\n\"'`“”‘’\\]{1,220})(?=\\?[\"'`”’*])"
)
_BARE = re.compile(r"[^\s\"'`<>|“”]{1,200}")
_TO_MARK = re.compile(r"[^\s\"'`<>|;&,)}\]]{1,200}")
_SECRET_LINE = re.compile(r"(?:^|\n|[;&?])[ \t]*(?:export[ \t]+|set[ \t]+|ENV[ \t]+|-[ \t]+)?\Z")
_OPENERS = frozenset({"", " ", "\n", '"', "'", "`", "("})
_FOR = re.compile(
    rf"{_CLOSED}(?:\s{{1,3}}(?:for|of|to|on|at|in)(?:\s{{1,3}}[\w.@'’/-]{{1,40}}){{1,3}}?|\s?\([^()\n]{{1,40}}\))\s{{0,3}}[:=]\s{{1,3}}",
    re.IGNORECASE,
)
_LOGIN = re.compile(r"\b(?:user(?:name)?|login|log in|account|machine|as)\b", re.IGNORECASE)
_TO = re.compile(rf"{_CLOSED}\s{{1,3}}to\s{{1,3}}(?:be\s{{1,3}})?", re.IGNORECASE)
_CHANGES = re.compile(
    r"\b(?:set|chang|reset|updat|rotat)\w{0,4}\s{1,3}(?:(?:the|my|your|our|its|his|her|a|new|root|admin)\s{1,3}){0,3}\Z",
    re.IGNORECASE,
)
_IN_MASK = frozenset({("[", ":"), (":", "]")})
_ENDS = ".,;:)]}>?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A word that announces a secret, in the name it is a part of.

    start, end  of the name
    """

    word: str
    start: int
    end: int
    is_assigned: bool

    @property
    def is_password(self) -> bool:
        """Whether what follows is one that people make up."""
        return self.word in SECRETS.passwords


def assigned(text: str) -> Iterator[tuple[int, int, str]]:
    """The values (start, end, label) that words announce."""
    lowered = text.lower()
    if not any(root in lowered for root in SECRETS.roots):
        return
    below = 0
    for found in SECRETS.words.finditer(text):
        named = _named(text, found) if found.start() >= below else None
        value = _value(text, named) if named else None
        if named and value:
            yield *value, "password" if named.is_password else _label(named.word)
            below = value[1]


def announced(text: str) -> str:
    """The last word of a short text that announces a secret, "" when none does."""
    names = (found for found in SECRETS.words.finditer(text) if _named(text, found))
    return next((text[found.start() : found.end()] for found in reversed(list(names))), "")


def _label(word: str) -> str:
    return "api-key" if "key" in word else "token"


def _named(text: str, found: re.Match[str]) -> Named | None:
    """The name that ends in the word; None when the word is inside another one or the name holds no secret."""
    word, start = found.group().lower(), found.start()
    before, after = text[start - 1 : start], text[found.end() : found.end() + 1]
    if (before, after) in _IN_MASK:
        return None
    is_camel = found.group()[0].isupper() and before.islower()
    if before.isalpha() and (word in _SHORT and not is_camel):
        return None
    suffix = _SUFFIX.match(text, found.end())
    rest = suffix[1].lower() if suffix else ""
    if after.isalnum() or after in {"_", "-"}:
        if after.islower() or (rest.strip("_-") not in SECRETS.suffixes and not rest.strip("_-").isdigit()):
            return None
        end = suffix.end() if suffix else found.end()
    else:
        end = found.end()
    name_start = start
    while name_start > max(0, start - 60) and (text[name_start - 1].isalnum() or text[name_start - 1] in "_-.$"):
        name_start -= 1
    prefix = text[name_start:start].lower().strip("-_.$")
    if word == "_key" and not text[name_start:end].isupper():
        return None
    if prefix.endswith(SECRETS.not_before):
        return None
    return Named(word=word, start=name_start, end=end, is_assigned=_is_assigned(text, name_start, end))


def _is_assigned(text: str, start: int, end: int) -> bool:
    """A line of an environment file or a part of a connection string: the value is whatever follows `=`."""
    if text[end : end + 1] != "=" or text[end + 1 : end + 2] in {"=", " "}:
        return False
    opened = _SECRET_LINE.search(text, max(0, start - 12), start)
    is_shouted = text[start:end].isupper()
    before = text[start - 1 : start]
    return before in {";", "&", "?"} or bool(opened and is_shouted) or (is_shouted and before in _OPENERS)


def _value(text: str, named: Named) -> tuple[int, int] | None:
    """The value that the name announces, in the strictest reading that its separator allows."""
    if text[named.start - 2 : named.start] == "--" or text[named.start : named.start + 2] == "--":
        found = _after(text, named, _FLAG)
        if found:
            return found
    for separator in (_ASSIGN, _VALUE_OF, _TAG, _CALL, _CELL, _FOR, _SPOKEN):
        if found := _after(text, named, separator):
            return found
    if _CHANGES.search(text, max(0, named.start - 40), named.start) and (found := _after(text, named, _TO)):
        return found
    return _next(text, named) or _far(text, named)


def _after(text: str, named: Named, separator: re.Pattern[str]) -> tuple[int, int] | None:
    met = separator.match(text, named.end, named.end + _REACH)
    if not met or (separator is _TAG and text[named.start - 1 : named.start] != "<"):
        return None
    quoted = _QUOTED.match(text, met.end(), met.end() + _REACH)
    if quoted:
        return _judged(text, quoted.span("value"), named, is_quoted=True)
    if separator is _CALL:
        return None
    is_line = named.is_assigned and text[named.start - 1 : named.start] not in {";", "&", "?"}
    is_strict = separator is _ASSIGN and met["mark"] == "=" and not is_line
    bare = (_TO_MARK if is_strict else _BARE).match(text, met.end(), met.end() + _REACH)
    return _judged(text, bare.span(), named, is_quoted=False) if bare else None


def _judged(text: str, span: tuple[int, int], named: Named, *, is_quoted: bool) -> tuple[int, int] | None:
    start, end = span
    while end > start and text[end - 1] in (_ENDS if not is_quoted else " "):
        end -= 1
    if is_placeholder(text[start:end]):
        return None
    while start < end and text[start] in "*_~({[" and not is_quoted:
        start += 1
    value = text[start:end]
    is_named = "key" in named.word or named.word == "secret"
    if named.word == "key" and not (len(value) >= KEY_LENGTH and is_varied(value) and value[1:].upper() != value[1:]):
        return None
    if named.is_password:
        is_found = is_password(value, is_quoted=is_quoted, is_assigned=named.is_assigned)
    else:
        is_found = is_token(value, is_named=is_named) or (
            is_quoted
            and not is_placeholder(value)
            and is_password(value, is_quoted=False, is_assigned=False)
            and is_random(value)
        )
    return (start, end) if is_found else None


def _next(text: str, named: Named) -> tuple[int, int] | None:
    """A value right behind the word: `password `hunter2``, `API key (abc…)`."""
    met = _NEXT.match(text, named.end, named.end + 12)
    if not met:
        return None
    quoted = _QUOTED.match(text, met.end(), met.end() + _REACH)
    span = quoted.span("value") if quoted else None
    if span is None:
        bare = _BARE.match(text, met.end(), met.end() + _REACH)
        span = bare.span() if bare else None
    found = _judged(text, span, named, is_quoted=False) if span else None
    if not found or not named.is_password:
        return found
    value = text[slice(*found)]
    digits = any(map(str.isdigit, value))
    is_login = bool(_LOGIN.search(text, max(0, named.start - 60), named.start))
    return found if digits and (quoted or is_login or has_symbol(value) or is_random(value)) else None


def _far(text: str, named: Named) -> tuple[int, int] | None:
    """A long random run of small and capital letters and digits in the same line, not far behind."""
    met = _FAR.match(text, named.end, named.end + _REACH)
    if not met:
        return None
    value = met["value"]
    has_all = all(any(map(test, value)) for test in (str.isdigit, str.islower, str.isupper))
    return met.span("value") if has_all and is_token(value, is_named=False) else None
