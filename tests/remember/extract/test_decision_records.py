"""Decision records: one main decision, with the sections around it as its arguments."""

import pytest
from extract_given import note, record

from graphmem.domain.statements import Outcome, Stance, Status

NYGARD = (
    ("Context", "Invoices are sent inside the request. Customers complained about timeouts in March."),
    ("Decision", "We will put invoices on a queue, so that requests stay fast. The worker runs on its own host."),
    ("Consequences", "Requests get faster.\n\nA worker has to be monitored, which is a new risk."),
)
MADR = (
    ("Context and Problem Statement", "Orders are kept in flat files. Two outages were caused by broken files."),
    ("Decision Drivers", "* Transactions across tables"),
    ("Considered Options", "* Postgres\n* Mongo\n* SQLite"),
    ("Decision Outcome", 'Chosen option: "Postgres", because it gives us transactions.'),
    (
        "Pros and Cons of the Options › Mongo",
        "* Good, because it needs no schema\n* Bad, because transactions are slow",
    ),
    ("More Information", "Deciders: Dana Weiss, Omar Haddad"),
)


def test_the_decision_section_gives_the_main_decision():
    read = record("7. Queue for invoices", *NYGARD)
    main = read.found.decisions[0]
    assert main.is_main
    assert main.text == "We will put invoices on a queue, so that requests stay fast."
    assert [reason.text for reason in main.reasons][:1] == ["requests stay fast"]
    assert main.about[0] == "Queue for invoices"
    assert sum(decision.is_main for decision in read.found.decisions) == 1


def test_the_context_triggers_and_the_consequences_follow():
    main = record("Queue for invoices", *NYGARD).found.decisions[0]
    assert [trigger.text for trigger in main.triggers] == [
        "Invoices are sent inside the request.",
        "Customers complained about timeouts in March.",
    ]
    assert [consequence.text for consequence in main.consequences] == [
        "Requests get faster.",
        "A worker has to be monitored, which is a new risk.",
    ]
    assert [reason.text for reason in main.reasons][1:] == ["Requests get faster."]
    assert [(objection.text, objection.stance) for objection in main.objections] == [
        ("A worker has to be monitored, which is a new risk.", Stance.AGAINST)
    ]


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("accepted", Status.ACCEPTED),
        ("", Status.ACCEPTED),
        ("pending review", Status.PROPOSED),
        ("draft", Status.PROPOSED),
        ("superseded by adr 9", Status.SUPERSEDED),
        ("rejected", Status.RETRACTED),
    ],
)
def test_the_records_own_status_wins(word: str, status: Status):
    assert record("Queue", *NYGARD, status=word).found.decisions[0].status is status


def test_listed_options_are_chosen_or_rejected_with_their_faults():
    main = record("Order storage", *MADR).found.decisions[0]
    assert {option.text: option.outcome for option in main.options} == {
        "Postgres": Outcome.CHOSEN,
        "Mongo": Outcome.REJECTED,
        "SQLite": Outcome.REJECTED,
    }
    mongo = next(option for option in main.options if option.text == "Mongo")
    assert [reason.text for reason in mongo.why_not] == ["Bad, because transactions are slow"]


def test_drivers_are_reasons_and_deciders_are_named():
    main = record("Order storage", *MADR).found.decisions[0]
    assert [reason.text for reason in main.reasons] == ["it gives us transactions", "Transactions across tables"]
    assert main.by == ("Dana Weiss", "Omar Haddad")


def test_participants_decide_when_no_decider_is_named():
    assert record("Queue", *NYGARD, participants=("Ada",)).found.decisions[0].by == ("Ada",)


def test_rejected_alternatives_are_cut_at_their_name():
    alternatives = "- RabbitMQ: nobody has run it.\n- Kafka - far too big. It also needs three nodes."
    main = record("Queue", *NYGARD, ("Rejected alternatives", alternatives)).found.decisions[0]
    assert [(option.text, [reason.text for reason in option.why_not]) for option in main.options] == [
        ("RabbitMQ", ["nobody has run it."]),
        ("Kafka", ["far too big.", "It also needs three nodes."]),
    ]


def test_the_options_of_a_proposed_record_are_open():
    main = record("Queue", *NYGARD, ("Options considered", "- RabbitMQ\n- Kafka"), status="proposed").found.decisions[0]
    assert {option.outcome for option in main.options} == {Outcome.OPEN}


def test_items_led_in_by_because_are_reasons():
    main = record(
        "Move",
        ("Context", "It is late."),
        ("Decision", "The second plan was chosen because:\n\n- it is atomic\n- it is cheap"),
    )
    assert [reason.text for reason in main.found.decisions[0].reasons] == ["it is atomic", "it is cheap"]


def test_other_resolutions_of_the_section_are_decisions_too():
    text = (
        "We will use managed databases. We are going to create a new kind of node. The old one is described elsewhere."
    )
    read = record("Databases", ("Context", "We run our own."), ("Decision", text))
    assert [decision.is_main for decision in read.found.decisions] == [True, False]


def test_a_note_with_the_sections_of_a_record_is_one():
    assert note("Queue", *NYGARD).found.decisions[0].is_main


def test_a_record_without_any_decision_sentence_has_none():
    assert record("Empty", ("Context", "The sky is blue today.")).found.decisions == ()
