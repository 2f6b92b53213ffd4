"""What a proposal was confirmed with is evidence of the decision, beside the proposal itself."""

from extract_given import chat

from graphmem.domain.statements import StatementKind
from graphmem.remember.resolve import resolve


def test_ent_09_one_decision_with_both_messages_as_its_sources():
    read = chat(
        ("user", "How should we store sessions?"),
        ("assistant", "I recommend using Redis for the sessions. Should I go with Redis?"),
        ("user", "yes, do that"),
    )
    (decision,) = read.found.decisions
    assert decision.proposed_by == ("assistant",)
    assert [read.quote(span) for span in decision.support] == ["yes, do that"]
    subgraph = resolve(read.episode, read.found, tenant="t", audience="t/personal")
    (stored,) = [each for each in subgraph.statements if each.kind is StatementKind.DECISION]
    texts = {chunk.id: chunk.text for chunk in read.episode.chunks}
    assert [texts[each.chunk_id][each.start : each.end] for each in stored.evidence] == [
        "I recommend using Redis for the sessions.",
        "yes, do that",
    ]


def test_a_pick_among_what_the_assistant_offers_is_the_users_decision_in_its_words():
    read = chat(
        ("user", "Export fails for the accounts."),
        ("assistant", "I can do this per locale or with a flag. Which one do you prefer?"),
        ("user", "flag"),
        ("assistant", "OK, I'll add a flag and leave the default."),
    )
    (decision,) = read.found.decisions
    assert (decision.text, decision.by) == ("OK, I'll add a flag and leave the default.", ("user",))
    assert decision.proposed_by == ("assistant",)


def test_nobody_is_called_we():
    read = chat(("Ana", "We deploy on Fridays."), ("Ben", "Okay."))
    subgraph = resolve(read.episode, read.found, tenant="t", audience="t/personal")
    assert "we" not in {entity.name_key for entity in subgraph.entities}
