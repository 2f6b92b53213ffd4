"""Claims and verdicts: the whole labelled set, without a store."""

import tomllib
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from graphmem.domain.statements import StatementKind
from graphmem.remember.claims import read_claim
from graphmem.remember.compare import Said, Verdict, judge, later_of

SET = tomllib.loads((Path(__file__).parents[1] / "data" / "updates.toml").read_text(encoding="utf-8"))


def said(number: int, text: str | list[str]) -> Said:
    speaker, sentence, project = (["Ada Sato", text, ""] if isinstance(text, str) else [*text, ""])[:3]
    return Said(
        id=str(number),
        kind=StatementKind.FACT,
        sentence=sentence,
        claim=read_claim(sentence, speaker=speaker),
        episode_id=str(number),
        project=project,
        at=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=number),
        place=(0, 0),
    )


@pytest.mark.parametrize("name", SET["changes"])
def test_each_value_takes_the_place_of_the_one_before(name: str) -> None:
    lines = [said(number, text) for number, (text, _) in enumerate(SET["changes"][name]["says"])]
    verdicts = [judge(new, old, likeness=0.6).verdict for old, new in pairwise(lines)]
    assert set(verdicts) == {Verdict.UPDATE}


@pytest.mark.parametrize("name", SET["pairs"])
def test_what_only_looks_like_a_change_is_none(name: str) -> None:
    old, new = (said(number, text) for number, text in enumerate(SET["pairs"][name]))
    expected = Verdict.SAME if name.startswith("same_") else Verdict.UNRELATED
    assert judge(new, old, likeness=0.85).verdict is expected


def test_a_value_of_an_unknown_moment_is_a_contradiction_and_not_an_update() -> None:
    one, other = (said(0, f"The limit is {value}.") for value in (5, 7))
    unknown: dict[str, Any] = {name: getattr(other, name) for name in Said.__slots__} | {"id": "x", "episode_id": "x"}
    newer, older, is_ordered = later_of(Said(**(unknown | {"at": None})), one)
    assert judge(newer, older, likeness=0.9, is_ordered=is_ordered).verdict is Verdict.CONTRADICTION


@pytest.mark.parametrize(("one", "other"), [("INC-1041", "INC-1042"), ("SR-2023-001", "SR-2023-052")])
def test_ent_02_sentences_about_two_tickets_are_never_one_statement_however_alike(one: str, other: str) -> None:
    """ENT-02: consecutive ids each keep their own facts."""
    old, new = said(1, f"{one} has a line of its own."), said(2, f"{other} has a line of its own.")
    assert judge(new, old, likeness=0.99).verdict is Verdict.UNRELATED
    assert judge(said(3, old.sentence), old, likeness=1.0).verdict is Verdict.SAME
