"""Cursors: they come back as they were, and nothing else is taken for one."""

import base64
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.graphql.paging import decode, encode
from graphmem.domain.errors import InvalidCursor
from graphmem.domain.nodes import PageKey

MOMENTS = st.none() | st.datetimes(timezones=st.just(UTC))
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(at=MOMENTS, name=TEXTS, identifier=TEXTS)
def test_a_cursor_leads_back_to_its_place(at: datetime | None, name: str, identifier: str) -> None:
    key = PageKey(at=at, name=name, id=identifier)
    assert decode("Person", encode("Person", key)) == key


def test_no_cursor_is_the_beginning() -> None:
    assert decode("Person", None) == PageKey()


def test_a_cursor_hides_nothing_and_fits_into_an_url() -> None:
    cursor = encode("Episode", PageKey(at=datetime(2026, 3, 1, tzinfo=UTC), id="x?/+"))
    assert set(cursor) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=")


@given(st.text(max_size=60))
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(InvalidCursor):
        decode("Person", text)


@given(st.binary(max_size=60))
def test_any_other_base64_is_refused(raw: bytes) -> None:
    with pytest.raises(InvalidCursor):
        decode("Person", base64.urlsafe_b64encode(raw).decode())


def test_a_cursor_that_was_changed_in_one_place_is_refused() -> None:
    cursor = encode("Person", PageKey(name="ada", id="1"))
    for place, letter in enumerate(cursor):
        changed = cursor[:place] + ("A" if letter != "A" else "B") + cursor[place + 1 :]
        with pytest.raises(InvalidCursor):
            decode("Person", changed)


def test_a_cursor_of_another_list_is_not_taken() -> None:
    with pytest.raises(InvalidCursor):
        decode("Topic", encode("Person", PageKey(name="ada", id="1")))
