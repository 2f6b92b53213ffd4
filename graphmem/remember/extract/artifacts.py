"""Files, URLs, tickets, versions, commits and code identifiers named in a text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphmem.remember.extract.table import scale, words_of

_RUN = re.compile(r"\S+")
_HINT = re.compile(r"[/_.#()`\d\\]|[a-z][A-Z]")
_URL = re.compile(r"(?:https?://|www\.)[^\s<>()\[\]{}\"'`|\\]+", re.IGNORECASE)
_OUTER = "\"'`()[]{}<>,.;:?!*|“”‘’…"
_KINDS = (
    ("ticket", "-", re.compile(r"[A-Z][A-Z0-9]{1,14}-\d{1,6}")),
    ("ticket", "#", re.compile(r"(?:[\w-]{1,40}/[\w.-]{1,60})?#\d{1,6}")),
    (
        "file",
        ".",
        re.compile(r"(?:~|\.{1,2}|[A-Za-z]:)?[/\\]?(?:[\w.@+-]+[/\\])*[\w@+-][\w.@+-]*\.(?P<extension>[a-z]\w{0,5})"),
    ),
    ("file", "/", re.compile(r"(?:~|\.{1,2})?(?:/[\w.@+-]+){2,}|(?:~|\.{1,2})/[\w.@+-]+(?:/[\w.@+-]+)*")),
    ("version", "", re.compile(r"[vV]\d{1,4}(?:\.\d{1,6}){0,3}(?:[-+][\w.]{1,20})?")),
    ("version", ".", re.compile(r"\d{1,3}\.\d{1,3}\.\d{1,3}(?:[-+][\w.]{1,20})?")),
    ("code", "_", re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?:\(\))?|[A-Z][A-Z0-9]+(?:_[A-Z0-9]{2,})+")),
    ("code", "()", re.compile(r"_?[A-Za-z][\w.]*\(\)")),
    ("code", "", re.compile(r"[a-z]{2,}[a-z0-9]*(?:[A-Z][a-z0-9]+)+")),
    ("commit", "", re.compile(r"(?=.{0,39}\d)(?=.{0,39}[a-f])[0-9a-f]{40}")),
)
"""Each kind with a part its words must have, to try few patterns on most words."""
_CODE_WORD = re.compile(r"[\w.:$@/-]{2,80}(?:\(\))?")
_BACKTICKED = re.compile(r"`([^`\s]{1,80})`")


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A name and the half-open place of its text; `detail` is file, url, ticket, version, commit or code."""

    name: str
    detail: str
    start: int
    end: int


def artifacts(text: str) -> Iterator[Named]:
    """Every artifact `text` names, in order; runs longer than the table's limit are no names."""
    longest = scale("name").whole("longest_artifact")
    for run in _RUN.finditer(text):
        word = run.group()
        if len(word) <= longest and _HINT.search(word):
            yield from _in_run(word, run.start())


def _in_run(word: str, at: int) -> Iterator[Named]:
    urls = list(_URL.finditer(word)) if "://" in word or "www." in word else []
    for url in urls:
        name = url.group().rstrip(_OUTER)
        yield Named(name=name, detail="url", start=at + url.start(), end=at + url.start() + len(name))
    if urls:
        return
    for quoted in _BACKTICKED.finditer(word):
        yield from _named(quoted.group(1), at + quoted.start(1), is_code=True)
    if "`" not in word:
        left = len(word) - len(word.lstrip(_OUTER.replace(".", "")))
        bare = word[left:].rstrip(_OUTER)
        yield from _named(bare + "()" * word[left + len(bare) :].startswith("()"), at + left, is_code=False)


def _named(word: str, at: int, *, is_code: bool) -> Iterator[Named]:
    word = word.rstrip("/") or word
    detail = _detail(word) or ("code" if is_code and _CODE_WORD.fullmatch(word) and not word.isdigit() else "")
    if detail:
        yield Named(name=word, detail=detail, start=at, end=at + len(word))


def _detail(word: str) -> str:
    for detail, needed, pattern in _KINDS:
        match = pattern.fullmatch(word) if needed in word else None
        if match and not _is_excepted(word, detail, match):
            return detail
    return ""


def _is_excepted(word: str, detail: str, match: re.Match[str]) -> bool:
    """`UTF-8` is no ticket, `e.g` and `Node.js` are no files."""
    if detail == "ticket":
        return word.partition("-")[0].lower() in words_of("no_tickets")
    extension = match.groupdict().get("extension")
    if extension is None:
        return False
    is_product = word[0].isupper() and extension == "js" and "/" not in word
    return is_product or extension not in words_of("extensions")
