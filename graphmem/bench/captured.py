"""The labelled answers of a why set as captures: what an agent that read a document well would hand in of it."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from graphmem.app import App
from graphmem.bench.why_set import WhySet, labelled_rows
from graphmem.domain.nodes import PageKey
from graphmem.domain.scope import Reader
from graphmem.remember.capture import Capture

AGENT = "bench"
MOST_EPISODES = 10_000
_DECIDING = frozenset({"decided", "proposed", "owner", "requested"})
_HELD = frozenset({"reasons", "options", "people"})
Row = Mapping[str, Any]


def captured_half(why_set: WhySet) -> tuple[frozenset[str], WhySet]:
    """Every second document that holds an answer, and the questions whose labels can be handed in with these alone.

    A capture is of one document, and its shape holds decisions, reasons, options and people.
    """
    told = sorted({name for question in why_set.questions if question.gold for name in question.documents})
    half = frozenset(told[::2])
    whole = {row["id"] for row in labelled_rows(why_set.folder) if _is_held(row, half)}
    return half, WhySet(folder=why_set.folder, questions=tuple(one for one in why_set.questions if one.id in whole))


def _is_held(row: Row, half: frozenset[str]) -> bool:
    decision = row.get("decision")
    items = [item for name in _HELD for item in row.get(name) or () if not item.get("optional")]
    return bool(
        decision
        and decision["doc"] in half
        and _HELD.union({"decision"}).issuperset(row["asked"])
        and all(item["doc"] == decision["doc"] for item in items)
    )


async def hand_in(app: App, reader: Reader, why_set: WhySet, documents: frozenset[str]) -> int:
    """Hands in what the labels say of each document that this reader's memory holds; how many items were kept."""
    extractions = _extractions(why_set, documents)
    kept = 0
    for uri in await _addresses(app, reader):
        if extraction := extractions.get(why_set.document(uri)):
            capture = Capture(extraction=json.dumps(extraction, ensure_ascii=False), agent=AGENT, uri=uri)
            kept += (await app.capture(capture, reader)).kept
    return kept


async def _addresses(app: App, reader: Reader) -> list[str]:
    found = await app.nodes.find_episodes(reader, first=MOST_EPISODES, after=PageKey())
    return sorted({one.values["uri"] for one in found})


def _extractions(why_set: WhySet, documents: frozenset[str]) -> dict[str, dict[str, Any]]:
    """By document, an extraction in the shape agents answer in."""
    decisions: dict[str, list[Row]] = defaultdict(list)
    for row in labelled_rows(why_set.folder):
        for name in documents.intersection(row["documents"]):
            if decision := _decision(row, name):
                decisions[name].append(decision)
    return {name: {"decisions": found} for name, found in decisions.items()}


def _decision(row: Row, document: str) -> Row | None:
    """What a question's labels say of one document; None when its decision stands elsewhere."""
    decision = row.get("decision")
    if not decision or decision["doc"] != document:
        return None
    people = [one for one in row.get("people") or () if one["doc"] == document]
    reasons = [_said(one) | {"stance": "for"} for one in _in(row, "reasons", document)]
    objections = [_said(one) | {"stance": "against", "by": one["text"]} for one in people if one["role"] == "objected"]
    return _said(decision) | {
        "status": "accepted",
        "by": [one["text"] for one in people if one["role"] in _DECIDING],
        "reasons": reasons + objections,
        "options": [_said(one) | {"outcome": one["outcome"]} for one in _in(row, "options", document)],
    }


def _in(row: Row, name: str, document: str) -> Iterator[Row]:
    return (one for one in row.get(name) or () if one["doc"] == document)


def _said(item: Row) -> dict[str, Any]:
    return {"text": item["text"], "quote": item["quote"]}
