"""Moments as people and programs write them; the order of day and month is decided over a whole source."""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from enum import StrEnum

from graphmem.domain.time import as_utc, parse_iso


class DayOrder(StrEnum):
    """How 3/4/24 is read."""

    DAY_FIRST = "day/month"
    MONTH_FIRST = "month/day"


CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,6})?(?:[ \u00a0\u202f]?[AaPp]\.?[Mm]\b\.?)?"
_MONTH_STARTS = (
    ("jan", "ene"),
    ("feb", "fev", "fév"),
    ("mar", "mär"),
    ("apr", "abr", "avr"),
    ("may", "mai"),
    ("jun", "juin"),
    ("jul", "juil"),
    ("aug", "ago", "aoû"),
    ("sep", "set"),
    ("oct", "okt", "out"),
    ("nov",),
    ("dec", "dic", "dez", "déc"),
)
"""How a month begins in English, German, Spanish, French and Portuguese; the longest beginning counts."""
_MONTHS = {start: number for number, starts in enumerate(_MONTH_STARTS, start=1) for start in starts}
MONTH = rf"(?:{'|'.join(sorted(_MONTHS, key=len, reverse=True))})[^\W\d_]*\.?"
DAY = (
    rf"(?:\d{{4}}-\d{{1,2}}-\d{{1,2}}|\d{{1,2}}[/.-]\d{{1,2}}[/.-](?:\d{{4}}|\d{{2}})\b"
    rf"|(?i:\d{{1,2}}\.?\s+(?:de\s+)?{MONTH},?\s+(?:de\s+)?\d{{4}}|{MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}))"
)
ZONE = r"(?:\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))"

_ISO_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_NUMERIC_DAY = re.compile(r"(?<!\d)(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)")
_NAMED_DAY = re.compile(
    rf"(?i)(?:(?P<d1>\d{{1,2}})\.?\s+(?:de\s+)?(?P<m1>{MONTH}),?\s+(?:de\s+)?|(?P<m2>{MONTH})\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?,?\s+)"
    r"(?P<year>\d{4})"
)
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,](\d{1,6}))?(?:[ \u00a0\u202f]?([AaPp])\.?[Mm]\b)?")
_OFFSET = re.compile(r"\d\s*(?:(Z|UTC|GMT)|([+-])(\d{2}):?(\d{2}))\b")
_DAY_IN_NAME = re.compile(r"(?<!\d)((?:19|20)\d{2})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)")
_NUMBER = re.compile(r"\d{9,19}(?:\.\d+)?")
_FIRST_YEAR, _LAST_YEAR = 1970, 2200
_CENTURY_PIVOT = 70
_LARGEST_MONTH = 12
_NOON = 12
_MILLISECONDS_FROM, _MICROSECONDS_FROM, _NANOSECONDS_FROM = 1e11, 1e14, 1e17


def read_day(text: str, order: DayOrder = DayOrder.DAY_FIRST) -> date | None:
    """The day that `text` names, None when it names none; a year of two digits lies in 1970–2069."""
    if iso := _ISO_DAY.search(text):
        return _day(int(iso[1]), int(iso[2]), int(iso[3]))
    if named := _NAMED_DAY.search(text):
        month = _month(named["m1"] or named["m2"])
        return _day(int(named["year"]), month, int(named["d1"] or named["d2"]))
    if numeric := _NUMERIC_DAY.search(text):
        first, second, year = int(numeric[1]), int(numeric[3]), _full_year(numeric[4])
        return _day(year, second, first) if order is DayOrder.DAY_FIRST else _day(year, first, second)
    return None


def _month(name: str) -> int:
    return max((len(start), number) for start, number in _MONTHS.items() if name.lower().startswith(start))[1]


def read_clock(text: str) -> time | None:
    """The time of day in `text`, None when there is none; 12-hour and 24-hour clocks."""
    found = _CLOCK.search(text)
    if not found:
        return None
    hour, minute, second = int(found[1]), int(found[2]), int(found[3] or 0)
    if found[5]:
        hour = hour % _NOON + (_NOON if found[5].lower() == "p" else 0)
    try:
        return time(hour, minute, second, int((found[4] or "").ljust(6, "0") or 0))
    except ValueError:
        return None


def read_moment(
    text: str, *, order: DayOrder = DayOrder.DAY_FIRST, day: date | None = None, zone: tzinfo = UTC
) -> datetime | None:
    """The moment in `text`, in UTC.

    day   the day that a bare time belongs to; without it a bare time is None
    zone  the zone of a time that names none; a bare day starts at midnight there
    """
    told, clock = read_day(text, order) or day, read_clock(text)
    if told is None or (clock is None and told is day):
        return None
    return as_utc(datetime.combine(told, clock or time(), tzinfo=_zone(text) or zone))


def any_moment(value: object) -> datetime | None:
    """The moment in a JSON value: a text with a day, or a count of seconds (milli, micro, nano) since 1970."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return _since_epoch(float(value))
    if not isinstance(value, str) or not value.strip():
        return None
    if _NUMBER.fullmatch(value.strip()):
        return _since_epoch(float(value))
    return parse_iso(value) or read_moment(value)


def date_in_name(name: str) -> datetime | None:
    """The day in a file name (2024-05-01, 20240501), as midnight UTC; None when there is none."""
    for found in _DAY_IN_NAME.finditer(name):
        day = _day(int(found[1]), int(found[2]), int(found[3]))
        if day is not None:
            return datetime.combine(day, time(), tzinfo=UTC)
    return None


def day_order(stamps: Iterable[str]) -> tuple[DayOrder, bool]:
    """How the numeric days of one source are to be read, and whether the source itself decides it.

    A number over 12 decides; else the reading under which the days run forward; else the clock (a.m./p.m. is
    written where the month comes first), which is a guess.
    """
    steps = dict.fromkeys(DayOrder, 0)
    last: dict[DayOrder, date] = {}
    has_half_days, is_numeric = False, False
    for stamp in stamps:
        has_half_days = has_half_days or bool(re.search(r"[AaPp]\.?[Mm]", stamp))
        found = _NUMERIC_DAY.search(stamp)
        if not found or _ISO_DAY.search(stamp):
            continue
        is_numeric = is_numeric or found[1] != found[3]
        if int(found[1]) > _LARGEST_MONTH or found[2] == ".":
            return DayOrder.DAY_FIRST, True
        if int(found[3]) > _LARGEST_MONTH:
            return DayOrder.MONTH_FIRST, True
        for order in DayOrder:
            day = read_day(stamp, order)
            if day is not None:
                steps[order] += order in last and day < last[order]
                last[order] = day
    if steps[DayOrder.DAY_FIRST] != steps[DayOrder.MONTH_FIRST]:
        return min(DayOrder, key=lambda order: steps[order]), True
    return (DayOrder.MONTH_FIRST if has_half_days else DayOrder.DAY_FIRST), not is_numeric


def _full_year(digits: str) -> int:
    year = int(digits)
    if len(digits) > 2:  # noqa: PLR2004
        return year
    return year + (1900 if year >= _CENTURY_PIVOT else 2000)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _zone(text: str) -> tzinfo | None:
    found = _OFFSET.search(text)
    if not found:
        return None
    if found[1]:
        return UTC
    offset = timedelta(hours=int(found[3]), minutes=int(found[4]))
    return timezone(-offset if found[2] == "-" else offset) if offset < timedelta(hours=24) else None


def _since_epoch(number: float) -> datetime | None:
    for limit, unit in ((_NANOSECONDS_FROM, 1e9), (_MICROSECONDS_FROM, 1e6), (_MILLISECONDS_FROM, 1e3)):
        if abs(number) >= limit:
            number /= unit
            break
    try:
        moment = datetime.fromtimestamp(number, UTC)
    except (OverflowError, ValueError, OSError):
        return None
    return moment if _FIRST_YEAR < moment.year < _LAST_YEAR else None
