"""Text for a person: a tree on a terminal, indented lines in a pipe, and nothing that could steer the terminal."""

import re

import pytest
from cli_given import quote

from graphmem.cli import render
from graphmem.cli.render import attribution, branch, clipped, duration, flat, place, quoted, section, show, size

ANSI = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b]*\x1b\\")
STORY = branch("decision", "said by Ada", below=[section("because", [branch("it scales")]), section("nothing", [])])


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "is_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")


def test_in_a_pipe_a_branch_is_plain_indented_text(capsys: pytest.CaptureFixture[str]) -> None:
    show([STORY, None])
    assert capsys.readouterr().out == "decision\n  said by Ada\n  because\n    it scales\n"


def test_in_a_pipe_a_long_quote_stays_on_one_line_so_that_grep_finds_it(capsys: pytest.CaptureFixture[str]) -> None:
    show([branch(quoted("word " * 100))])
    assert capsys.readouterr().out.count("\n") == 1


@pytest.mark.usefixtures("terminal")
def test_on_a_terminal_a_branch_is_a_tree(capsys: pytest.CaptureFixture[str]) -> None:
    show([STORY])
    assert "└── because" in ANSI.sub("", capsys.readouterr().out)


@pytest.mark.usefixtures("terminal")
def test_on_a_terminal_long_text_is_wrapped_to_its_width(capsys: pytest.CaptureFixture[str]) -> None:
    show([branch("why", below=[branch(quoted("word " * 40))])])
    lines = ANSI.sub("", capsys.readouterr().out).splitlines()
    assert len(lines) > 4
    assert max(map(len, lines)) <= 40


@pytest.mark.usefixtures("terminal")
def test_marks_in_a_quote_are_text_and_no_markup(capsys: pytest.CaptureFixture[str]) -> None:
    show([branch(quoted("[red]not red[/red] [/]"))])
    assert "[red]not red[/red] [/]" in ANSI.sub("", capsys.readouterr().out)


def test_a_quote_cannot_steer_the_terminal() -> None:
    assert flat("a\x1b[2Jb\x07\x9bc\u202ed\r\ne") == "a[2Jbcd e"


def test_joined_signs_and_other_scripts_stay_whole() -> None:
    assert flat("👩\u200d💻 東京 می\u200cخواهم") == "👩\u200d💻 東京 می\u200cخواهم"


def test_a_quote_names_its_speaker_its_day_and_its_document() -> None:
    said = quote("x", speaker="Mei Tanaka", source="file:///a/queue%20review.vtt", title="The review")
    assert attribution(said).plain == "Mei Tanaka, 2026-03-03, The review (queue review.vtt)"


def test_a_quote_below_one_of_the_same_document_does_not_name_it_twice() -> None:
    assert attribution(quote("x"), above=quote("y")).plain == "2026-03-03, same document"
    other = quote("y", source="file:///b.md")
    assert attribution(quote("x"), above=other).plain == "2026-03-03, review.vtt"


@pytest.mark.parametrize(
    ("title", "source", "shown"),
    [
        ("ADR 7", "file:///docs/0007.md", "ADR 7 (0007.md)"),
        ("notes", "file:///docs/notes.md", "notes.md"),
        ("", "file:///docs/all.jsonl#line-4", "all.jsonl#line-4"),
        ("We chose Kafka", "text:0123456789abcdef", "We chose Kafka"),
        ("", "", ""),
    ],
)
def test_a_document_is_named_by_what_tells_it_apart(title: str, source: str, shown: str) -> None:
    assert place(title, source) == shown


def test_text_is_cut_at_a_word() -> None:
    assert clipped("one two three", 9) == "one two…"
    assert clipped("one two", 9) == "one two"


@pytest.mark.parametrize(
    ("value", "shown"), [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (188_700_000, "188.7 MB"), (5e12, "5000.0 GB")]
)
def test_sizes_read_well(value: float, shown: str) -> None:
    assert size(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"), [(0.0382, "38 ms"), (4.13, "4.1 s"), (90, "1.5 min"), (7200, "2.0 h"), (200_000, "2.3 d")]
)
def test_time_spans_read_well(value: float, shown: str) -> None:
    assert duration(value) == shown
