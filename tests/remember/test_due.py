"""When something is due: 20 phrases from 3 moments (TMP-05), and the same in four more languages."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from graphmem.remember.due import resolve_due

NEW_YEAR = datetime(2024, 12, 30, 15, 0, tzinfo=ZoneInfo("Europe/Berlin"))
LEAP_DAY = datetime(2024, 2, 28, 22, 30, tzinfo=ZoneInfo("America/New_York"))
CLOCKS_FORWARD = datetime(2025, 3, 29, 12, 0, tzinfo=ZoneInfo("Europe/Berlin"))

EXACT = {
    "today": (
        ("2024-12-29T23:00", "2024-12-30T23:00"),
        ("2024-02-28T05:00", "2024-02-29T05:00"),
        ("2025-03-28T23:00", "2025-03-29T23:00"),
    ),
    "tomorrow": (
        ("2024-12-30T23:00", "2024-12-31T23:00"),
        ("2024-02-29T05:00", "2024-03-01T05:00"),
        ("2025-03-29T23:00", "2025-03-30T22:00"),
    ),
    "by Friday": (
        ("2025-01-02T23:00", "2025-01-03T23:00"),
        ("2024-03-01T05:00", "2024-03-02T05:00"),
        ("2025-04-03T22:00", "2025-04-04T22:00"),
    ),
    "next Friday": (
        ("2025-01-09T23:00", "2025-01-10T23:00"),
        ("2024-03-08T05:00", "2024-03-09T05:00"),
        ("2025-04-03T22:00", "2025-04-04T22:00"),
    ),
    "this Friday": (
        ("2025-01-02T23:00", "2025-01-03T23:00"),
        ("2024-03-01T05:00", "2024-03-02T05:00"),
        ("2025-04-03T22:00", "2025-04-04T22:00"),
    ),
    "in two weeks": (
        ("2025-01-12T23:00", "2025-01-13T23:00"),
        ("2024-03-13T04:00", "2024-03-14T04:00"),
        ("2025-04-11T22:00", "2025-04-12T22:00"),
    ),
    "in 3 days": (
        ("2025-01-01T23:00", "2025-01-02T23:00"),
        ("2024-03-02T05:00", "2024-03-03T05:00"),
        ("2025-03-31T22:00", "2025-04-01T22:00"),
    ),
    "by the end of the week": (
        ("2025-01-02T23:00", "2025-01-05T23:00"),
        ("2024-03-01T05:00", "2024-03-04T05:00"),
        ("2025-03-28T23:00", "2025-03-30T22:00"),
    ),
    "end of the month": (
        ("2024-12-30T23:00", "2024-12-31T23:00"),
        ("2024-02-29T05:00", "2024-03-01T05:00"),
        ("2025-03-30T22:00", "2025-03-31T22:00"),
    ),
    "EOD": (
        ("2024-12-29T23:00", "2024-12-30T23:00"),
        ("2024-02-28T05:00", "2024-02-29T05:00"),
        ("2025-03-28T23:00", "2025-03-29T23:00"),
    ),
    "this afternoon": (
        ("2024-12-30T11:00", "2024-12-30T17:00"),
        None,
        ("2025-03-29T11:00", "2025-03-29T17:00"),
    ),
    "tomorrow morning": (
        ("2024-12-31T05:00", "2024-12-31T11:00"),
        ("2024-02-29T11:00", "2024-02-29T17:00"),
        ("2025-03-30T04:00", "2025-03-30T10:00"),
    ),
    "next week": (
        ("2025-01-05T23:00", "2025-01-12T23:00"),
        ("2024-03-04T05:00", "2024-03-11T04:00"),
        ("2025-03-30T22:00", "2025-04-06T22:00"),
    ),
    "next month": (
        ("2024-12-31T23:00", "2025-01-31T23:00"),
        ("2024-03-01T05:00", "2024-04-01T04:00"),
        ("2025-03-31T22:00", "2025-04-30T22:00"),
    ),
    "on 29 February": (
        ("2028-02-28T23:00", "2028-02-29T23:00"),
        ("2024-02-29T05:00", "2024-03-01T05:00"),
        ("2028-02-28T23:00", "2028-02-29T23:00"),
    ),
    "January 2": (
        ("2025-01-01T23:00", "2025-01-02T23:00"),
        ("2025-01-02T05:00", "2025-01-03T05:00"),
        ("2026-01-01T23:00", "2026-01-02T23:00"),
    ),
    "at 5pm": (
        ("2024-12-29T23:00", "2024-12-30T16:00"),
        ("2024-02-29T05:00", "2024-02-29T22:00"),
        ("2025-03-28T23:00", "2025-03-29T16:00"),
    ),
    "before Monday": (
        ("2024-12-30T14:00", "2025-01-05T23:00"),
        ("2024-02-29T03:30", "2024-03-04T05:00"),
        ("2025-03-29T11:00", "2025-03-30T22:00"),
    ),
    "in an hour": (
        ("2024-12-30T14:00", "2024-12-30T15:00"),
        ("2024-02-29T03:30", "2024-02-29T04:30"),
        ("2025-03-29T11:00", "2025-03-29T12:00"),
    ),
    "next quarter": (
        ("2024-12-31T23:00", "2025-03-31T22:00"),
        ("2024-04-01T04:00", "2024-07-01T04:00"),
        ("2025-03-31T22:00", "2025-06-30T22:00"),
    ),
}
"""Half-open ranges in UTC, for the three moments in order; None where the time of day is over."""

WEDNESDAY = datetime(2023, 5, 24, 10, tzinfo=UTC)
SAME = {
    "2023-05-26": [
        "by Friday",
        "bis Freitag",
        "el viernes",
        "para el viernes",
        "d'ici vendredi",
        "até sexta",
        "na sexta-feira",
        "el viernes que viene",
        "vendredi prochain",
        "sexta que vem",
        "day after tomorrow",
        "übermorgen",
        "pasado mañana",
        "après-demain",
        "depois de amanhã",
    ],
    "2023-05-25": ["tomorrow", "morgen", "mañana", "demain", "amanhã"],
    "2023-06-02": ["next Friday", "nächsten Freitag", "naechsten Freitag"],
    "2023-06-07": ["in two weeks", "in zwei Wochen", "dentro de dos semanas", "dans deux semaines", "em duas semanas"],
    "2023-05-31": [
        "end of the month",
        "bis Ende des Monats",
        "a fin de mes",
        "d'ici la fin du mois",
        "até o fim do mês",
    ],
    "2023-10-03": [
        "October 3",
        "am 3. Oktober",
        "el 3 de octubre",
        "le 3 octobre",
        "3 de outubro",
        "2023-10-03",
        "3.10.2023",
    ],
    "2023-05-24": ["today", "heute", "hoy", "aujourd'hui", "hoje"],
}
NEXT_WEEK = [
    "next week",
    "nächste Woche",
    "la próxima semana",
    "la semana que viene",
    "la semaine prochaine",
    "na próxima semana",
]


@pytest.mark.parametrize("phrase", EXACT)
@pytest.mark.parametrize("at", range(3))
def test_tmp_05_a_phrase_is_resolved_against_the_moment_it_was_said(phrase: str, at: int) -> None:
    said_at = (NEW_YEAR, LEAP_DAY, CLOCKS_FORWARD)[at]
    due = resolve_due(phrase, said_at)
    assert (due and (f"{due.after:%Y-%m-%dT%H:%M}", f"{due.at:%Y-%m-%dT%H:%M}")) == EXACT[phrase][at]


@pytest.mark.parametrize(("day", "phrase"), [(day, phrase) for day, phrases in SAME.items() for phrase in phrases])
def test_five_languages_mean_the_same_day(day: str, phrase: str) -> None:
    due = resolve_due(phrase, WEDNESDAY)
    assert due is not None
    assert f"{due.after:%Y-%m-%d}" == day
    assert (due.at - due.after).days == 1


@pytest.mark.parametrize("phrase", NEXT_WEEK)
def test_next_week_is_monday_to_sunday(phrase: str) -> None:
    due = resolve_due(phrase, WEDNESDAY)
    assert due is not None
    assert (f"{due.after:%m-%d}", f"{due.at:%m-%d}") == ("05-29", "06-05")


@pytest.mark.parametrize("day", range(1, 29))
@pytest.mark.parametrize(
    "phrase", ["next Friday", "Friday", "this Friday", "by Monday", "on Sunday", "May 3", "the 7th"]
)
def test_tmp_05_no_day_lies_in_the_past(phrase: str, day: int) -> None:
    said_at = datetime(2024, 2, day, 23, 59, tzinfo=UTC)
    due = resolve_due(phrase, said_at)
    assert due is not None
    assert due.at > said_at


@pytest.mark.parametrize(
    "phrase", ["before the walkthrough", "later", "soon", "", "next sprint", "when I am back", "99.99."]
)
def test_what_no_calendar_knows_stays_a_phrase(phrase: str) -> None:
    assert resolve_due(phrase, WEDNESDAY) is None
