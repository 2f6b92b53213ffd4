"""JSON as models write it: fenced, after prose, with trailing commas, or cut off at any character."""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

_DECODER = json.JSONDecoder(strict=False)
_SPACE = re.compile(r"[\s,]*")
_NUMBER = re.compile(r"-?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?")
_WORD = re.compile(r"true|false|null|NaN|-?Infinity|None|True|False")
_WORDS = {"true": True, "True": True, "false": False, "False": False}
_PARTIAL_DEPTH = 2
"""The answer's own object and its lists may be incomplete; an item inside them is whole or is not there."""
_DEEPEST = 20
_STARTS = 40
_WRAPPERS = ("result", "response", "output", "content", "text", "extraction", "structured_output")


@dataclass(frozen=True, slots=True, kw_only=True)
class Loose:
    """value: the object with the wanted keys, None when there is none; is_cut: something after its start is missing."""

    value: Mapping[str, Any] | None
    is_cut: bool = False


def parse(text: str, wanted: Collection[str]) -> Loose:
    """The first object in `text` that has one of the `wanted` keys; any text is allowed and nothing raises.

    Complete items are kept when the text breaks off or stops being JSON; NaN and infinities become None. Answers
    inside an envelope (`{"result": "{…}"}`) are unpacked.
    """
    at = -1
    for _ in range(_STARTS):
        at = text.find("{", at + 1)
        if at < 0:
            break
        reader = _Reader(text)
        value = reader.whole(at)
        if isinstance(value, Mapping) and not value.keys().isdisjoint(wanted):
            return Loose(value=value, is_cut=reader.is_cut)
        if isinstance(value, Mapping) and (inner := _inside(value, wanted)).value is not None:
            return inner
        if isinstance(value, Mapping) and not reader.is_cut:
            at = max(at, reader.at - 1)
    return Loose(value=None)


def _inside(value: Mapping[str, Any], wanted: Collection[str]) -> Loose:
    for key in _WRAPPERS:
        match value.get(key):
            case str(text) if "{" in text:
                return parse(text, wanted)
            case Mapping() as inner if not inner.keys().isdisjoint(wanted):
                return Loose(value=inner)
    return Loose(value=None)


class _Broken(Exception):
    """The text ends, or goes on as no JSON can."""


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self.at = 0
        self.is_cut = False

    def whole(self, at: int) -> Any:
        """The value that begins at `at`, as far as it can be read; None when not even its start can."""
        self.at = at
        try:
            return self._value(0)
        except _Broken:
            self.is_cut = True
            return None

    def _value(self, depth: int) -> Any:
        if depth > _DEEPEST:
            raise _Broken
        match self._text[self.at : self.at + 1]:
            case "{":
                return self._object(depth)
            case "[":
                return self._list(depth)
            case '"':
                return self._string()
        return self._plain()

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self.at += 1
        try:
            while self._next() != "}":
                key = self._string()
                if self._next() != ":":
                    raise _Broken
                self.at += 1
                self._next()
                found[key] = self._value(depth + 1)
                if self.is_cut:
                    return found
            self.at += 1
        except _Broken:
            self._keep(depth)
        return found

    def _list(self, depth: int) -> list[Any]:
        found: list[Any] = []
        self.at += 1
        try:
            while self._next() != "]":
                found.append(self._value(depth + 1))
            self.at += 1
        except _Broken:
            self._keep(depth)
        return found

    def _keep(self, depth: int) -> None:
        """Notes that the rest is missing; an item that breaks off takes nothing half with it."""
        if depth >= _PARTIAL_DEPTH:
            raise _Broken
        self.is_cut = True

    def _next(self) -> str:
        """The next character that counts; commas are skipped, since models put one too many or one too few."""
        space = _SPACE.match(self._text, self.at)
        self.at = space.end() if space else self.at
        return self._text[self.at : self.at + 1]

    def _string(self) -> str:
        if self._text[self.at : self.at + 1] != '"':
            raise _Broken
        try:
            text, self.at = _DECODER.raw_decode(self._text, self.at)
        except json.JSONDecodeError as error:
            raise _Broken from error
        return str(text)

    def _plain(self) -> Any:
        if word := _WORD.match(self._text, self.at):
            self.at = word.end()
            return _WORDS.get(word.group())
        number = _NUMBER.match(self._text, self.at)
        if number is None or number.end() == len(self._text):  # `12` at the end may have been `123`
            raise _Broken
        self.at = number.end()
        value = json.loads(number.group())
        return value if abs(value) != float("inf") else None
