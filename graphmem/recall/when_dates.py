"""Calendar units and named dates among the coded words of a question."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

Days = tuple[date, date]
"""Whole days of the calendar, half-open."""

MONTH = relativedelta(months=1)
YEARS = range(1900, 2101)
_MOST = 1_200
SPANS = {
    "DAY": relativedelta(days=1),
    "WEEK": relativedelta(weeks=1),
    "MONTH": MONTH,
    "QUARTER": relativedelta(months=3),
    "YEAR": relativedelta(years=1),
}


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the question; is_definite: an article like `the` stood before it."""

    text: str
    code: str
    value: int = 0
    is_definite: bool = False


def codes(told: Sequence[Word], place: int, count: int) -> tuple[str, ...]:
    """What the next `count` words are; fewer at the end."""
    return tuple(word.code for word in told[place : place + count])


def dates_at(told: Sequence[Word], place: int, today: date) -> tuple[Days, int] | None:
    """The days a date at this place means, and where it ends."""
    head = codes(told, place, 1)
    if head == ("DATE",):
        days = _exact(told[place].text)
        return (days, place + 1) if days else None
    if head == ("Y",):
        year = told[place].value
        return (date(year, 1, 1), date(year + 1, 1, 1)), place + 1
    return _month_days(told, place, today)


def _month_days(told: Sequence[Word], place: int, today: date) -> tuple[Days, int] | None:
    """May, May 2025, 3 May, 3rd of May 2025, May 3, 2025."""
    here, number, month, year = place, 0, 0, 0
    while here < len(told) and here < place + 6:
        word = told[here]
        if word.code == "M" and not month:
            month, end = word.value, here + 1
        elif word.code == "N" and not number and word.text.isdecimal() and 0 < word.value <= 31:  # noqa: PLR2004
            number, end = word.value, here + 1
        elif word.code == "Y" and month:
            year, end = word.value, here + 1
            break
        elif word.text not in {"st", "nd", "rd", "th", "of", "de", ",", "."} or here == place:
            break
        here += 1
    if not month:
        return None
    if not year:
        year = today.year - ((month, number or 1) > (today.month, today.day))
    days = _one_of(year, month, number) if number else (date(year, month, 1), date(year, month, 1) + MONTH)
    return (days, end) if days else None


def _exact(text: str) -> Days | None:
    """2026-05-03, 2026-05 or 3.5.2026."""
    parts = [int(part) for part in re.split(r"[-.]", text)]
    year, month, *days = parts if "-" in text else reversed(parts)
    if year not in YEARS:
        return None
    first = _one_of(year, month, *(days or [1]))
    return first if days or first is None else (first[0], first[0] + MONTH)


def _one_of(year: int, month: int, day: int) -> Days | None:
    try:
        return one_day(date(year, month, day))
    except ValueError:
        return None


def one_day(day: date) -> Days:
    """A day as days."""
    return day, day + timedelta(days=1)


def period(unit: str, day: date) -> Days:
    """The calendar unit that `day` lies in."""
    match unit:
        case "WEEK":
            monday = day - timedelta(days=day.weekday())
            return monday, monday + timedelta(days=7)
        case "MONTH":
            return day.replace(day=1), day.replace(day=1) + MONTH
        case "QUARTER":
            first = date(day.year, day.month - (day.month - 1) % 3, 1)
            return first, first + relativedelta(months=3)
        case "YEAR":
            return date(day.year, 1, 1), date(day.year + 1, 1, 1)
        case _:
            return one_day(day)


def back(day: date, unit: str, number: int) -> date:
    """So many units before a day; at most 1,200, so that no number leaves the calendar."""
    then: date = day - SPANS[unit] * min(number, _MOST)
    return then
