"""Arguments: reasons, objections, triggers and options, each on the decision it belongs to."""

import pytest
from extract_given import chat, note, said

from graphmem.domain.statements import Outcome, Stance


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("We decided to use SQLite because it needs no server.", "it needs no server"),
        ("Because the disk is full, we decided to move the logs.", "the disk is full"),
        ("We decided to pin the version so that builds stay the same.", "builds stay the same"),
        ("We decided to shard the table to reduce the load.", "to reduce the load"),
        ("Due to the outage we decided to add a replica.", "the outage"),
    ],
)
def test_the_reason_in_the_sentence_is_its_own_words(text: str, reason: str):
    read = said(text)
    (found,) = read.found.decisions[0].reasons
    assert read.quote(found.span) == found.text == reason
    assert found.stance is Stance.FOR


def test_what_the_decision_is_going_to_do_is_no_purpose():
    assert said("We are going to remove the old cluster, we decided that.").found.decisions[0].reasons == ()


def test_a_reason_beside_the_decision_is_found_with_its_speaker():
    read = chat(("Ana", "We decided to keep the cache."), ("Ben", "Good, because the cache makes the pages faster."))
    (reason,) = read.found.decisions[0].reasons
    assert "makes the pages faster" in reason.text
    assert reason.by == "Ben"


def test_a_reason_belongs_to_the_nearest_decision_only():
    read = chat(
        ("Ana", "We decided to keep the cache."),
        ("Ana", "The main reason is that the cache saves money."),
        ("Ben", "Okay."),
        ("Ben", "Fine."),
        ("Ben", "We decided to drop the proxy."),
    )
    assert read.decision("cache").reasons
    assert not read.decision("proxy").reasons


def test_an_objection_of_another_is_kept_against_the_decision():
    read = chat(
        ("Ana", "My concern is that the remote cache gets slow."), ("Ben", "We decided to use a remote cache anyway.")
    )
    (objection,) = read.found.decisions[0].objections
    assert objection.by == "Ana"
    assert objection.stance is Stance.AGAINST


def test_what_happened_before_is_a_trigger():
    read = chat(("Ana", "The mail server had an outage last night."), ("Ben", "We decided to move the mail server."))
    assert [trigger.text for trigger in read.found.decisions[0].triggers] == [
        "The mail server had an outage last night."
    ]


@pytest.mark.parametrize(
    ("text", "chosen", "rejected"),
    [
        ("We decided to use Postgres instead of Mongo.", "Postgres", "Mongo"),
        ("We chose Postgres over Mongo.", "Postgres", "Mongo"),
        ("We decided to use tabs rather than spaces.", "tabs", "spaces"),
    ],
)
def test_both_sides_of_a_choice_are_options(text: str, chosen: str, rejected: str):
    options = {option.text: option.outcome for option in said(text).found.decisions[0].options}
    assert options == {chosen: Outcome.CHOSEN, rejected: Outcome.REJECTED}


def test_an_option_that_was_ruled_out_keeps_its_why_not():
    read = chat(
        ("Ana", "We decided to keep Gradle."),
        ("Ana", "Maven was ruled out."),
        ("Ben", "Right, Maven was too slow."),
    )
    (option,) = read.found.decisions[0].options
    assert (option.text, option.outcome) == ("Maven", Outcome.REJECTED)
    assert [reason.text for reason in option.why_not] == ["Right, Maven was too slow."]


def test_a_question_answered_with_no_is_a_rejected_option():
    read = chat(("Ana", "Should we take the unit apart?"), ("Ben", "No. Run the remote check while it is idle."))
    (option,) = read.decision("remote check").options
    assert (option.text, option.outcome, option.by) == ("Should we take the unit apart?", Outcome.REJECTED, "Ana")


def test_minutes_give_each_item_under_decisions_its_own():
    read = note(
        "Platform sync",
        ("Decisions", "- Move the exports to S3 because the disk is full.\n- Drop support for the old client."),
    )
    assert read.accepted == ["Move the exports to S3 because the disk is full.", "Drop support for the old client."]
    assert not any(decision.is_main for decision in read.found.decisions)
    assert read.decision("old client").reasons == ()


def test_a_list_led_in_by_deciding_words_is_decided():
    read = note("Sync", ("Talk", "We agreed on the following:\n- exports move to S3\n- the old client goes"))
    assert read.accepted[-2:] == ["exports move to S3", "the old client goes"]


def test_prose_names_who_decided():
    assert note("Log", ("Week 9", "Priya and Tom decided to keep Gradle.")).found.decisions[0].by == ("Priya", "Tom")


MINUTES = """Present: Noor Haddad, Tomasz Wilk, Irene Pappas, Pål Mikkelsen

- Tomasz suggested going to Nix. Noor was against it: nobody but Tomasz could maintain it.
- Pål proposed to patch Paketo ourselves. Dropped, since the auditor only accepts released versions.
- Agreed: Irene writes a record for Nix, with a training plan.
"""


def test_minutes_tell_who_was_against_it_and_why():
    (objection,) = note("Sync", ("Sync › Audit", MINUTES)).found.decisions[0].objections
    assert (objection.by, objection.text) == ("Noor Haddad", "nobody but Tomasz could maintain it")


def test_minutes_tell_who_proposed_what_and_what_became_of_it():
    options = note("Sync", ("Sync › Audit", MINUTES)).found.decisions[0].options
    assert [(each.text, each.by, each.outcome) for each in options] == [
        ("Nix", "Tomasz Wilk", Outcome.CHOSEN),
        ("patch Paketo ourselves", "Pål Mikkelsen", Outcome.REJECTED),
    ]
    assert [each.text for each in options[1].why_not] == ["the auditor only accepts released versions"]


@pytest.mark.parametrize(
    "text",
    [
        "Ana had doubts about the pump. We decided to buy it, because the old one leaks.",
        "Ben argued against a second pump. We decided to buy the second pump.",
        "Carla was not convinced by the pump, because it is loud. We decided to buy the pump.",
        "Ana warned that the pump is loud. We decided to buy the pump.",
    ],
)
def test_an_objection_is_reported_in_many_words(text: str):
    read = note("Pump", ("Pump › Talk", f"Present: Ana Ruiz, Ben Okoye, Carla Dietz\n\n{text}"))
    (objection,) = read.found.decisions[0].objections
    assert objection.by in {"Ana Ruiz", "Ben Okoye", "Carla Dietz"}


def test_an_objection_to_something_else_is_none():
    text = (
        "Present: Ana Ruiz, Ben Okoye\n\nAna was against new parking rules. Nobody came.\n\nWe decided to buy the pump."
    )
    assert note("Pump", ("Pump › Talk", text)).found.decisions[0].objections == ()


def test_what_could_be_in_the_reason_makes_no_doubt_of_the_decision():
    read = said(
        "We looked at a contractor and decided against it: 140 euros an hour and nobody could start before May."
    )
    assert read.accepted
    assert [each.text for each in read.found.decisions[0].reasons] == [
        "140 euros an hour and nobody could start before May"
    ]
