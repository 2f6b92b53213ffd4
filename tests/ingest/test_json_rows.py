"""JSON as a stream: lines, lists, single values, and what is left of a torn one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest_given import in_memory

from ingest.json_rows import Json, head_objects, is_json_lines, looks_like_json, rows
from ingest.tally import Tally


def values(text: str) -> list[Json]:
    return [row.value for row in rows(in_memory(text), Tally("x"))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
        ('[{"a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
        ('[\n{"a": 1},\n{"a": 2}\n]', [{"a": 1}, {"a": 2}]),
        ('{\n"a": {"b": [1]}\n}', [{"a": {"b": [1]}}]),
        ('not json\n{"a": 1}\n{"a": 2}\n{"a": 3}\n', [{"a": 1}, {"a": 2}, {"a": 3}]),
        ("", []),
    ],
)
def test_lines_lists_and_single_values_are_one_stream(text: str, found: list[Json]) -> None:
    assert values(text) == found


def test_all_strings_are_cleaned_keys_too() -> None:
    assert values(r'{"k\u0000": ["\ud83d", "a\r\nb"]}') == [{"k": ["\ufffd", "a\nb"]}]


@pytest.mark.parametrize("text", ['{"a": ' * 100_000, '{"a": ' * 100_000 + "\n" + '{"b": 1}\n', "9" * 5000])
def test_json_made_to_break_parsers_is_a_fault_and_no_crash(text: str) -> None:
    tally = Tally("x")
    list(rows(in_memory(text), tally))
    assert any(skipped.is_fault for skipped in tally.report())


RECORDS = [{"a": 'x, [y]} "z"', "b": [1, {"c": 2}]}, {"a": "second", "b": []}, {"a": "third", "b": [3]}]


@given(cut=st.integers(0, 400), wrap=st.booleans())
def test_a_torn_value_gives_its_complete_records_and_no_half_of_one(*, cut: int, wrap: bool) -> None:
    text = json.dumps({"id": 1, "records": RECORDS, "end": True} if wrap else RECORDS)
    found = values(text[:cut])
    kept = found[0].get("records", []) if wrap and found and isinstance(found[0], dict) else found
    assert kept == RECORDS[: len(kept)]
    begun = [text.find(f'"{name}"') for name in ("second", "third")]
    assert len(kept) >= sum(0 <= place < cut for place in begun)


@pytest.mark.parametrize(
    ("text", "is_json"),
    [
        ('{"a": 1}', True),
        ('[{"a": 1}]', True),
        ("[1, 2]", True),
        ('{"type": "us', True),
        ("[15/03/24, 18:37] Ada: Hi", False),
        ("[18:37] Ada: Hi", False),
        ("[[note]] says", False),
        ("[x] done", False),
        ("{curly} prose", False),
    ],
)
def test_torn_json_is_told_from_prose_that_begins_with_a_bracket(text: str, *, is_json: bool) -> None:
    assert looks_like_json(in_memory(text)) is is_json


def test_the_sample_of_a_source_is_its_first_objects() -> None:
    assert head_objects(in_memory('[{"a": 1}, 2, {"b": 3}]')) == [{"a": 1}, {"b": 3}]
    assert head_objects(in_memory("prose")) == []


def test_a_single_line_is_a_value_and_no_stream() -> None:
    assert not is_json_lines(in_memory('{"a": 1}\n'))
