"""Moments as people write them."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.moments import DayOrder, any_moment, date_in_name, day_order, read_clock, read_day, read_moment


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-03-15", date(2024, 3, 15)),
        ("15/03/24", date(2024, 3, 15)),
        ("15.03.2024", date(2024, 3, 15)),
        ("15-3-2024", date(2024, 3, 15)),
        ("15 March 2024", date(2024, 3, 15)),
        ("15. Mar 2024", date(2024, 3, 15)),
        ("Fri Mar 15 2024", date(2024, 3, 15)),
        ("March 15th, 2024", date(2024, 3, 15)),
        ("1/1/70", date(1970, 1, 1)),
        ("31/02/24", None),
        ("no day", None),
        ("version 1.2.3", None),
    ],
)
def test_days_in_many_forms(text: str, day: date | None) -> None:
    assert read_day(text) == day


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("18:37", "18:37:00"),
        ("6:37 PM", "18:37:00"),
        ("12:05 am", "00:05:00"),
        ("6:37:09\u202fp.m.", "18:37:09"),
        ("25:00", None),
        ("", None),
    ],
)
def test_clocks_in_many_forms(text: str, clock: str | None) -> None:
    found = read_clock(text)
    assert (found and found.isoformat()) == clock


@pytest.mark.parametrize(
    ("stamps", "order"),
    [
        (["03/04/24", "13/04/24"], DayOrder.DAY_FIRST),
        (["03/04/24", "03/14/24"], DayOrder.MONTH_FIRST),
        (["01/02/24", "02/01/24", "02/02/24"], DayOrder.MONTH_FIRST),
        (["01/02/24", "02/02/24", "01/03/24"], DayOrder.DAY_FIRST),
        (["03.04.24"], DayOrder.DAY_FIRST),
    ],
)
def test_the_order_is_decided_by_large_numbers_then_by_the_run_of_the_days(stamps: list[str], order: DayOrder) -> None:
    assert day_order(stamps) == (order, True)


@pytest.mark.parametrize(
    ("stamp", "order"), [("3/4/24, 6:37 PM", DayOrder.MONTH_FIRST), ("3/4/24, 18:37", DayOrder.DAY_FIRST)]
)
def test_an_order_that_nothing_decides_is_a_guess_by_the_clock(stamp: str, order: DayOrder) -> None:
    assert day_order([stamp]) == (order, False)


def test_a_bare_time_needs_a_day() -> None:
    assert read_moment("18:37") is None
    assert read_moment("18:37", day=date(2024, 3, 15)) == datetime(2024, 3, 15, 18, 37, tzinfo=UTC)


def test_tmp_06_a_zone_moves_the_moment_and_never_the_day_it_was_written_on() -> None:
    zone = timezone(timedelta(hours=-7))
    assert read_moment("2024-03-15 18:37", zone=zone) == datetime(2024, 3, 16, 1, 37, tzinfo=UTC)
    assert read_moment("2024-03-15 18:37 +0200", zone=zone) == datetime(2024, 3, 15, 16, 37, tzinfo=UTC)


@pytest.mark.parametrize("nothing", [None, True, "", "soon", -1e30, float("nan"), float("inf"), 10**40, {}, [], 12])
def test_what_is_no_moment_is_none(nothing: object) -> None:
    assert any_moment(nothing) is None


@pytest.mark.parametrize("name", ["2024-03-15-bus.md", "GMT20240315-183700_Recording.vtt", "notes_2024.03.15.txt"])
def test_a_day_in_a_files_name(name: str) -> None:
    assert date_in_name(name) == datetime(2024, 3, 15, tzinfo=UTC)


@pytest.mark.parametrize("name", ["0015-dns.md", "20249999.md", "1af7fc5e-8455-4414.jsonl"])
def test_other_numbers_in_a_files_name_are_no_day(name: str) -> None:
    assert date_in_name(name) is None


@given(text=st.text(max_size=60))
def test_no_text_makes_a_reader_raise(text: str) -> None:
    read_moment(text)
    any_moment(text)
    date_in_name(text)
    day_order([text])
