"""Notes: blocks under their headings, each an exact slice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest_given import Pulled, read

from ingest.connectors.markdown import Markdown


def pulled(text: str) -> Pulled:
    return read(Markdown(), text, "bus-plan.md")


def blocks(text: str) -> list[tuple[tuple[str, ...], str]]:
    return [(part.heading, part.text) for part in pulled(text).parts]


def test_a_block_stands_under_its_headings_outermost_first() -> None:
    text = "# Bus\n\nIntro.\n\n## Why\n\nCheap.\n\n### Really\n\nYes.\n\n## When\n\nNow.\n"
    assert blocks(text) == [
        (("Bus",), "Intro."),
        (("Bus", "Why"), "Cheap."),
        (("Bus", "Why", "Really"), "Yes."),
        (("Bus", "When"), "Now."),
    ]


def test_underlined_headings_count() -> None:
    assert blocks("Bus\n===\n\nWhy\n---\n\nCheap.\n") == [(("Bus", "Why"), "Cheap.")]


def test_a_heading_with_nothing_below_it_does_not_vanish() -> None:
    assert blocks("# Bus\n\n## Take it\n\n## Why\n\nCheap.\n\n## Then\n") == [
        (("Bus",), "Take it"),
        (("Bus", "Why"), "Cheap."),
        (("Bus",), "Then"),
    ]


def test_list_items_table_rows_and_paragraphs_are_blocks_of_their_own() -> None:
    text = "Two lines\nof prose.\n\n- one\n  goes on\n- two\n  1. nested\n\n| a | b |\n|---|---|\n| c | d |\n"
    assert [part.text for part in pulled(text).parts] == [
        "Two lines\nof prose.",
        "- one\n  goes on",
        "- two",
        "1. nested",
        "| a | b |",
        "| c | d |",
    ]


def test_a_number_at_the_start_of_a_wrapped_line_is_no_list() -> None:
    assert [part.text for part in pulled("It began in\n2017. Then it went on.\n").parts] == [
        "It began in\n2017. Then it went on."
    ]


@pytest.mark.parametrize(
    "code",
    ["```python\nx = 1\n```", "~~~\nx = 1\n~~~", "    x = 1", "if (x) {\n  y();\n}", "```\nnever closed"],
)
def test_code_is_kept_and_states_nothing(code: str) -> None:
    found = pulled(f"Before.\n\n{code}\n")
    assert [part.is_noise for part in found.parts] == [False, True]


def test_a_paragraph_that_goes_on_a_list_item_is_no_code() -> None:
    assert [part.is_noise for part in pulled("1. One.\n\n    It goes on.\n").parts] == [False, False]


def test_front_matter_gives_title_date_and_people_and_states_nothing() -> None:
    found = pulled("---\ntitle: The bus\ndate: 2025-05-03\nauthors:\n  - Ada Lind\n  - Bo\n---\n\nWe take it.\n")
    (document,) = found.documents
    assert (document.title, document.participants) == ("The bus", ("Ada Lind", "Bo"))
    assert (document.happened_at and document.happened_at.isoformat()) == "2025-05-03T00:00:00+00:00"
    assert [part.is_noise for part in found.parts] == [True, False]


def test_leading_keys_and_values_are_metadata() -> None:
    (document,) = pulled("# The bus\n\nDate: 2025-05-03\nAuthor: Ada and Bo\n\nWe take it.\n").documents
    assert (document.title, document.participants, document.happened_at_source) == ("The bus", ("Ada", "Bo"), "meta")


def test_a_label_in_the_middle_of_a_note_is_prose() -> None:
    assert [part.is_noise for part in pulled("# Bus\n\n## Plan\n\nStatus: we take it.\n").parts] == [False]


def test_the_title_is_the_files_name_when_nothing_else_is_one() -> None:
    assert [document.title for document in pulled("Just prose.\n").documents] == ["bus-plan"]


def test_a_new_paragraph_changes_no_other_blocks_key() -> None:
    before, after = pulled("# Bus\n\nOne.\n\nTwo.\n"), pulled("# Bus\n\nNew.\n\nOne.\n\nTwo.\n")
    assert [part.key for part in after.parts][1:] == [part.key for part in before.parts]


def test_two_blocks_that_say_the_same_have_two_keys() -> None:
    assert len({part.key for part in pulled("Same.\n\nSame.\n").parts}) == 2


def test_a_long_note_is_cut_into_windows_that_do_not_replace_each_other() -> None:
    found = pulled("# Long\n\n" + "\n\n".join(f"{n} " + "word " * 1000 for n in range(9)))
    assert [document.external_id for document in found.documents] == [
        "bus-plan.md",
        *(f"bus-plan.md#window-{number}" for number in range(2, 6)),
    ]


@given(text=st.text(alphabet="ab #-|`>*=1.)\n\t", max_size=200))
def test_every_block_is_a_slice_and_no_word_is_lost(text: str) -> None:
    found = pulled(text)
    assert all(part.text in text for part in found.parts)
    told = "".join(part.text + "".join(part.heading) for part in found.parts)
    assert set(text) & set("ab") <= set(told)
