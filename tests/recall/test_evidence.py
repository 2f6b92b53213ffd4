"""The evidence pack keeps its budget; what stands together ranks together."""

from given import chunk

from graphmem.domain.answers import Quote
from graphmem.domain.candidates import Passage
from graphmem.recall.answer import Ranked
from graphmem.recall.evidence import GROUNDS, Context, evidence_pack
from graphmem.recall.sayings import read_sayings


def quote(key: str, size: int) -> Quote:
    return Quote(text="x" * size, chunk_id=key, start=0, end=size)


def test_the_decision_comes_first_and_no_passage_twice() -> None:
    pack = evidence_pack(quote("d", 40), [quote("d", 40), quote("r", 40)], [], budget_tokens=100)
    assert [one.chunk_id for one in pack] == ["d", "r"]


def test_the_budget_is_never_exceeded_and_a_shorter_passage_may_still_fit() -> None:
    pack = evidence_pack(quote("d", 40), [quote("long", 400), quote("short", 40)], [], budget_tokens=25)
    assert [one.chunk_id for one in pack] == ["d", "short"]
    assert sum(len(one.text) / 4 for one in pack) <= 25


def passage(key: str, text: str, position: int) -> Passage:
    return Passage(
        quote=Quote(text=text, chunk_id=key, start=0, end=len(text), speaker="Ida"),
        episode_id="e",
        position=position,
        section="",
        is_spoken=True,
        is_noise=False,
        main_decision="",
        statements=(),
    )


def ranked(key: str, score: float, **values: object) -> Ranked:
    return Ranked(candidate=chunk(key, **values), score=score, based=None, step=None)  # type: ignore[arg-type]


def order(*found: Ranked) -> list[str]:
    return [one.id for one in Context(ranked=found).nearest(99)]


def test_a_turn_amid_the_talk_on_the_subject_comes_before_a_lonely_one() -> None:
    alone = ranked("alone", 0.62, spoken=True, episode_id="other")
    amid = [ranked(f"amid{at}", score, spoken=True, position=at) for at, score in enumerate((1.0, 0.6, 0.9))]
    assert order(*amid, alone) == ["amid0", "amid2", "amid1", "alone"]


def test_talk_about_the_question_is_evidence_though_the_turn_that_settles_it_was_not_found() -> None:
    """ "Okay, we put it in." names nothing: it is read because of what stands around it, and said before a bare yes."""
    turns = ("The heated seat costs nine euros.", "Okay, we put it in, because people ask for it.", "Yeah.")
    read = [passage(f"t{at}", text, at) for at, text in enumerate(turns)]
    elsewhere = passage("far", "We will paint it, because blue sells.", 90)
    found = Context(ranked=[ranked("t0", 1.0, spoken=True), ranked("far", 0.2, spoken=True, position=90)])
    quotes = found.ordered([elsewhere, *reversed(read)], read_sayings([*read, elsewhere], {}, ()))
    assert [one.chunk_id for one in quotes] == ["t0", "t1", "far", "t2"]


def test_the_stretch_with_more_turns_about_the_question_is_read_first_and_whole() -> None:
    lonely = [ranked("x", 0.9, spoken=True, episode_id="lonely", position=50)]
    dense = [ranked(f"d{at}", 0.8, spoken=True, episode_id="dense", position=10 + 2 * at) for at in range(4)]
    spans = Context(ranked=[*lonely, *dense]).stretches.spans(7)
    assert [(one.episode_id, one.first, one.last) for one in spans] == [("dense", 10, 16)]


def test_only_a_few_grounds_come_before_the_rest() -> None:
    grounds = [quote(f"g{at}", 4) for at in range(9)]
    pack = evidence_pack(None, grounds, [quote(f"n{at}", 4) for at in range(9)], budget_tokens=99)
    assert [one.chunk_id for one in pack].index("n3") == 2 * GROUNDS


def test_a_block_of_the_best_document_comes_before_an_equal_one_of_another() -> None:
    best = [ranked("hit", 1.0, episode_id="a"), ranked("also", 0.5, episode_id="a", position=1)]
    assert order(*best, ranked("elsewhere", 0.55, episode_id="b")) == ["hit", "also", "elsewhere"]


def test_noise_is_no_evidence() -> None:
    assert order(ranked("tool", 1.0, is_noise=True), ranked("said", 0.1)) == ["said"]


def test_without_any_score_the_order_stays() -> None:
    assert order(ranked("b", 0.0), ranked("a", 0.0)) == ["b", "a"]
