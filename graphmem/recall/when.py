"""Time in a question: which days its words mean, in five languages, counted from the moment it is asked."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from dateutil.relativedelta import relativedelta

from graphmem.domain.text import fold
from graphmem.recall import when_words as words
from graphmem.recall.when_dates import SPANS, YEARS, Days, Word, back, codes, dates_at, one_day, period

_TOKEN = re.compile(
    r"\d{4}-\d{2}-\d{2}|\d{4}-\d{2}(?!\d)|\d{1,2}\.\d{1,2}\.\d{4}|\d+|[^\W\d_]+(?:-[^\W\d_]+)*|[?.,;:!()\"“”]"
)
_ACT = re.compile(rf"\b(?:{words.ACTS})")
_LONGEST_ANCHOR = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """What a question says of time.

    words         as they stand in the question, folded
    since, until  half-open; None = without an end
    anchor        words for something whose moment bounds the window: a `since` when is_after, else an `until`
    is_strict     only what was said inside counts; else it is merely preferred
    """

    words: str
    since: datetime | None = None
    until: datetime | None = None
    anchor: str = ""
    is_after: bool = False
    is_strict: bool = True

    def bounded(self, moment: datetime) -> "When":
        """With the anchor's moment as its bound."""
        since, until = (moment, None) if self.is_after else (None, moment)
        return replace(self, since=since, until=until)

    @property
    def month(self) -> tuple[int, int]:
        """The month it lies in and the year that is named (0 without one); (0, 0) when it is longer or open."""
        if self.since is None or self.until is None or self.until - self.since > timedelta(days=31):
            return 0, 0
        year = self.since.year if re.search(rf"\b{self.since.year}\b", self.words) else 0
        return self.since.month, year

    @property
    def told(self) -> str:
        """How it was read: `“last week”: 2026-05-18 to 2026-05-24`."""
        last = self.until - timedelta(microseconds=1) if self.until else None
        since = f" from {self.since:%Y-%m-%d}" if self.since else ""
        until = f" to {last:%Y-%m-%d}" if last else ""
        return f"“{self.words}”:{since or ' all'}{until}{'' if self.is_strict else ', preferred'}"


def read_when(text: str, asked_at: datetime) -> When | None:
    """The first time that `text` names; None when it names none.

    Days are those of UTC, a week begins on Monday. A month or day without a year is the last one that has begun.
    """
    folded = fold(text).replace("il y a ", "ilya ").replace("day before yesterday", "vorgestern")
    told = _resolved([_coded(token) for token in _TOKEN.findall(folded)])
    today = asked_at.astimezone(UTC).date()
    for place in range(len(told)):
        for read in _READERS:
            if when := read(told, place, today):
                return when if when.is_strict else _weighed(when, folded)
    return None


def _weighed(when: When, folded: str) -> When:
    """A day or month is strict beside an act that is recorded when it happens (`decided in May`)."""
    return replace(when, is_strict=bool(_ACT.search(folded)))


def _coded(token: str) -> Word:
    if token.isdecimal():
        return Word(token, "Y" if len(token) == 4 and int(token) in YEARS else "N", int(token))  # noqa: PLR2004
    if token[0].isdecimal():
        return Word(token, "DATE")
    for table, code in ((words.MONTH_OF, "M"), (words.DAY_OF, "D"), (words.COUNT_OF, "N")):
        if token in table:
            return Word(token, code, table[token])
    return Word(token, words.UNIT_OF.get(token) or words.CODES.get(token, "w"))


def _resolved(found: Sequence[Word]) -> list[Word]:
    """Without articles, and with words that mean two things read by their neighbours."""
    kept: list[Word] = []
    is_definite = False
    for word in found:
        if word.code == "w" and word.text in words.ARTICLES:
            is_definite = word.text in words.DEFINITE
        else:
            kept.append(replace(word, is_definite=is_definite))
            is_definite = False
    texts = {word.text for word in found}
    told: list[Word] = []
    for place, word in enumerate(kept):
        code = word.code
        if code == "VOR":
            ahead = [one.code for one in kept[place + 1 : place + 3]]
            code = "AGOPRE" if ahead and (ahead[0] in SPANS or (ahead[0] == "N" and ahead[-1] in SPANS)) else "BEFORE"
        if code == "HIER":
            code = "YESTERDAY" if texts & words.FRENCH and not texts & words.GERMAN else "w"
        told.append(replace(word, code=code))
    return told


def _day_word(told: Sequence[Word], place: int, today: date) -> When | None:
    """Yesterday, today, this week."""
    match codes(told, place, 2):
        case ("YESTERDAY", *_):
            return _within(told, place, 1, one_day(today - timedelta(days=1)))
        case ("DAYBEFORE", *_):
            return _within(told, place, 1, one_day(today - timedelta(days=2)))
        case ("TODAY", *_):
            return _within(told, place, 1, one_day(today))
        case ("THIS", unit) if unit in SPANS:
            return _within(told, place, 2, period(unit, today))
        case _:
            return None


def _last(told: Sequence[Word], place: int, today: date) -> When | None:
    """Last week, the past two months, la semaine derniere, last Monday."""
    match codes(told, place, 3):
        case ("LAST" | "PAST", "N", unit) | ("N", "LAST" | "PAST", unit) if unit in SPANS:
            number = next(word.value for word in told[place : place + 3] if word.code == "N")
            return _within(told, place, 3, (back(today, unit, number), today + timedelta(days=1)))
        case ("PAST", unit, *_) if unit in SPANS:
            return _within(told, place, 2, (back(today, unit, 1), today + timedelta(days=1)))
        case ("LAST", unit, *_) if unit in SPANS:
            return _within(told, place, 2, period(unit, back(today, unit, 1)))
        case (unit, "LAST", *_) if unit in SPANS and told[place + 1].text in words.POSTPOSED:
            return _within(told, place, 2, period(unit, back(today, unit, 1)))
        case ("LAST", "D", *_) | ("D", "LAST", *_) if (
            told[place].code == "LAST" or told[place + 1].text in words.POSTPOSED
        ):
            named = next(word.value for word in told[place : place + 2] if word.code == "D")
            return _within(told, place, 2, one_day(today - timedelta(days=(today.weekday() - named - 1) % 7 + 1)))
        case _:
            return None


def _ago(told: Sequence[Word], place: int, today: date) -> When | None:
    """Two weeks ago, vor drei Tagen, hace un mes: the day, week, month or year that it was then."""
    match codes(told, place, 3):
        case ("N", unit, "AGO") | ("AGOPRE", "N", unit) if unit in SPANS:
            number = next(word.value for word in told[place : place + 3] if word.code == "N")
            return _within(told, place, 3, period(unit, back(today, unit, number)))
        case (unit, "AGO", *_) | ("AGOPRE", unit, *_) if unit in SPANS:
            return _within(told, place, 2, period(unit, back(today, unit, 1)))
        case _:
            return None


def _bounded(told: Sequence[Word], place: int, today: date) -> When | None:
    """Since March, before 2025, after 3 May, between March and May."""
    head = told[place].code
    if head not in {"SINCE", "BEFORE", "AFTER", "UNTIL", "BETWEEN"}:
        return None
    start = place + 1
    while codes(told, start, 1) == ("IN",):
        start += 1
    found = dates_at(told, start, today)
    if found is None:
        return _anchored(told, place, start)
    days, end = found
    if head == "BETWEEN":
        return _between(told, place, end, days, today)
    bounds = {
        "SINCE": (days[0], date.max),
        "AFTER": (days[1], date.max),
        "BEFORE": (date.min, days[0]),
        "UNTIL": (date.min, days[1]),
    }
    return _within(told, place, end - place, bounds[head])


def _between(told: Sequence[Word], place: int, end: int, first: Days, today: date) -> When | None:
    last = dates_at(told, end + 1, today) if codes(told, end, 1) == ("AND",) else None
    if last is None:
        return None
    start = first[0] if first[0] < last[0][1] else first[0] - relativedelta(years=1)
    return _within(told, place, last[1] - place, (start, last[0][1]))


def _anchored(told: Sequence[Word], place: int, start: int) -> When | None:
    """Before the migration: the words up to the end of the clause."""
    if told[place].code not in {"SINCE", "BEFORE", "AFTER"}:
        return None
    end = start
    while end < len(told) and end < start + _LONGEST_ANCHOR and re.match(r"\w", told[end].text):
        end += 1
    name = " ".join(word.text for word in told[start:end])
    if end == start or not (told[start].is_definite or _may_be_a_name(told[start:end])):
        return None
    phrase = f"{told[place].text} {name}"
    return When(words=phrase, anchor=name, is_after=told[place].code != "BEFORE")


def _may_be_a_name(told: Sequence[Word]) -> bool:
    """One or two words that are no deed and no pronoun: before Kafka, but not before moving, nor before we moved."""
    first = told[0].text
    return len(told) <= 2 and len(first) > 2 and first not in words.NO_NAMES and not first.endswith("ing")  # noqa: PLR2004


def _named(told: Sequence[Word], place: int, today: date) -> When | None:
    """In May, on 3 May 2025, in 2024: a day, month or year that is named."""
    found = dates_at(told, place, today)
    if found is None or not _stands(told, place, found[1]):
        return None
    days, end = found
    return _within(told, place, end - place, days, strict=False)


def _stands(told: Sequence[Word], place: int, end: int) -> bool:
    """Whether what may be another word is meant as a date: a year needs a preposition, `may` one or a number."""
    behind = codes(told, place - 1, 1) if place else ()
    alone = end - place == 1
    if told[place].code == "Y":
        return behind == ("IN",)
    if not alone or told[place].code == "DATE":
        return True
    text = told[place].text
    return behind in {("IN",), ("LAST",), ("THIS",)} or text not in words.AMBIGUOUS_MONTHS | words.SHORT_MONTHS


def _within(told: Sequence[Word], place: int, count: int, days: Days, *, strict: bool = True) -> When:
    since, until = (None if day in {date.min, date.max} else datetime.combine(day, time(), UTC) for day in days)
    phrase = " ".join(word.text for word in told[place : place + count])
    return When(words=phrase, since=since, until=until, is_strict=strict)


_READERS: tuple[Callable[[Sequence[Word], int, date], When | None], ...] = (_day_word, _last, _ago, _bounded, _named)
