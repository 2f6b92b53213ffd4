"""Options that a record lists in its running text and calls by number: each with its outcome and why not."""

from extract_given import record

from graphmem.domain.statements import Outcome

ARCHIVE = """We looked at three ways to keep the reports:

1. copy them to the archive server
2. write them to object storage
3. leave them on the build host

The first option needs no new code. We decided against it because the archive is full.

Option 3 was dismissed as the host is rebuilt every week.

The second option, writing to object storage, was chosen: it is cheap."""


def options(decision: str, context: str = "Reports pile up.", **values: str) -> dict[str, tuple[Outcome, list[str]]]:
    read = record("Where reports are kept", ("Context", context), ("Decision", decision), **values)
    main = next(one for one in read.found.decisions if one.is_main)
    return {one.text: (one.outcome, [why.text for why in one.why_not]) for one in main.options}


def test_an_option_called_by_its_number_is_the_item_it_counts_with_why_it_was_not_taken() -> None:
    """`why` answered "Option 2" where it was asked what else was considered."""
    assert options(ARCHIVE) == {
        "copy them to the archive server": (Outcome.REJECTED, ["We decided against it because the archive is full."]),
        "write them to object storage": (Outcome.CHOSEN, []),
        "leave them on the build host": (
            Outcome.REJECTED,
            ["Option 3 was dismissed as the host is rebuilt every week."],
        ),
    }


def test_what_speaks_against_an_option_is_no_reason_for_the_decision() -> None:
    read = record("Where reports are kept", ("Context", "Reports pile up."), ("Decision", ARCHIVE))
    reasons = [reason.text for one in read.found.decisions if one.is_main for reason in one.reasons]
    assert not any("archive is full" in text for text in reasons)


def test_an_option_with_the_words_of_the_decision_was_taken_though_nobody_says_so() -> None:
    context = "Several ways to warm the hall were considered:\n\n* oil heaters\n* a heat pump\n* thicker doors"
    found = options("We will warm the hall with a heat pump.", context)
    assert {text: outcome for text, (outcome, _) in found.items()} == {
        "oil heaters": Outcome.REJECTED,
        "a heat pump": Outcome.CHOSEN,
        "thicker doors": Outcome.REJECTED,
    }


def test_in_a_proposal_what_is_not_taken_is_open() -> None:
    context = "We have two alternatives:\n\n* oil heaters\n* a heat pump"
    found = options("We will warm the hall with a heat pump.", context, status="proposed")
    assert found["oil heaters"][0] is Outcome.OPEN


def test_a_list_that_is_led_in_as_something_else_holds_no_options() -> None:
    assert options("We will use tiles. They have these properties:\n\n* quiet\n* warm") == {}


def test_advantages_listed_below_the_decision_are_its_reasons() -> None:
    read = record(
        "Tiles in the hall",
        ("Context", "The floor is worn."),
        (
            "Decision",
            "We will lay tiles.\n\nThis gives us the following advantages:\n\n* Quiet at night\n* One supplier",
        ),
    )
    assert {"Quiet at night", "One supplier"} <= {reason.text for reason in read.found.decisions[0].reasons}
