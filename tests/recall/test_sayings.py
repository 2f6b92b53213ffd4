"""Passages read sentence by sentence, and what speaks for each in a field."""

import pytest
from given_sayings import face, passage, read

from graphmem.recall.cues import Cue
from graphmem.recall.sayings import QUOTE_CHARS, quote_of
from graphmem.recall.weighing import PULLS, Anchors, Asked, Field, anchors_of, features, scores_of

NOTHING = Asked(fields=frozenset(), parts={}, links={})


def test_every_sentence_is_a_slice_of_its_passage() -> None:
    whole = passage("Der Kran ist alt.\r\nWir kaufen {hust} einen neuen! 好的。")
    for saying in read(whole):
        assert whole.quote.text[saying.quote.start : saying.quote.end] == saying.quote.text


def test_an_item_says_what_its_lead_in_says() -> None:
    alone = read(passage("- Quiet at night"))[0]
    led = read(passage("The benefit is:"), passage("- Quiet at night", 1))[1]
    assert alone.cue(Cue.REASON) == 0
    assert led.cue(Cue.REASON) > 0.4


@pytest.mark.parametrize(
    ("lead", "section"),
    [
        ("We see these advantages:", "reason"),
        ("The drawbacks are:", "consequence"),
        ("Three ways were discussed:", "rejected"),
        ("Ask in the yard:", "decision"),
    ],
)
def test_what_leads_in_a_list_says_what_its_items_are(lead: str, section: str) -> None:
    items = read(passage(lead, section="decision"), passage("- a second crane", 1, section="decision"))
    assert items[1].section == section


def test_others_who_say_yes_soon_after_agree_and_the_speaker_does_not() -> None:
    said = "Let us paint the shed blue"
    own = read(passage(said, 0, speaker="Ida"), passage("Yes", 1, speaker="Ida"))
    both = read(
        passage(said, 0, speaker="Ida"), passage("Yes", 1, speaker="Bo"), passage("Sounds good", 2, speaker="Cem")
    )
    assert (own[0].agreed, both[0].agreed) == (0.0, 1.0)


def test_a_document_has_one_decision_sentence_and_the_records_own_wins() -> None:
    text = "We will use a crane. We will never lend it."
    plain = read(passage(text, section="decision"))
    assert [one.is_head for one in plain] == [True, False]
    whole = passage(text, section="decision")
    main = face(whole, "We will never lend it.", "Decision")
    held = read(passage(text, section="decision", main_decision=main.id, statements=(main,)))
    assert [one.is_head for one in held] == [False, True]


def test_the_rarer_a_word_of_the_question_the_more_a_sentence_with_it_is_about_it() -> None:
    texts = ("The crane lifts stones.", "The crane is red.", "The crane needs grease.")
    found = read(*(passage(text, at) for at, text in enumerate(texts)), asked=("crane", "greas"))
    assert max(found, key=lambda one: one.relevance).quote.text == texts[2]


def test_a_quote_grows_over_whole_sentences_and_stays_short() -> None:
    text = " ".join(f"Sentence number {at} says a little more about cranes." for at in range(20))
    saying = read(passage(text))[9]
    grown = quote_of(saying)
    assert saying.quote.text in grown.text
    assert len(saying.quote.text) < len(grown.text) <= QUOTE_CHARS
    assert text[grown.start : grown.end] == grown.text


def test_a_reason_beside_the_decision_comes_before_one_in_another_document() -> None:
    near = passage("We chose the crane. It was the cheaper one because it is used.", episode_id="a")
    far = passage("It was the cheaper one because it is used.", episode_id="b")
    sayings = read(near, far, a0=1.0, b0=1.0)
    anchors = Anchors(sayings=((sayings[0], 1.0),))
    scores = scores_of(sayings, Field.REASON, NOTHING, anchors)
    assert max(range(3), key=scores.__getitem__) == 1
    assert scores[1] > scores[2]
    assert sum(scores) == pytest.approx(1.0)


def test_what_an_agent_understood_outweighs_what_the_rules_read() -> None:
    text = "We will use a crane. We will never lend it."
    whole = passage(text)
    by_rules = face(whole, "We will use a crane.", "Decision")
    by_agent = face(whole, "We will never lend it.", "Decision", extractor="capture:bot@1")
    sayings = read(passage(text, statements=(by_rules, by_agent)), e0=1.0)
    scores = scores_of(sayings, Field.DECISION, NOTHING, Anchors())
    assert anchors_of(sayings, scores).sayings[0][0].quote.text == by_agent.text


def test_every_constant_has_a_feature_and_every_feature_a_constant() -> None:
    (saying,) = read(passage("We will use a crane."))
    for field, pull in PULLS.items():
        assert set(features(saying, field, NOTHING, Anchors())) == set(pull.__slots__)
