"""The tokens of a sentence: plain words, and numbers, moments and weekdays as values that can be compared."""

import calendar
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from graphmem.domain.text import fold
from graphmem.remember.compare_table import compare_table, stem

WORD, DAY, DATE, TIME, COUNT, INTERVAL = "word", "weekday", "date", "time of day", "count", "interval"

_DAYS = {name.lower(): at for at, name in enumerate(calendar.day_name)}
_MONTHS = {name.lower(): at for at, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.lower(): at for at, name in enumerate(calendar.month_abbr) if name and name != "May"}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_HOUR = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_HOURS = {name: at for at, name in enumerate(_HOUR.split("|"), start=1)}
_BEFORE_HOUR = frozenset({"at", "until", "till", "by", "before", "after", "between", "from", "to", "and"})
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": -1}
_TOKEN = re.compile(
    rf"""
    (?P<iso>\d{{4}}-\d{{2}}-\d{{2}})
  | (?P<dm>(?P<dm_day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<dm_month>{_MONTH})\b\.?(?:,?\s+(?P<dm_year>\d{{4}}))?)
  | (?P<md>\b(?P<md_month>{_MONTH})\.?\s+(?P<md_day>\d{{1,2}})(?:st|nd|rd|th)?\b(?![:.,]\d)
      (?:,?\s+(?P<md_year>\d{{4}}))?)
  | (?P<my>(?P<my_month>{_MONTH})\.?\s+(?P<my_year>\d{{4}})\b)
  | (?P<spoken>(?:(?P<part>half\ past|quarter\ past|quarter\ to)\s+)?\b(?P<hour>{_HOUR})(?:\s+o['’]clock)?\b
      (?(part)|(?<=clock)))
  | (?P<noon>\b(?:noon|midday|midnight)\b)
  | (?P<clock>\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:\s?[ap]\.?m\b)?|\d{{1,2}}\s?[ap]\.?m\b)
  | (?P<digits>\+?\d[\d]*(?:[\s-]\d{{3,}})+\b(?![.,]\d))
  | (?P<version>v?\d+(?:\.\d+){{2,}}[\w.-]*|v\d+(?:\.\d+)*)
  | (?P<ordinal>\d+(?:st|nd|rd|th)\b)
  | (?P<number>[-+]?\d{{1,3}}(?:[,'\u202f]\d{{3}})+(?:\.\d+)?|[-+]?\d+(?:\.\d+)?)(?P<suffix>\s?%|[a-z]{{1,3}}\b)?
  | (?P<word>[^\W\d_][\w]*(?:[-_./@:]+\w+|['’]\w+)*|_\w+)
  | (?P<money>[€$£])
  | (?P<mark>[?:=;,(){{}}"“”!—–.])
    """,
    re.IGNORECASE | re.VERBOSE,
)
_CONTRACTION = re.compile(r"^(.+?)(n't|'(?:s|re|ve|m|ll|d))$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """One word, mark or value.

    text    folded
    kind    word, mark, or what sort of value it is: weekday, date, time of day, count, or a dimension (time, size …)
    value   in a form that equal values share; of a word its stem
    raw     as it is written, where that is more than `text`
    is_name written like a name: a capital, a digit or a joint inside
    """

    text: str
    kind: str
    value: str
    is_name: bool = False
    raw: str = ""

    @property
    def shown(self) -> str:
        """As a person reads it."""
        return self.raw or self.text

    @property
    def is_value(self) -> bool:
        """Whether it is more than a word or a mark."""
        return self.kind not in (WORD, "mark")


def tokens_of(sentence: str) -> list[Token]:
    """The tokens in order; a number takes its unit with it, `14 to 16 euros` gives both the unit."""
    found: list[Token] = []
    for match in _TOKEN.finditer(sentence):
        found.extend(_tokens(match))
    return _with_units(found)


def _tokens(match: re.Match[str]) -> Iterator[Token]:
    raw, kind = match.group(), str(match.lastgroup)
    text = fold(raw).replace("’", "'")
    if match.group("word"):
        yield from _word(raw, text)
    elif match.group("number"):
        yield from _number(match)
    elif match.group("mark"):
        yield Token(text=text, kind="mark", value=text)
    elif match.group("money"):
        yield Token(text=text, kind=WORD, value=text)
    elif match.group("clock"):
        yield Token(text=text, kind=TIME, value=_clock(text))
    elif match.group("spoken"):
        yield Token(text=text, kind=TIME, value=_spoken(match), raw=raw)
    elif match.group("noon"):
        yield Token(text=text, kind=TIME, value="00:00" if text == "midnight" else "12:00", raw=raw)
    elif match.group("my"):
        month = _MONTHS[match.group("my_month").lower()]
        yield Token(text=text, kind=DATE, value=f"{month:02d}/{match.group('my_year')}", raw=raw)
    elif match.group("iso") or match.group("dm") or match.group("md"):
        yield Token(text=text, kind=DATE, value=_date(match))
    else:
        yield Token(text=text, kind=COUNT, value=re.sub(r"[\s-]|^v(?=\d)", "", text), is_name=kind == "version")


def _word(raw: str, text: str) -> Iterator[Token]:
    parts = _CONTRACTION.match(text)
    if parts and parts.group(1) != "o":
        yield from _word(raw[: len(parts.group(1))], parts.group(1))
        tail = "not" if parts.group(2) == "n't" else parts.group(2)
        yield Token(text=tail, kind=WORD, value=tail)
        return
    text = text.rstrip(".")
    singular = text[:-1] if text.endswith("days") else text
    if singular in _DAYS:
        yield Token(text=text, kind=DAY, value=str(_DAYS[singular]))
        return
    known = compare_table()
    if text in known.frequency:
        yield Token(text=text, kind=INTERVAL, value=f"{known.frequency[text]:.10g}", raw=raw)
        return
    is_name = (
        raw[:1].isupper() or any(c.isdigit() or c in "_/@" for c in raw) or (not raw[1:].islower() and len(raw) > 1)
    )
    word = known.synonyms.get(text, text)
    yield Token(text=text, kind=WORD, value=stem(word), is_name=is_name, raw=raw)


def _number(match: re.Match[str]) -> Iterator[Token]:
    table, suffix = compare_table(), (match.group("suffix") or "").strip().lower()
    plain = re.sub(r"[,'\u202f]", "", match.group("number"))
    if suffix in table.units:
        yield _quantity(plain, *table.units[suffix], suffix)
    elif suffix in table.scales:
        yield _quantity(plain, COUNT, table.scales[suffix], suffix)
    else:
        yield Token(text=plain, kind=COUNT, value=plain.lstrip("+"))
        if suffix:
            yield Token(text=suffix, kind=WORD, value=stem(suffix))


def _quantity(number: str, dimension: str, size: float, unit: str = "") -> Token:
    return Token(text=number, kind=dimension, value=f"{float(number) * size:.10g}", raw=f"{number} {unit}".strip())


def _spoken(match: re.Match[str]) -> str:
    """`half past four` → 04:30."""
    hour, part = _HOURS[match.group("hour").lower()], (match.group("part") or "").lower()
    if part == "quarter to":
        return f"{(hour - 2) % 12 + 1:02d}:45"
    return f"{hour:02d}:{ {'half past': '30', 'quarter past': '15'}.get(part, '00') }"


def _is_hour(done: Sequence[Token], token: Token, after: Token | None) -> bool:
    """`at five`, `until eleven`: a numeral where nothing is counted."""
    if token.text not in _HOURS or not done or done[-1].text not in _BEFORE_HOUR:
        return False
    is_pair = done[-1].text in ("from", "to", "and", "between")
    is_free = after is None or after.kind == "mark" or after.text in _BEFORE_HOUR | {"on", "in", "every", "now"}
    return is_free and (not is_pair or any(t.kind == TIME for t in done[-3:]) or bool(after and after.kind == WORD))


def _clock(text: str) -> str:
    hours, _, rest = re.sub(r"[^\d:]", "", text).partition(":")
    hour = int(hours) % 12 + 12 * ("p" in text) if re.search(r"[ap]\.?m", text) else int(hours)
    return f"{hour:02d}:{rest or '00'}"


def _date(match: re.Match[str]) -> str:
    if iso := match.group("iso"):
        return iso[5:]
    month, day = (
        match.group(f"{form}_{part}") for form in ["dm" if match.group("dm") else "md"] for part in ("month", "day")
    )
    return f"{_MONTHS[month.lower()]:02d}-{int(day):02d}"


def _with_units(found: Sequence[Token]) -> list[Token]:
    """Number words read, the unit after (or the sign before) a number taken into it."""
    table, done = compare_table(), list[Token]()
    at = 0
    while at < len(found):
        token = found[at]
        after = found[at + 1] if at + 1 < len(found) else None
        if token.kind == WORD and _is_hour(done, token, after):
            token = Token(text=token.text, kind=TIME, value=f"{_HOURS[token.text]:02d}:00", raw=token.raw)
        elif token.kind == WORD and _counts(token, after):
            token = Token(text=token.text, kind=COUNT, value=str(table.numerals[token.text]))
        if _is_every(done, token) and after and after.text in table.units and after.kind == WORD:
            token, at = replace(_quantity("1", *table.units[after.text], after.text), kind=INTERVAL), at + 1
        elif token.kind == COUNT and after and after.kind == WORD:
            taken = _sized(token, after.text)
            at += taken is not token
            token = taken
        if token.kind == DAY and done and done[-1].text in _ORDINALS:
            token = replace(
                token, value=f"{_ORDINALS[done[-1].text]}.{token.value}", raw=f"{done.pop().raw} {token.text}"
            )
        if token.kind == "time" and done and done[-1].text == "every":
            token = replace(token, kind=INTERVAL)
            done.pop()
        if token.kind == COUNT and done and done[-1].text in table.units and not done[-1].text.isalnum():
            token = _quantity(token.value, *table.units[done.pop().text])
        done.append(token)
        at += 1
    return [_as_next(done, at) for at in range(len(done))]


def _is_every(done: Sequence[Token], token: Token) -> bool:
    """`every hour` is a quantity; `the 5th of each month` names no length."""
    return token.text in ("every", "each") and not (done and done[-1].text == "of")


def _counts(token: Token, after: Token | None) -> bool:
    """`two reviewers` counts, `one of them` and `the one` do not."""
    numerals = compare_table().numerals
    if token.text not in numerals:
        return False
    return token.text != "one" or bool(
        after and after.kind == WORD and after.text not in ("of", "day", "thing", "more")
    )


def _sized(token: Token, unit: str) -> Token:
    table = compare_table()
    try:
        float(token.value)
    except ValueError:
        return token
    if (unit in table.units and len(unit) > 1) or unit in ("s", "h", "€", "$", "£", "%"):
        return _quantity(token.value, *table.units[unit], unit)
    return _quantity(token.value, COUNT, table.scales[unit]) if unit in table.scales else token


def _as_next(found: Sequence[Token], at: int) -> Token:
    """`14 to 16 euros`: the first number has the unit of the second."""
    token = found[at]
    if token.kind == COUNT and at + 2 < len(found) and found[at + 1].text in ("to", "and", "or", "instead"):
        other = found[at + 2]
        if other.kind not in (COUNT, WORD, "mark", DATE, TIME, DAY):
            units = compare_table().units.values()
            size = next(
                (s for dim, s in units if dim == other.kind and f"{float(other.text) * s:.10g}" == other.value), 1
            )
            return replace(_quantity(token.value, other.kind, size), text=token.text)
    return token
