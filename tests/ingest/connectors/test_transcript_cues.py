"""WebVTT, SRT and SBV, well formed and not."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from ingest_given import Pulled, read

from ingest.connectors.transcript_cues import TranscriptCues
from ingest.source import text_source

VTT = "WEBVTT\n\n00:01.000 --> 00:04.000\n{}\n"


def pulled(text: str) -> Pulled:
    return read(TranscriptCues(), text)


@pytest.mark.parametrize(
    ("cue", "said"),
    [
        ("<v Ada>We take the bus.</v>", ("Ada", "We take the bus.")),
        ("<v.loud Ada Lind>We take the bus.", ("Ada Lind", "We take the bus.")),
        ("Ada Lind: We take the bus.", ("Ada Lind", "We take the bus.")),
        ("We <00:02.000>take <c.yellow>the</c> bus.", ("", "We take the bus.")),
        ("Bus &amp; tram &lt;3", ("", "Bus & tram <3")),
        ("Note: the bus is late.", ("", "Note: the bus is late.")),
    ],
)
def test_tags_are_rendered_away_and_voices_become_speakers(cue: str, said: tuple[str, str]) -> None:
    assert pulled(VTT.format(cue)).said == [said]


def test_cues_of_one_speaker_that_follow_each_other_are_one_part() -> None:
    text = (
        "WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ada>We take the bus\n\n"
        "00:04.000 --> 00:06.000\n<v Ada>because it runs.\n\n00:06.000 --> 00:07.000\n<v Bo>Fine.\n"
    )
    assert pulled(text).said == [("Ada", "We take the bus because it runs."), ("Bo", "Fine.")]


def test_a_long_silence_ends_a_part() -> None:
    text = "1\n00:00:01,000 --> 00:00:02,000\nBefore.\n\n2\n00:05:00,000 --> 00:05:01,000\nAfter.\n"
    assert [part.text for part in pulled(text).parts] == ["Before.", "After."]


def test_captions_that_roll_are_said_once() -> None:
    text = (
        "WEBVTT\nKind: captions\n\n00:01.000 --> 00:02.000\nwe take\n\n00:02.000 --> 00:03.000\nwe take\nthe bus\n"
        "00:03.000 --> 00:04.000\nthe bus\ntoday\n"
    )
    assert [part.text for part in pulled(text).parts] == ["we take the bus today"]


def test_two_speakers_in_one_cue_keep_their_lines() -> None:
    assert [part.text for part in pulled(VTT.format("- Bus?\n- Tram.")).parts] == ["- Bus?\n- Tram."]


def test_notes_styles_headers_and_cue_names_are_no_speech() -> None:
    text = (
        "WEBVTT - A talk\nKind: captions\n\nNOTE\nmade by hand\n\nSTYLE\n::cue { color: red; }\n\n"
        "intro\n00:01.000 --> 00:04.000\nWe begin.\n"
    )
    found = pulled(text)
    assert [part.text for part in found.parts] == ["We begin."]
    assert found.skipped == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("WEBVTT\n\n00:01.000 --> 00:0x.000\nLost.\n\n00:05.000 --> 00:06.000\nKept.\n", 3),
        ("WEBVTT\n\n00:05.000 --> 00:06.000\nKept.\n\nLost without a time.\n", 6),
        ("0:00:01.f00,0:00:02.000\nLost.\n\n0:00:05.000,0:00:06.000\nKept.\n", 1),
        ("1\n00:00:05,000 --> 00:00:06,000\nKept.\n\n2\nLost.\n", 6),
    ],
)
def test_a_malformed_cue_is_skipped_with_its_line_and_the_rest_is_read(text: str, line: int) -> None:
    found = pulled(text)
    assert [part.text for part in found.parts] == ["Kept."]
    assert line in [one.line for one in found.skipped if one.is_fault]


def test_a_cue_without_text_is_counted_and_is_no_fault() -> None:
    found = pulled("WEBVTT\n\n00:01.000 --> 00:02.000\n\n00:05.000 --> 00:06.000\nKept.\n")
    assert [(one.reason, one.line, one.is_fault) for one in found.skipped] == [("cue without text", 3, False)]


def test_a_recording_without_cues_says_so() -> None:
    assert [one.reason for one in pulled("WEBVTT\n").skipped] == ["no cue in it"]


@pytest.mark.parametrize(
    ("text", "harness"),
    [
        (VTT.format("Hi."), "webvtt"),
        ("1\n00:00:01,000 --> 00:00:02,000\nHi.\n", "srt"),
        ("0:00:01.000,0:00:02.000\nHi.\n", "sbv"),
        ("00:00:01.000 --> 00:00:02.000\nHi.\n", "srt"),
    ],
)
def test_the_format_is_told_by_the_content(text: str, harness: str) -> None:
    assert [document.harness for document in pulled(text).documents] == [harness]


def test_a_cues_time_counts_from_the_start_of_a_meeting_whose_date_is_known() -> None:
    source = text_source(VTT.format("Hi."), path=Path("talk"), at=datetime(2025, 5, 3, 10, tzinfo=UTC))
    (part,) = Pulled(TranscriptCues().pull(source)).parts
    assert part.at == datetime(2025, 5, 3, 10, 0, 1, tzinfo=UTC)


def test_a_cues_time_is_unknown_when_the_date_is() -> None:
    (document,) = pulled(VTT.format("Hi.")).documents
    assert (document.parts[0].at, document.happened_at_source) == (None, "unknown")
