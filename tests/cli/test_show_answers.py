"""Answers as a person reads them."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest
from cli_given import face, ground, hop, item, quote, why_answer

from graphmem.cli.render import Branch, show
from graphmem.cli.show_answers import connected, reasoned, recalled
from graphmem.domain.answers import Answer, ConnectAnswer, Path, Readings

Lines = Callable[[Iterable[Branch | None]], list[str]]


def answer(*items: object, **fields: object) -> Answer:
    values: dict[str, object] = {
        "items": items,
        "readings": Readings(),
        "cut": 0,
        "degraded": (),
        "abstained": False,
        "took_ms": 12.0,
    }
    return Answer(**(values | fields))  # type: ignore[arg-type]


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Lines:
    def of(branches: Iterable[Branch | None]) -> list[str]:
        show(branches)
        return capsys.readouterr().out.splitlines()

    return of


def test_a_memory_shows_who_said_it_when_and_where(lines: Lines) -> None:
    shown = lines(recalled(answer(item("The gates waited.", speaker="Mei"), cut=2), "gates", explain=False))
    assert shown == [
        "1 memory, 2 more left out  (12 ms)",
        "1. Mei, 2026-03-03, review.vtt 1.50",
        "  “The gates waited.”",
    ]


def test_explain_says_what_lifted_a_memory_and_by_which_path(lines: Lines) -> None:
    path = Path(hops=(hop("Mei spoke.", "MENTIONS", "gates", said=quote("Mei spoke.")),), score=0.29)
    found = item("The gates waited.", statements=(face("gates waited", kind="Fact"),), path=path)
    shown = "\n".join(lines(recalled(answer(found), "gates", explain=True)))
    assert "holds: fact" in shown
    assert "It is close in meaning." in shown
    assert "semantic #2 (0.61)" in shown
    assert "0.75 fact “gates waited”" in shown
    assert "—mentions→ gates" in shown


def test_nothing_found_is_said_in_words(lines: Lines) -> None:
    assert lines(recalled(answer(abstained=True), "penguins", explain=False)) == [
        "Nothing in memory is about “penguins”  (12 ms)"
    ]


def test_how_a_question_was_read_and_what_failed_is_said(lines: Lines) -> None:
    readings = Readings(entities=("Mei",), month="2026-05", history=True)
    shown = lines(recalled(answer(item("x"), readings=readings, degraded=("walk",)), "q", explain=False))
    assert "  read as: about Mei; in May 2026; history included" in shown
    assert "  Without walk, which failed." in shown


def test_a_why_answer_is_a_tree_of_quotes_with_speakers_dates_and_scores(lines: Lines) -> None:
    found = why_answer(
        reasons=(ground("it scales", speaker="Ada"),),
        alternatives=(ground("RabbitMQ", kind="Option", standing="rejected", why_not="It lost messages."),),
    )
    assert lines(reasoned(found, "why Kafka?", evidence=False)) == [
        "On 2026-03-03 Ada decided.",
        "0.75 decision (accepted) “We decided to use Kafka.”",
        "  Ada, 2026-03-03, review.vtt",
        "  because",
        "    0.43 “it scales”",
        "      Ada, 2026-03-03, same document",
        "  other options",
        "    0.43 rejected “RabbitMQ”",
        "      2026-03-03, same document",
        "      why not “It lost messages.”",
        "        2026-03-03, same document",
        "  people",
        "    Ada decided, proposed",
        "Figures: confidence of the decision, score of each path; 1 passage of evidence with --evidence  (38 ms)",
    ]


def test_evidence_is_shown_when_asked_for_and_always_without_a_decision(lines: Lines) -> None:
    assert "evidence" in lines(reasoned(why_answer(), "q", evidence=True))
    shown = lines(reasoned(why_answer(decision=None, summary="", confidence=0.0), "q", evidence=False))
    assert shown[0] == "The record holds no decision on this; what it says stands in the evidence."
    assert "  “We decided to use Kafka.”" in shown


def test_what_is_not_in_the_record_is_said(lines: Lines) -> None:
    shown = lines(reasoned(why_answer(missing=("objections", "people")), "q", evidence=False))
    assert "Not in the record: objections, who took part." in shown


def test_a_step_without_words_says_so(lines: Lines) -> None:
    bare = replace(ground("it scales"), statement=face("it scales", quoted=False))
    shown = lines(reasoned(why_answer(reasons=(bare,)), "q", evidence=False))
    assert "      no words for it in the record" in shown


def test_a_connection_reads_as_a_chain_and_says_the_same_words_once(lines: Lines) -> None:
    said = quote("We chose Kafka.", speaker="Ada")
    path = Path(
        hops=(
            hop("Mei", "DECIDED_BY", "We chose Kafka.", said=said, is_reversed=True),
            hop("We chose Kafka.", "DECIDED_BY", "Jonas", said=said),
        ),
        score=0.57,
    )
    found = ConnectAnswer(start="Mei", end="Jonas", paths=(path,), missing=(), took_ms=5.0)
    assert lines(connected(found)) == [
        "1. Mei → Jonas 0.57",
        "  Mei",
        "  —decided→ “We chose Kafka.”",
        "    Ada, 2026-03-03, review.vtt",
        "  —was decided by→ Jonas",
        "1 path  (5 ms)",
    ]


def test_an_unknown_end_and_a_missing_path_are_said(lines: Lines) -> None:
    unknown = ConnectAnswer(start="Mei", end="Nobody", paths=(), missing=("Nobody",), took_ms=5.0)
    assert lines(connected(unknown)) == ["The record does not know “Nobody”."]
    apart = ConnectAnswer(start="Mei", end="Jonas", paths=(), missing=(), took_ms=5.0)
    assert lines(connected(apart)) == ["The record shows no path from Mei to Jonas  (5 ms)"]
