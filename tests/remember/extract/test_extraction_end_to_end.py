"""A chat, a meeting, a record and an agent run, each read as a whole."""

from extract_given import Read, chat, meeting, record

from graphmem.domain.entities import EntityKind
from graphmem.domain.extraction import ExtractedDecision, Span
from graphmem.domain.statements import Outcome, Status


def spans_of(decision: ExtractedDecision) -> list[Span]:
    reasons = (*decision.reasons, *decision.triggers, *decision.objections)
    why_not = (reason for option in decision.options for reason in option.why_not)
    return [each.span for each in (decision, *reasons, *decision.options, *decision.consequences, *why_not)]


def assert_every_span_is_a_real_slice(read: Read) -> None:
    found = read.found
    items = (*found.facts, *found.preferences, *found.commitments)
    spans = [span for decision in found.decisions for span in spans_of(decision)]
    spans += [item.span for item in items] + [span for entity in found.entities for span in entity.spans]
    assert spans
    assert all(read.quote(span).strip() for span in spans)


def test_a_chat_about_a_build():
    read = chat(
        ("Ana Ortiz", "The build takes 40 minutes since last week, see BUILD-12."),
        ("Ben", "Should we switch to Bazel?"),
        ("Ana Ortiz", "I don't think Bazel is worth it, my concern is the learning curve."),
        ("Ben", "OK. Let's use a remote cache instead of Bazel, because it needs no new tool."),
        ("Ana Ortiz", "Agreed. I'll set it up by Thursday."),
    )
    (decision,) = read.found.decisions
    assert decision.text == "Let's use a remote cache instead of Bazel, because it needs no new tool."
    assert decision.status is Status.ACCEPTED
    assert decision.by == ("Ben", "Ana Ortiz")
    assert [reason.text for reason in decision.reasons] == ["it needs no new tool"]
    assert [objection.by for objection in decision.objections] == ["Ana Ortiz"]
    assert {option.text: option.outcome for option in decision.options} == {
        "a remote cache": Outcome.CHOSEN,
        "Bazel": Outcome.REJECTED,
    }
    assert decision.about == ("Bazel",)
    assert [(each.owed_by, each.due) for each in read.found.commitments] == [("Ana Ortiz", "by Thursday")]
    assert [fact.value for fact in read.found.facts] == ["40 minutes since last week"]
    assert read.names(EntityKind.PERSON) == {"Ana Ortiz", "Ben"}
    assert read.entity("BUILD-12").detail == "ticket"
    assert_every_span_is_a_real_slice(read)


def test_a_meeting_about_a_case():
    read = meeting(
        ("Chair", "Okay , so um the next thing is the colour ."),
        ("Mia", "We could use a a dark green case ."),
        ("Jon", "Too dark , nobody will find it ."),
        ("Mia", "What about yellow ?"),
        ("Chair", "Yeah , that's good . Okay , let's go with yellow ."),
        ("Jon", "Agreed ."),
        ("Chair", "And maybe we could use a leather strap ?"),
        ("Mia", "I prefer a short strap ."),
    )
    assert read.accepted == ["Okay , let's go with yellow ."]
    assert read.found.decisions[0].by == ("Chair", "Jon")
    assert [preference.holder for preference in read.found.preferences] == ["Mia"]
    assert read.names(EntityKind.PERSON) == {"Chair", "Mia", "Jon"}
    assert_every_span_is_a_real_slice(read)


def test_a_decision_record():
    read = record(
        "Use Postgres for orders",
        ("Context", "Orders are kept in flat files. Two outages in March were caused by broken files."),
        ("Decision", "We will use Postgres instead of flat files because it has transactions."),
        ("Consequences", "- Reports become simpler.\n- We have to create backups."),
        ("Alternatives considered", "- Mongo: transactions are slow."),
        status="accepted",
        participants=("Dana Weiss",),
    )
    main = read.found.decisions[0]
    assert main.is_main
    assert main.by == ("Dana Weiss",)
    assert main.about[:2] == ("Use Postgres for orders", "Postgres")
    assert len(main.triggers) == len(main.consequences) == 2
    assert {option.text for option in main.options} == {"Mongo", "Postgres", "flat files"}
    assert read.found.summary == "Use Postgres for orders"
    assert_every_span_is_a_real_slice(read)


def test_an_agent_run():
    read = chat(
        ("user", "the theme looks wrong in my terminal"),
        ("assistant", "I suggest using hex values, because indices differ between terminals."),
        ("tool", "grep -n muted src/theme/dark.json: we decided to use 242"),
        ("user", "do that. and never push without the tests"),
        ("assistant", "Done, I changed src/theme/dark.json."),
    )
    assert read.accepted == [
        "I suggest using hex values, because indices differ between terminals.",
        "and never push without the tests",
    ]
    assert {decision.by for decision in read.found.decisions} == {("user",)}
    assert read.names(EntityKind.ARTIFACT) == {"src/theme/dark.json"}
    assert read.names(EntityKind.PERSON) == set()
    assert_every_span_is_a_real_slice(read)


def test_a_summary_is_the_title_or_the_first_sentence_in_one_short_line():
    assert chat(("Ana", "Yes."), ("Ben", "The  build is slow.")).found.summary == "The build is slow."
    assert len(chat(("Ben", "word " * 100)).found.summary) == 160
    assert chat(("Ana", "Yes."), title="Broker").found.summary == "Broker"


def test_the_same_episode_gives_the_same_items():
    turns = (("Ana", "We decided to use Redis and Kafka, see AB-1."), ("Ben", "Agreed, the Redis cache is fast."))
    assert chat(*turns).found == chat(*turns).found
