"""Text as the memory sees it: clean, folded, split into sentences and stems; offsets always into the original."""

import functools
import re
import unicodedata
from collections.abc import Iterator
from math import ceil

import Stemmer

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_COMPOUND = re.compile(r"[^\W]+(?:[_./:\\#-][^\W]+)+")
_ARTICLE = re.compile(r"^(?:the|a|an)\s+")
_POSSESSIVE = re.compile(r"['’]s\b")
_NOT_NAME = re.compile(r"[^\w\s.+#@/-]|(?<![\w+])[.+/-]|[.](?!\w)")
_RECORD_NUMBER = re.compile(
    r"^(?:adr|pep|rfc|record|decision)?[\s#_-]*0*(\d+)(?=$|[\s_.:-])(?!-\d{1,2}-\d{1,2})", re.IGNORECASE
)
_ABBREVIATIONS = frozenset({"e.g", "i.e", "vs", "etc", "dr", "mr", "mrs", "ms", "prof", "st", "cf", "approx", "fig"})
CHARS_PER_TOKEN = 4
_WRAPPED_LINE = 50
_NEW_UNIT = re.compile(r"\s*(?:[-*+•|>#]|\d+[.)]\s|[A-Z][A-Za-z_ ]{0,30}:\s|$)")
_SPACE = re.compile(r"\s*+")
_SENTENCE_END = re.compile(r"(?<![.!?…。！？])[.!?…。！？]++[\"'”’)\]]*+(?=\s|$)|[。！？]++|\n++")

STOP_WORDS = frozenset(
    """a about above after again all also am an and any are as at be because been before being below between both but
    by can could did do does doing done down during each else ever few for from further get got had has have having he
    her here hers him his how i if in into is it its just let like me more most much my no nor not now of off on once
    only or other our ours out over own same shall she should so some such than that the their theirs them then there
    these they this those through to too under until up us very was we were what when where which while who whom whose
    why will with would yes you your yours""".split()
)


def clean(text: str) -> str:
    """`text` as it may be stored: no control characters, orphaned surrogates replaced, line ends evened out."""
    evened = text.replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub("", _SURROGATE.sub("\ufffd", evened))


@functools.lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Case and accents folded, width and compatibility forms evened (NFKC): for look-ups, never for display."""
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not unicodedata.combining(c)))


@functools.lru_cache(maxsize=65536)
def name_key(name: str) -> str:
    """The folded form under which two spellings of a name are one: no article, possessive or outer marks.

    Digits, versions and trailing letters stay, so `INC-1041` and `INC-1042` never share a key.
    """
    bare = _NOT_NAME.sub(" ", _POSSESSIVE.sub("", fold(name)))
    return _ARTICLE.sub("", " ".join(bare.split()))


def record_key(name: str) -> str:
    """How documents name each other: `ADR-0015`, `0015-dns.md`, `adr 15` are all `#15`."""
    number = _RECORD_NUMBER.match(name.strip())
    return f"#{int(number.group(1))}" if number else name_key(name.removesuffix(".md"))


def flat(text: str) -> str:
    """In one line, single spaces."""
    return " ".join(text.split())


def shortened(text: str, most: int) -> str:
    """At most `most` characters and a mark for what was cut, at the end of a word."""
    return text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0]}…"


def tokens(text: str) -> int:
    """A cheap estimate of how many tokens a language model counts: what every budget is measured in."""
    return ceil(len(text) / CHARS_PER_TOKEN)


def words(text: str) -> list[str]:
    """The folded words of `text`, in order."""
    return _WORD.findall(fold(text))


@functools.cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


def stems(text: str) -> list[str]:
    """Stems of the words that are not stop words, in order, repeats kept."""
    return list(_stemmer().stemWords([word for word in words(text) if word not in STOP_WORDS]))


def keywords(text: str) -> str:
    """What the analyser would miss: parts of compounds (`task_tools` → `task tools`), accent-free spellings."""
    parts = [part for compound in _COMPOUND.findall(text) for part in re.split(r"[_./:\\#-]+", compound)]
    plain = [fold(word) for word in _WORD.findall(text) if not word.isascii()]
    return " ".join(dict.fromkeys(word for word in (*parts, *plain) if word))


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Half-open spans of the sentences of `text`, trimmed; together they cover all words."""
    start = 0
    for end in (*_breaks(text), len(text)):
        left, right = _trimmed(text, start, end)
        if left < right:
            yield left, right
        start = end


def _breaks(text: str) -> Iterator[int]:
    for match in _SENTENCE_END.finditer(text):
        is_line_end = match.group().startswith("\n")
        if not (_is_wrapped(text, match) if is_line_end else _is_abbreviation(text, match)):
            yield match.end()


def _is_wrapped(text: str, match: re.Match[str]) -> bool:
    """A single line break inside hard-wrapped prose: the line is long and plain prose follows."""
    line_length = match.start() - (text.rfind("\n", 0, match.start()) + 1)
    is_single = match.group() == "\n"
    return is_single and line_length >= _WRAPPED_LINE and not _NEW_UNIT.match(text, match.end())


def _is_abbreviation(text: str, match: re.Match[str]) -> bool:
    """A full stop after `e.g`, an initial, or before a lower-case word ends no sentence."""
    if match.group() != ".":
        return False
    before = re.search(r"[\w.]+$", text[max(0, match.start() - 12) : match.start()])
    word = before.group().lower() if before else ""
    after = _SPACE.match(text, match.end())
    follower = text[after.end() : after.end() + 1] if after else ""
    is_initial = len(word) == 1 and word.isalpha() and word != "i"
    return word in _ABBREVIATIONS or is_initial or follower.islower()


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
