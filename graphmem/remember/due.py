"""When something is due: a phrase as it was said, resolved against the moment it was said (field report TMP-05)."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from dateutil.relativedelta import relativedelta

from graphmem.domain.calendar_words import COMING_ONLY, DAYS, MONTHS, NUMBERS, PARTS_OF_DAY, PHRASES, UNITS, WORDS
from graphmem.domain.text import fold

_TOKEN = re.compile(r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.\d{1,2}\.(?:\d{4})?|\d{1,2}[:h]\d{2}|\d+|[^\W\d_]+(?:-[^\W\d_]+)*")
_NUMERIC_DATE = re.compile(r"(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\.(\d{1,2})\.(\d{4})?)")
_CLOCK = re.compile(r"(\d{1,2})[:h](\d{2})")
_NOON = 12
_HOURS = 24
_WEEK = 7
_FRIDAY = 4
_LAST_MONTH_DAY = 31
_QUARTER = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """When something is expected: not before `after`, and overdue from `at` on; both UTC, half-open."""

    after: datetime
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class _Days:
    """Whole days [first, end) of the speaker's calendar; at clock time `by` of the first when it is given."""

    first: date
    end: date
    hours: tuple[int, int] | None = None


def resolve_due(phrase: str, said_at: datetime) -> Due | None:
    """What `phrase` means for somebody who says it at `said_at`, in English, German, Spanish, French or Portuguese.

    Days are those of the zone `said_at` carries. A week begins on Monday. A weekday is the first one after the day of
    speaking; English and German `next` moves it to the week after this one. Nothing lies in the past: a day and month
    gone by are next year's. None for what no calendar knows (`before the walkthrough`, `later`).
    """
    tokens = list(_canonical(phrase))
    if "IN" in tokens and (moment := _in_hours(tokens, said_at)):
        return Due(after=_utc(said_at), at=_utc(moment))
    days = _days(tokens, said_at)
    if days is None:
        return None
    return _bounded(tokens, days, said_at)


def _bounded(tokens: list[str], days: _Days, said_at: datetime) -> Due | None:
    """The days as moments of the speaker's zone, narrowed by part of the day and clock, or ended by `before`."""
    start, end = _midnight(days.first, said_at), _midnight(days.end, said_at)
    part = next((PARTS_OF_DAY[token] for token in tokens if token in PARTS_OF_DAY), None)
    clock = _clock(tokens)
    if part and days.end - days.first == timedelta(days=1):
        start, end = _at(days.first, part[0], said_at), _at(days.first, part[1], said_at)
    if clock is not None:
        end = datetime.combine(days.first, clock, said_at.tzinfo)
        start = min(start, end)
    if "BEFORE" in tokens:
        start, end = said_at, start
    return Due(after=_utc(start), at=_utc(end)) if end > said_at else None


def _days(tokens: list[str], said_at: datetime) -> _Days | None:
    """The first reading that fits."""
    today = said_at.date()
    readings: tuple[Callable[[list[str], date], _Days | None], ...] = (
        _numeric_date,
        _named_month,
        _in_days,
        _end_of_period,
        _weekday,
        _relative_day,
        _period,
        _day_of_month,
    )
    found = next((days for read in readings if (days := read(tokens, today))), None)
    if found is None and (clock := _clock(tokens)) is not None:
        is_ahead = datetime.combine(today, clock, said_at.tzinfo) > said_at
        return _one(today if is_ahead else today + timedelta(days=1))
    return found


def _canonical(phrase: str) -> Iterator[str]:
    """The words that mean something to a calendar, in one spelling for all languages."""
    text = f" {' '.join(_TOKEN.findall(fold(phrase).replace(chr(39), ' ').replace('’', ' ')))} "
    for words, canonical in PHRASES:
        text = text.replace(f" {words} ", f" {canonical} ")
    for token in text.split():
        yield from WORDS.get(token, token).split()


def _numeric_date(tokens: list[str], today: date) -> _Days | None:
    match = next((match for token in tokens if (match := _NUMERIC_DATE.fullmatch(token))), None)
    if match is None:
        return None
    year, month, day, left, middle, right = match.groups()
    if year or right:
        exact = _date(int(year or right), int(month or middle), int(day or left))
        return _one(exact) if exact else None
    return _coming(today, int(middle), int(left))


def _named_month(tokens: list[str], today: date) -> _Days | None:
    at = next((at for at, token in enumerate(tokens) if token in MONTHS), -1)
    if at < 0 or "END" in tokens:
        return _end_of_month(tokens[at], today) if at >= 0 else None
    month = MONTHS[tokens[at]]
    numbers = [int(token) for token in tokens[max(0, at - 2) : at + 3] if token.isdigit()]
    day = next((number for number in numbers if 0 < number <= _LAST_MONTH_DAY), 0)
    year = next((number for number in numbers if number > _LAST_MONTH_DAY), 0)
    if not day:
        first = date(today.year + (month < today.month), month, 1)
        return _Days(first=max(first, today), end=first + relativedelta(months=1))
    exact = _date(year, month, day) if year else None
    return _one(exact) if exact else _coming(today, month, day)


def _end_of_month(name: str, today: date) -> _Days:
    first = date(today.year + (MONTHS[name] < today.month), MONTHS[name], 1)
    return _one(first + relativedelta(months=1, days=-1))


def _in_days(tokens: list[str], today: date) -> _Days | None:
    """`in two weeks`, `within 3 days`, `fin de` aside."""
    if "IN" not in tokens:
        return None
    count, unit = _count_of(tokens)
    match unit:
        case "DAY":
            return _one(today + timedelta(days=count))
        case "WEEK":
            return _one(today + timedelta(weeks=count))
        case "MONTH":
            return _one(today + relativedelta(months=count))
        case "YEAR":
            return _one(today + relativedelta(years=count))
        case _:
            return None


def _in_hours(tokens: list[str], said_at: datetime) -> datetime | None:
    count, unit = _count_of(tokens)
    instant = said_at.astimezone(UTC)
    match unit:
        case "HOUR":
            return instant + timedelta(hours=count)
        case "MINUTE":
            return instant + timedelta(minutes=count)
        case _:
            return None


def _count_of(tokens: list[str]) -> tuple[int, str]:
    """How many of which unit; (0, "") when the words do not tell."""
    for at, token in enumerate(tokens):
        if token in UNITS and at:
            before = tokens[at - 1]
            count = int(before) if before.isdigit() else NUMBERS.get(before, 0)
            if count:
                return count, token
    return 0, ""


def _end_of_period(tokens: list[str], today: date) -> _Days | None:
    """The last day of the period; of a week it is Friday to Sunday."""
    if "END" not in tokens:
        return None
    period = _period(tokens, today)
    unit = next((token for token in tokens if token in UNITS), "DAY")
    if unit == "DAY" or period is None:
        return _one(today) if unit == "DAY" else None
    if unit == "WEEK":
        friday = period.end - timedelta(days=_WEEK - _FRIDAY)
        return _Days(first=max(friday, today), end=period.end)
    return _one(period.end - timedelta(days=1))


def _weekday(tokens: list[str], today: date) -> _Days | None:
    named = next((DAYS[token] for token in tokens if token in DAYS), -1)
    if named < 0:
        return None
    ahead = (named - today.weekday() - 1) % _WEEK + 1
    monday = today - timedelta(days=today.weekday())
    if "THIS" in tokens and named >= today.weekday():
        return _one(monday + timedelta(days=named))
    if "NEXT" in tokens and COMING_ONLY not in tokens:
        return _one(monday + timedelta(days=_WEEK + named))
    if "WEEK" in tokens and "NEXT" in tokens:
        return _one(monday + timedelta(days=_WEEK + named))
    return _one(today + timedelta(days=ahead))


def _relative_day(tokens: list[str], today: date) -> _Days | None:
    if "DAYAFTER" in tokens:
        return _one(today + timedelta(days=2))
    if "TOMORROW" in tokens:
        return _one(today + timedelta(days=1))
    has_unit = any(word in UNITS and word != "DAY" for word in tokens)
    if "TODAY" in tokens or (not has_unit and any(token in PARTS_OF_DAY for token in tokens)):
        return _one(today)
    return None


def _period(tokens: list[str], today: date) -> _Days | None:
    """The current or the next week, month, quarter or year; what is gone of the current one is left off."""
    is_next = "NEXT" in tokens
    if not (is_next or "THIS" in tokens or "END" in tokens):
        return None
    unit = next((word for word in tokens if word in UNITS), "")
    found = _around(unit, today)
    if found is None:
        return None
    first, length = found
    start = first + length if is_next else first
    return _Days(first=max(start, today), end=start + length)


def _around(unit: str, today: date) -> tuple[date, relativedelta] | None:
    """When the current period began, and how long it is."""
    monday = today - timedelta(days=today.weekday())
    match unit:
        case "WEEK":
            return monday, relativedelta(weeks=1)
        case "WEEKEND":
            return monday + timedelta(days=_FRIDAY + 1), relativedelta(days=2)
        case "MONTH":
            return today.replace(day=1), relativedelta(months=1)
        case "QUARTER":
            return date(today.year, 1 + _QUARTER * ((today.month - 1) // _QUARTER), 1), relativedelta(months=_QUARTER)
        case "YEAR":
            return date(today.year, 1, 1), relativedelta(years=1)
        case _:
            return None


def _day_of_month(tokens: list[str], today: date) -> _Days | None:
    """`on the 15th`: the next such day that a month has."""
    if "ORDINAL" not in tokens:
        return None
    at = tokens.index("ORDINAL")
    near = [int(token) for token in tokens[max(0, at - 1) : at + 2] if token.isdigit()]
    day = next((number for number in near if 0 < number <= _LAST_MONTH_DAY), 0)
    months = (today.replace(day=1) + relativedelta(months=ahead) for ahead in range(_NOON))
    found = (exact for month in months if (exact := _date(month.year, month.month, day)) and exact > today)
    return _one(next(found)) if day else None


def _clock(tokens: list[str]) -> time | None:
    """`5 PM`, `17:30`, `um 9 Uhr`."""
    for at, token in enumerate(tokens):
        following = tokens[at + 1] if at + 1 < len(tokens) else ""
        earlier = tokens[at - 1] if at else ""
        if match := _CLOCK.fullmatch(token):
            return _time(int(match.group(1)), int(match.group(2)), following)
        if token.isdigit() and (following in ("PM", "AM", "OCLOCK") or earlier == "CLOCK"):
            return _time(int(token), 0, following)
    return None


def _time(hour: int, minute: int, half: str) -> time | None:
    hour = hour % _NOON + (_NOON if half == "PM" else 0) if half in ("AM", "PM") else hour
    return time(hour, minute) if hour < _HOURS and minute < 60 else None  # noqa: PLR2004 - a clock's own numbers


def _coming(today: date, month: int, day: int) -> _Days | None:
    """The next day of this name, today included; 29 February waits for a leap year."""
    dates = (_date(today.year + ahead, month, day) for ahead in range(_WEEK + 2))
    return next((_one(exact) for exact in dates if exact and exact >= today), None)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _one(day: date) -> _Days:
    return _Days(first=day, end=day + timedelta(days=1))


def _midnight(day: date, said_at: datetime) -> datetime:
    return datetime.combine(day, time(), said_at.tzinfo)


def _at(day: date, hour: int, said_at: datetime) -> datetime:
    return _midnight(day + timedelta(days=hour // _HOURS), said_at).replace(hour=hour % _HOURS)


def _utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
