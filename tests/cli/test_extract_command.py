"""Extract and capture on the command line: what a person sees, and what a wrong call says."""

from collections.abc import Iterator

import pytest

from graphmem.cli import show_extract
from graphmem.cli.app import run
from graphmem.cli.render import Branch
from graphmem.domain.engines import Budget, CaptureReport, Dropped, Enriched, ExtractReport, Failed, Usage


def lines(branches: Iterator[Branch]) -> list[str]:
    return [line.plain for branch in branches for line in branch.lines]


def test_a_run_tells_its_cost_what_it_kept_and_what_waits() -> None:
    report = ExtractReport(
        engine="llm:small@1",
        episodes=3,
        kept=7,
        enriched=Enriched(added=4, reinforced=3, corrected=1),
        usage=Usage(calls=5, chars=12_000, tokens_in=4_000, tokens_out=700),
        left=Budget(calls=195, chars=1_988_000),
        dropped=(
            Dropped(kind="facts", what="a", reason="no quote"),
            Dropped(kind="facts", what="b", reason="no quote"),
        ),
        failed=(Failed(episode_id="e1", reason="status 500"),),
        partial=1,
        unread=2,
        paused="Today's budget is used up.",
    )
    told = "\n".join(lines(show_extract.extracted(report, 2.0)))
    for part in (
        "llm:small@1: 3 episodes read",
        "7 items: 4 new, 3 confirmed, 1 corrected",
        "5 calls, 12,000 characters, 4,000 + 700 tokens",
        "195 calls, 1,988,000 characters",
        "2 dropped facts: no quote, like “a”",
        "failed e1 status 500",
        "1 answers broke off",
        "2 episodes",
        "paused Today's budget is used up.",
    ):
        assert part in told


def test_a_capture_tells_what_has_no_evidence() -> None:
    report = CaptureReport(
        episodes=("e1",), extractor="capture:claude@1", kept=4, unquoted=1, enriched=Enriched(added=4), dropped=()
    )
    told = "\n".join(lines(show_extract.captured(report)))
    assert "4 kept as capture:claude@1" in told
    assert "1: their quotes are not in the stored text" in told


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["extract"], 64),
        (["extract", "--engine", "oracle"], 65),
        (["capture", "-"], 64),
        (["capture", "/no/such/file.json", "--agent", "claude"], 65),
    ],
)
def test_a_wrong_call_says_so_before_an_engine_is_started(
    arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == code
    assert "Error" in capsys.readouterr().err
