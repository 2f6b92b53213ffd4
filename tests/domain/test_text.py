"""Text: folding, keys, sentences and stems."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.text import clean, fold, keywords, name_key, record_key, sentences, stems, words


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


def test_orphaned_surrogates_controls_and_line_ends_are_evened_out() -> None:
    assert clean("a\ud83d b\x00c\r\nd\re\ufeff") == "a\ufffd bc\nd\ne"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("JOÃO DA SILVA", "João da Silva"),
        ("João", "Joa\u0303o"),
        ("Ｋａｆｋａ", "kafka"),
        ("The Broker", "broker"),
        ("Ada’s", "ada"),
        ("Jan\u00a0Kowalski", "jan kowalski"),
    ],
)
def test_spellings_of_one_name_share_a_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("INC-1041", "INC-1042"), ("v2.1", "v2.11"), ("Rev A", "Rev B"), ("C", "C++"), ("ADR-7", "ADR-17")],
)
def test_a_digit_a_version_or_a_trailing_letter_keeps_names_apart(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize("name", ["ADR-0015", "0015-dns.md", "adr 15", "ADR 15: DNS", "15"])
def test_records_are_known_by_their_number(name: str) -> None:
    assert record_key(name) == "#15"


def test_a_date_in_front_of_a_name_is_no_record_number() -> None:
    assert record_key("2026-05-01-standup.md") == "2026-05-01-standup"


def test_a_record_without_a_number_is_known_by_its_name() -> None:
    assert record_key("use-kafka.md") == record_key("Use-Kafka") == "use-kafka"


def test_sentences_end_at_marks_but_not_after_abbreviations_initials_or_in_versions() -> None:
    assert cut("Dr. Sato likes v2.1, e.g. for logs. J. Doe does not! Why?") == [
        "Dr. Sato likes v2.1, e.g. for logs.",
        "J. Doe does not!",
        "Why?",
    ]


def test_a_wrapped_line_goes_on_and_a_list_item_does_not() -> None:
    wrapped = "This line of prose was broken by an editor at its margin\nand goes on here:\n- one\n- two"
    assert cut(wrapped) == [
        "This line of prose was broken by an editor at its margin\nand goes on here:",
        "- one",
        "- two",
    ]


@given(st.text(max_size=300))
def test_sentences_are_slices_in_order_and_lose_no_word(text: str) -> None:
    spans = list(sentences(text))
    assert all(0 <= a < b <= len(text) for a, b in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    assert "".join("".join(text[a:b].split()) for a, b in spans) == "".join(text.split())


def test_compounds_are_found_by_their_parts_and_accents_by_plain_letters() -> None:
    assert keywords("task_tools crew:run Müller") == "task tools crew run muller"


def test_stems_leave_stop_words_out_and_join_forms() -> None:
    assert stems("We decided on the deployments") == stems("decide deployment")


@given(st.text(max_size=200))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert words(text) == words(fold(text))


@pytest.mark.parametrize("text", ["!" * 200_000 + "a", "a." * 100_000, "\n" * 200_000 + "x", "word " * 40_000])
def test_endless_marks_and_lines_are_read_in_one_pass(text: str) -> None:
    assert list(sentences(text))[-1][1] == len(text.rstrip())
