"""Moments in UTC."""

from datetime import UTC, datetime, timedelta, timezone

from graphmem.domain.time import as_utc, parse_iso


def test_a_naive_moment_is_read_as_utc_whatever_the_machine_says() -> None:
    assert as_utc(datetime(2026, 1, 1, 23, 30)) == datetime(2026, 1, 1, 23, 30, tzinfo=UTC)  # noqa: DTZ001


def test_an_offset_moves_the_calendar_day_as_it_should() -> None:
    tokyo = timezone(timedelta(hours=9))
    assert as_utc(datetime(2026, 1, 2, 0, 30, tzinfo=tokyo)) == datetime(2026, 1, 1, 15, 30, tzinfo=UTC)


def test_what_is_no_date_is_none() -> None:
    assert parse_iso("next Friday") is None
    assert parse_iso("2026-03-01T10:00:00Z") == datetime(2026, 3, 1, 10, tzinfo=UTC)
