"""A why answer as one line of a why set's scorer: the same mapping for every question, whatever it asks."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from graphmem.domain.answers import Ground, Party, Quote, StatementFace, WhyAnswer

LONGEST_TEXT = 60
"""Words of an item's text: it says the thing; the quote shows the place."""

EXACT = frozenset({"people", "figures"})
"""Fields of a why answer that are right only when they are found."""

Item = dict[str, str]
NameOf = Callable[[str], str]
"""The set's own name of the document with this address."""


def scored_line(question_id: str, wording: int, answer: WhyAnswer, name_of: NameOf) -> dict[str, Any]:
    """The answer in the scorer's fields.

    Triggers and objections are reasons, and so is what speaks against an option: the format has one field for
    all that moved people. The record is silent when the answer says so, and when a name or a number is asked for
    and missing: there is no other way to be right. What an answer has no field for stays empty.
    """
    decision = answer.decision
    return {
        "id": question_id,
        "wording": wording,
        "decision": _item(decision.statement, name_of) if decision else None,
        "reasons": [_item(face, name_of) for face in _moved(answer)],
        "options": [_item(ground.statement, name_of) for ground in answer.alternatives],
        "people": [_person(party, name_of) for party in answer.people],
        "superseded": [_item(ground.statement, name_of) for ground in answer.supersedes_chain],
        "dependents": [_item(ground.statement, name_of) for ground in answer.if_reversed],
        "quotes": [{"quote": quote.text, "doc": name_of(quote.source)} for quote in answer.evidence],
        "abstained": answer.abstained or not EXACT.isdisjoint(answer.missing),
    }


def _moved(answer: WhyAnswer) -> Iterator[StatementFace]:
    """What moved people, best path first, as many as the longest of its fields holds."""
    fields = (answer.reasons, answer.triggers, answer.objections, tuple(_against(answer.alternatives)))
    grounds = sorted((ground for field in fields for ground in field), key=lambda ground: -ground.path.score)
    faces = {ground.statement.id: ground.statement for ground in grounds}
    longest = max(map(len, fields))
    return iter(list(faces.values())[:longest])


def _against(options: Sequence[Ground]) -> Iterator[Ground]:
    """Why the options were not taken, each on the path of its option."""
    return (Ground(statement=face, path=option.path) for option in options for face in option.why_not)


def _item(face: StatementFace, name_of: NameOf) -> Item:
    item = {"text": _short(face.text)} | _quoted(face.quote, name_of)
    return item | ({"outcome": face.standing} if face.kind == "Option" else {})


def _person(party: Party, name_of: NameOf) -> Item:
    return {"text": party.name, "role": party.role} | _quoted(party.quote, name_of)


def _quoted(quote: Quote | None, name_of: NameOf) -> Item:
    return {"quote": quote.text, "doc": name_of(quote.source)} if quote else {}


def _short(text: str) -> str:
    return " ".join(text.split()[:LONGEST_TEXT])
