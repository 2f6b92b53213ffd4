"""JSON as models write it: what is complete is kept, nothing half."""

import json

import pytest
from engines_given import GOOD, said
from hypothesis import given
from hypothesis import strategies as st

from graphmem.remember.outside.loose_json import parse

WANTED = ("decisions", "facts", "people", "summary")
WHOLE = said(GOOD)


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{WHOLE}\n```",
        f"Sure, here it is:\n\n{WHOLE}\n\nLet me know!",
        f"I looked at {{the text}} first. {WHOLE}",
        WHOLE[:-1] + ",}",
        WHOLE.replace("}]", "},]"),
        json.dumps({"type": "result", "is_error": False, "result": f"```json\n{WHOLE}\n```"}),
        json.dumps({"response": GOOD}),
    ],
    ids=["fenced", "prose", "braces in prose", "trailing comma", "comma in list", "envelope", "object in envelope"],
)
def test_what_stands_around_an_answer_does_not_matter(text: str) -> None:
    found = parse(text, WANTED)
    assert found.value == GOOD
    assert not found.is_cut


def items(value: object) -> list[object]:
    return [one for kind in ("decisions", "facts", "people") for one in value.get(kind, [])]  # type: ignore[attr-defined]


def test_an_answer_cut_at_any_character_keeps_its_complete_items_and_no_half_one() -> None:
    """REL-02: max_tokens in the middle of the JSON lost all facts, also the finished ones."""
    whole = items(GOOD)
    kept = []
    for end in range(WHOLE.index("{") + 1, len(WHOLE)):
        found = parse(WHOLE[:end], WANTED)
        got = items(found.value) if found.value else []
        assert got == whole[: len(got)]
        assert found.value is None or found.is_cut
        kept.append(len(got))
    assert kept == sorted(kept)
    assert kept[-1] == len(whole)


def test_numbers_that_json_does_not_have_are_nothing() -> None:
    assert parse('{"facts": [{"value": NaN}, {"value": -Infinity}, {"value": 1e999}, {"value": 7}]}', WANTED).value == {
        "facts": [{"value": None}, {"value": None}, {"value": None}, {"value": 7}]
    }


@pytest.mark.parametrize(
    "text", ["", "no JSON at all", "{" * 9000, '{"facts":' + "[" * 9000, '{"a": {"b": 1}}', "[1, 2]"]
)
def test_what_is_no_answer_gives_nothing_and_does_not_raise(text: str) -> None:
    found = parse(text, WANTED)
    assert not found.value or found.value == {"facts": []}


@given(st.text(alphabet='{}[]",:\\ \n`1atrue factsN-', max_size=200))
def test_no_text_raises(text: str) -> None:
    parse(text, WANTED)
