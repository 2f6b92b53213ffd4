"""The one JSON shape that agents and models answer in, as a plain schema every provider takes."""

from typing import Any

Schema = dict[str, Any]
VERSION = 1

_TEXT = "one sentence in the words of the source"
_QUOTE = "the words it stands on, copied exactly from one turn"


def _text(description: str, *values: str) -> Schema:
    return {"type": "string", "description": description} | ({"enum": list(values)} if values else {})


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _item(**fields: Schema) -> Schema:
    said = {"text": _text(_TEXT), "quote": _text(_QUOTE)} | fields
    return {"type": "object", "properties": said, "required": ["text", "quote"]}


def _named(**fields: Schema) -> Schema:
    return {"type": "object", "properties": {"name": _text("as the text writes it")} | fields, "required": ["name"]}


_BY = _text("who, as the text names them; empty when it does not say")
_REASON = _item(stance=_text("which way it pulls", "for", "against"), by=_BY)
_OPTION = _item(outcome=_text("what became of it", "chosen", "rejected", "open"), by=_BY)

_LISTS: dict[str, Schema] = {
    "decisions": _item(
        status=_text("accepted only when it was settled", "accepted", "proposed"),
        by=_list(_text("who decided, as the text names them")),
        about=_list(_text("a thing it is about, as the text names it")),
        reasons=_list(_REASON),
        options=_list(_OPTION),
    ),
    "facts": _item(
        subject=_text("what it is about"),
        predicate=_text("the relation, in one to three words"),
        object=_text("another named thing, or empty"),
        value=_text("a number, date or version, or empty"),
    ),
    "preferences": _item(holder=_text("whose preference it is, as the text names them")),
    "commitments": _item(
        owed_by=_text("who owes it"),
        owed_to=_text("to whom, or empty"),
        kind=_text("what sort", "promise", "follow_up", "blocker", "question"),
        due=_text("by when, in the words of the text, or empty"),
    ),
    "procedures": _item(signature=_text("the error or task it is about, or empty")),
    "people": _named(),
    "topics": _named(),
}
KINDS = tuple(_LISTS)
"""The lists of the shape, in the order in which they are read."""

SCHEMA: Schema = {
    "type": "object",
    "properties": {"summary": _text("one line")} | {name: _list(item) for name, item in _LISTS.items()},
    "required": list(KINDS),
}
