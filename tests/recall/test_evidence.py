"""The evidence pack keeps its budget; what stands together ranks together."""

from given import chunk

from graphmem.domain.answers import Quote
from graphmem.recall.answer import Ranked
from graphmem.recall.evidence import evidence_pack, in_context


def quote(key: str, size: int) -> Quote:
    return Quote(text="x" * size, chunk_id=key, start=0, end=size)


def test_the_decision_comes_first_and_no_passage_twice() -> None:
    pack = evidence_pack(quote("d", 40), [quote("d", 40), quote("r", 40)], [], budget_tokens=100)
    assert [one.chunk_id for one in pack] == ["d", "r"]


def test_the_budget_is_never_exceeded_and_a_shorter_passage_may_still_fit() -> None:
    pack = evidence_pack(quote("d", 40), [quote("long", 400), quote("short", 40)], [], budget_tokens=25)
    assert [one.chunk_id for one in pack] == ["d", "short"]
    assert sum(len(one.text) / 4 for one in pack) <= 25


def ranked(key: str, score: float, **values: object) -> Ranked:
    return Ranked(candidate=chunk(key, **values), score=score, based=None, step=None)  # type: ignore[arg-type]


def order(*found: Ranked) -> list[str]:
    return [one.id for one in in_context(found)]


def test_a_turn_amid_the_talk_on_the_subject_comes_before_a_lonely_one() -> None:
    alone = ranked("alone", 0.62, spoken=True, episode_id="other")
    amid = [ranked(f"amid{at}", score, spoken=True, position=at) for at, score in enumerate((1.0, 0.6, 0.9))]
    assert order(*amid, alone) == ["amid0", "amid2", "amid1", "alone"]
    assert order(amid[0], alone, ranked("far", 0.6, spoken=True, position=80)) == ["amid0", "alone", "far"]


def test_a_block_of_the_best_document_comes_before_an_equal_one_of_another() -> None:
    best = [ranked("hit", 1.0, episode_id="a"), ranked("also", 0.5, episode_id="a", position=1)]
    assert order(*best, ranked("elsewhere", 0.55, episode_id="b")) == ["hit", "also", "elsewhere"]


def test_noise_is_no_evidence() -> None:
    assert order(ranked("tool", 1.0, is_noise=True), ranked("said", 0.1)) == ["said"]


def test_without_any_score_the_order_stays() -> None:
    assert order(ranked("b", 0.0), ranked("a", 0.0)) == ["b", "a"]
