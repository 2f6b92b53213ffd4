"""Claims and verdicts: the whole labelled set, without a store."""

import tomllib
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from graphmem.domain.statements import StatementKind
from graphmem.remember.compare import Said, Verdict, judge, later_of
from graphmem.remember.readings import read_claims

DATA = Path(__file__).parents[1] / "data"
SETS = [tomllib.loads((DATA / name).read_text(encoding="utf-8")) for name in ("updates.toml", "updates_blind.toml")]
CHANGES = SETS[0]["changes"] | {f"blind_{name}": change for name, change in SETS[1]["changes"].items()}
PAIRS = SETS[0]["pairs"] | {f"blind_{name}": pair for name, pair in SETS[1]["pairs"].items()}
SHAPES = tomllib.loads((DATA / "updates_shapes.toml").read_text(encoding="utf-8"))


def said(number: int, text: str | list[str]) -> Said:
    speaker, sentence, project = (["Ada Sato", text, ""] if isinstance(text, str) else [*text, ""])[:3]
    return Said(
        id=str(number),
        kind=StatementKind.FACT,
        sentence=sentence,
        claims=read_claims(sentence, speaker=speaker),
        episode_id=str(number),
        project=project,
        at=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=number),
        place=(0, 0),
    )


@pytest.mark.parametrize("name", CHANGES)
def test_each_value_takes_the_place_of_the_one_before(name: str) -> None:
    lines = [said(number, text) for number, (text, _) in enumerate(CHANGES[name]["says"])]
    verdicts = [judge(new, old, likeness=0.6).verdict for old, new in pairwise(lines)]
    assert set(verdicts) == {Verdict.UPDATE}


@pytest.mark.parametrize("name", PAIRS)
def test_what_only_looks_like_a_change_is_none(name: str) -> None:
    old, new = (said(number, text) for number, text in enumerate(PAIRS[name]))
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


@pytest.mark.parametrize(("older", "newer"), SHAPES["ends"])
def test_a_new_value_ends_the_old_one_in_many_shapes(older: str, newer: str) -> None:
    assert judge(said(1, newer), said(0, older), likeness=0.8).verdict is Verdict.UPDATE


@pytest.mark.parametrize(("older", "newer"), SHAPES["stands"])
def test_another_thing_ends_nothing_in_many_shapes(older: str, newer: str) -> None:
    assert judge(said(1, newer), said(0, older), likeness=0.8).verdict is not Verdict.UPDATE


@pytest.mark.parametrize(
    "sentence",
    [
        "Um , the limit is 5 , you know.",
        "That is eleven.",
        "Should the limit be 5?",
        "If the limit is 5 the importer stops.",
        "Bo says the limit is 5.",
        "We hope to move the limit to 5.",
        '"The limit is 5" was in the old guide.',
        "The steps for moving the limit from 5 to 7 are:",
    ],
)
def test_what_is_broken_pointed_at_asked_wished_or_reported_claims_nothing(sentence: str) -> None:
    assert read_claims(sentence, speaker="Ada Sato") == ()


@pytest.mark.parametrize(
    ("sentence", "old"),
    [
        ("We use Kafka instead of RabbitMQ.", {"rabbitmq"}),
        ("The office is in Milan, not Turin.", {"turin"}),
        ("The office is no longer in Turin but in Milan.", {"turin"}),
        ("We replaced Jenkins with Buildkite.", {"jenkin"}),
        ("Kestrel gave way to Merlin as our carrier.", {"kestrel"}),
        ("The limit went from 5 to 7.", {"5"}),
    ],
)
def test_the_value_that_is_over_is_read_from_any_way_to_say_it(sentence: str, old: set[str]) -> None:
    assert read_claims(sentence)[0].old == old


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada Sato decided to move job 0 to Kafka", "Ada Sato decided to move job 1 to Kafka"),
        ("We decided to move the orders to Kafka", "We decided to drop the audit log"),
        ("We replaced RabbitMQ with Kafka for line 3", "We replaced RabbitMQ with Kafka for line 4"),
    ],
)
def test_two_decisions_for_one_reason_are_two(one: str, other: str) -> None:
    """DED-03: what a sentence gives as its reason does not make it the sentence that gives the same one."""
    reason = " because RabbitMQ loses messages."
    assert judge(said(2, other + reason), said(1, one + reason), likeness=0.92).verdict is Verdict.UNRELATED
