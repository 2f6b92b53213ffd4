"""Time in questions: which days are meant, and whether they are a window or only preferred."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.recall.when import read_when

ASKED = datetime(2026, 6, 10, 15, 30, tzinfo=UTC)
"""A Wednesday."""


def days(text: str) -> tuple[str, str] | None:
    when = read_when(text, ASKED)
    if when is None or when.anchor:
        return None
    return (f"{when.since:%Y-%m-%d}" if when.since else "", f"{when.until:%Y-%m-%d}" if when.until else "")


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("What did we decide last week?", "2026-06-01", "2026-06-08"),
        ("Was haben wir letzte Woche beschlossen?", "2026-06-01", "2026-06-08"),
        ("¿Qué decidimos la semana pasada?", "2026-06-01", "2026-06-08"),
        ("Qu'avons-nous décidé la semaine dernière ?", "2026-06-01", "2026-06-08"),
        ("O que decidimos na semana passada?", "2026-06-01", "2026-06-08"),
        ("what was said yesterday", "2026-06-09", "2026-06-10"),
        ("Was wurde gestern gesagt?", "2026-06-09", "2026-06-10"),
        ("¿Qué dijo Ada ayer?", "2026-06-09", "2026-06-10"),
        ("Qu'est-ce qu'Ada a dit hier ?", "2026-06-09", "2026-06-10"),
        ("O que a Ada disse ontem?", "2026-06-09", "2026-06-10"),
        ("anything new today?", "2026-06-10", "2026-06-11"),
        ("the day before yesterday", "2026-06-08", "2026-06-09"),
        ("who objected two weeks ago?", "2026-05-25", "2026-06-01"),
        ("Wer hat vor zwei Wochen widersprochen?", "2026-05-25", "2026-06-01"),
        ("¿Quién habló hace dos semanas?", "2026-05-25", "2026-06-01"),
        ("Qui a parlé il y a deux semaines ?", "2026-05-25", "2026-06-01"),
        ("Quem falou há duas semanas?", "2026-05-25", "2026-06-01"),
        ("what happened a month ago", "2026-05-01", "2026-06-01"),
        ("in the last 7 days", "2026-06-03", "2026-06-11"),
        ("over the past two months", "2026-04-10", "2026-06-11"),
        ("last month", "2026-05-01", "2026-06-01"),
        ("last year", "2025-01-01", "2026-01-01"),
        ("this week", "2026-06-08", "2026-06-15"),
        ("last Monday", "2026-06-08", "2026-06-09"),
        ("letzten Freitag", "2026-06-05", "2026-06-06"),
        ("what did we decide in May?", "2026-05-01", "2026-06-01"),
        ("Was haben wir im Mai beschlossen?", "2026-05-01", "2026-06-01"),
        ("¿Qué decidimos en mayo?", "2026-05-01", "2026-06-01"),
        ("Qu'avons-nous décidé en mai ?", "2026-05-01", "2026-06-01"),
        ("O que decidimos em maio?", "2026-05-01", "2026-06-01"),
        ("what did we decide in August?", "2025-08-01", "2025-09-01"),
        ("what was decided in March 2024?", "2024-03-01", "2024-04-01"),
        ("what was said on 3 May?", "2026-05-03", "2026-05-04"),
        ("what was said on May 3rd, 2025?", "2025-05-03", "2025-05-04"),
        ("what was said on 2026-04-30", "2026-04-30", "2026-05-01"),
        ("was wurde am 30.4.2026 gesagt", "2026-04-30", "2026-05-01"),
        ("what changed in 2025?", "2025-01-01", "2026-01-01"),
        ("what changed since March?", "2026-03-01", ""),
        ("was hat sich seit März geändert", "2026-03-01", ""),
        ("what did we use before April 2026", "", "2026-04-01"),
        ("what came after 3 May 2026", "2026-05-04", ""),
        ("between March and May", "2026-03-01", "2026-06-01"),
        ("zwischen November und Februar", "2025-11-01", "2026-03-01"),
    ],
)
def test_words_of_time_mean_these_days(text: str, since: str, until: str) -> None:
    assert days(text) == (since, until)


@pytest.mark.parametrize(
    "text",
    [
        "may we deploy?",
        "we march on",
        "what is the last change?",
        "Wer ist hier verantwortlich?",
        "how long does a week of work take",
        "what did Sat say to Jan about the set?",
        "the 2025 budget",
        "before",
        "",
    ],
)
def test_words_that_only_look_like_a_time_mean_none(text: str) -> None:
    assert days(text) is None


@pytest.mark.parametrize(
    ("text", "anchor", "is_after"),
    [
        ("What did we use before the migration?", "migration", False),
        ("Was galt vor der Migration?", "migration", False),
        ("¿Qué usábamos antes de la migración?", "migracion", False),
        ("Qu'utilisait-on avant la migration ?", "migration", False),
        ("O que usávamos antes da migração?", "migracao", False),
        ("What has changed since the move to Kafka?", "move to kafka", True),
        ("Who complained after the incident?", "incident", True),
        ("What did we use before Kafka?", "kafka", False),
    ],
)
def test_something_that_happened_may_bound_the_window(text: str, anchor: str, is_after: bool) -> None:
    when = read_when(text, ASKED)
    assert when is not None
    assert (when.anchor, when.is_after) == (anchor, is_after)


@pytest.mark.parametrize(
    "text",
    [
        "Where did she live before moving to Oslo?",
        "What did we do before we moved?",
        "What came after that?",
        "since when?",
    ],
)
def test_a_deed_or_a_pronoun_bounds_no_window(text: str) -> None:
    when = read_when(text, ASKED)
    assert when is None or not when.anchor


def test_a_month_is_a_window_beside_an_act_that_is_on_record_when_it_happens_and_else_a_preference() -> None:
    decided, went = read_when("What did we decide in May?", ASKED), read_when("Where did Ada go in May?", ASKED)
    assert decided is not None
    assert went is not None
    assert (decided.is_strict, went.is_strict) == (True, False)
    last = read_when("Where did Ada go last week?", ASKED)
    assert last is not None
    assert last.is_strict


def test_days_do_not_move_with_the_zone_it_is_asked_in() -> None:
    """TMP-06: the same moment in another zone gives the same days."""
    from datetime import timedelta, timezone

    there = ASKED.astimezone(timezone(timedelta(hours=9)))
    assert read_when("yesterday", there) == read_when("yesterday", ASKED)


@given(
    st.text(max_size=200)
    | st.lists(st.sampled_from("last 31 feb vor since 9999 weeks ago may 2025 , and".split())).map(" ".join)
)
def test_no_text_breaks_the_reading(text: str) -> None:
    when = read_when(text, ASKED)
    if when and when.since and when.until:
        assert when.since < when.until
