"""The evidence pack keeps its budget."""

from graphmem.domain.answers import Quote
from graphmem.recall.evidence import evidence_pack


def quote(key: str, size: int) -> Quote:
    return Quote(text="x" * size, chunk_id=key, start=0, end=size)


def test_the_decision_comes_first_and_no_passage_twice() -> None:
    pack = evidence_pack(quote("d", 40), [quote("d", 40), quote("r", 40)], [], budget_tokens=100)
    assert [one.chunk_id for one in pack] == ["d", "r"]


def test_the_budget_is_never_exceeded_and_a_shorter_passage_may_still_fit() -> None:
    pack = evidence_pack(quote("d", 40), [quote("long", 400), quote("short", 40)], [], budget_tokens=25)
    assert [one.chunk_id for one in pack] == ["d", "short"]
    assert sum(len(one.text) / 4 for one in pack) <= 25
