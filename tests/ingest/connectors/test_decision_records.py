"""Decision records: their state, their names, and what they say of each other."""

import pytest
from ingest_given import in_memory, read

from graphmem.domain.documents import Document, EpisodeKind, RecordRelation
from ingest.connectors.decision_records import DecisionRecords
from ingest.registry import choose


def record(
    *,
    title: str = "15. Take the bus",
    status: str = "Accepted",
    context: str = "We must travel.",
    name: str = "0015-take-the-bus.md",
) -> Document:
    text = (
        f"# {title}\n\nDate: 2025-05-03\n\n## Status\n\n{status}\n\n## Context\n\n{context}\n\n"
        "## Decision\n\nWe take the bus.\n\n## Consequences\n\nWe need tickets.\n"
    )
    (document,) = read(DecisionRecords(), text, name).documents
    return document


def links(document: Document) -> list[tuple[str, RecordRelation]]:
    return [(link.target, link.relation) for link in document.record_links]


def test_a_record_knows_its_state_date_and_names() -> None:
    document = record()
    assert (document.kind, document.status, document.record_keys) == (
        EpisodeKind.DECISION_RECORD,
        "accepted",
        ("#15", "take the bus"),
    )
    assert (document.happened_at and document.happened_at.isoformat()[:10], document.happened_at_source) == (
        "2025-05-03",
        "meta",
    )


def test_the_number_of_the_file_goes_before_a_number_that_was_copied_with_the_title() -> None:
    assert record(title="3. Take the bus").record_keys == ("#15", "take the bus")


def test_a_record_without_a_number_in_its_files_name_takes_its_titles() -> None:
    assert record(title="ADR-7: Take the bus", name="bus.md").record_keys == ("bus", "#7", "take the bus")


def test_a_date_before_the_name_is_no_number() -> None:
    assert record(title="Take the bus", name="2025-05-03-take-the-bus.md").record_keys[0] == "take-the-bus"


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ("Accepted", "accepted"),
        ("**Proposed** (until Friday)", "proposed"),
        ("Partly superseded", "partly superseded"),
        ("Superseded by [Trams](0021-trams.md)", "superseded"),
        ("Pending\n\nAmended by [17. Trams](0017-trams.md)", "pending"),
        ("On ice", "on ice"),
    ],
)
def test_the_state_is_the_records_own_word(told: str, status: str) -> None:
    assert record(status=told).status == status


@pytest.mark.parametrize(
    ("told", "link"),
    [
        ("Superseded by [Trams](0021-trams.md)", ("#21", RecordRelation.SUPERSEDED_BY)),
        ("Supersedes [4. Walking](0004-walking.md)", ("#4", RecordRelation.SUPERSEDES)),
        ("Amends [10. Walking](./0010-walking.md#decision)", ("#10", RecordRelation.AMENDS)),
        ("Amended by [17. Trams](0017-trams.md)", ("#17", RecordRelation.AMENDED_BY)),
        ("This ADR in part supersedes [0003](0003-walking.md).", ("#3", RecordRelation.SUPERSEDES)),
        (
            "**These ranges have been superseded by [ADR #0033](0033-ranges.md).**",
            ("#33", RecordRelation.SUPERSEDED_BY),
        ),
        ("It builds on ADR-0002.", ("#2", RecordRelation.DEPENDS_ON)),
        ("As said in ADR 9, we walk.", ("#9", RecordRelation.CITES)),
        ("See [[0012-shoes]].", ("#12", RecordRelation.CITES)),
        ("Replaces decision record 8.", ("#8", RecordRelation.SUPERSEDES)),
        ("Superseded by [the tram note](notes/trams.md)", ("trams", RecordRelation.SUPERSEDED_BY)),
    ],
)
def test_what_is_said_of_another_record_is_a_link_with_the_words_that_say_it(
    told: str, link: tuple[str, RecordRelation]
) -> None:
    document = record(context=told)
    assert links(document) == [link]
    assert document.record_links[0].quote == told


@pytest.mark.parametrize(
    "told",
    [
        "We follow PEP 8.",
        "As [RFC2119](https://www.ietf.org/rfc/rfc2119.txt) has it.",
        "See [the tools](https://adr.example/0003-x.md).",
        "We made decision 3 weeks ago.",
        "This is ADR 15.",
    ],
)
def test_what_is_no_other_record_is_no_link(told: str) -> None:
    assert links(record(context=told)) == []


def test_a_citation_beside_something_stronger_is_not_told() -> None:
    assert links(record(status="Amends [10](0010-x.md)", context="Under [ADR 10](0010-x.md) we walked.")) == [
        ("#10", RecordRelation.AMENDS)
    ]


def test_a_sentence_that_names_two_records_says_of_each_what_stands_before_it() -> None:
    assert links(record(context="It supersedes ADR 4 and depends on ADR 2.")) == [
        ("#4", RecordRelation.SUPERSEDES),
        ("#2", RecordRelation.DEPENDS_ON),
    ]


MADR = """---
status: superseded by [ADR-0021](0021-trams.md)
date: 2025-05-03
deciders: Ada Lind, Bo
---

# Use the bus

## Context and Problem Statement

How do we travel?

## Considered Options

* Bus
* Tram

## Decision Outcome

Chosen option: "Bus", because it runs.
"""


def test_a_madr_record_is_a_record() -> None:
    source = in_memory(MADR, "0015-use-the-bus.md")
    assert choose(source).name == "adr"
    (document,) = read(DecisionRecords(), MADR, "0015-use-the-bus.md").documents
    assert (document.status, document.participants, document.title) == ("superseded", ("Ada Lind", "Bo"), "Use the bus")
    assert links(document) == [("#21", RecordRelation.SUPERSEDED_BY)]


def test_metadata_lines_of_an_older_kind_are_read() -> None:
    meta = "* Status: accepted\n* Supersedes: 4\n* Deciders: Ada\n"
    text = f"# Use the bus\n\n{meta}\n## Context\n\nHm.\n\n## Decision\n\nBus.\n"
    (document,) = read(DecisionRecords(), text, "0015-bus.md").documents
    assert (document.status, links(document), document.participants) == (
        "accepted",
        [("#4", RecordRelation.SUPERSEDES)],
        ("Ada",),
    )


@pytest.mark.parametrize(
    "text",
    [
        "# Project\n\n## Status\n\nAlpha.\n\n## Install\n\nRun it.\n",
        "# Minutes\n\n## Decisions\n\n- The bus.\n\n## Actions\n\n- Tickets.\n",
        "# The decision\n\nWe take the bus.\n",
    ],
)
def test_other_notes_are_no_records(text: str) -> None:
    assert choose(in_memory(text)).name == "markdown"
