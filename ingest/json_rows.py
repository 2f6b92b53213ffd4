"""JSON and JSON Lines as a stream of values; a file that was cut gives every complete record."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from graphmem.domain.text import clean
from ingest.connector import Source
from ingest.lines import Line, lines, sniffed, whole_text
from ingest.tally import Tally

Object = dict[str, "Json"]
Json = Object | list["Json"] | str | int | float | bool | None

MOST, SOME = 0.5, 0.25

_SAMPLE = 20
_JSON_START = re.compile(r'\s*(?:\{\s*(?:"|\}|\Z)|\[\s*(?:\{|"|\]\s*\Z|\[\s*[\[{"\d-]|-?[\d.]+\s*(?:,|\n|\Z)|\Z))')
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},]', re.DOTALL)
_REPEATED_START = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One value of a stream: `line` is 0 when the stream is one JSON value."""

    line: int
    value: Json


def rows(source: Source, tally: Tally) -> Iterator[Row]:
    """The values of JSON Lines, or the elements of one JSON list, or the one JSON value.

    Every string is cleaned. Lines that are no JSON go to the tally; a half-written last line does not count as
    unknown. Raises UnreadableSource.
    """
    if is_json_lines(source):
        yield from _line_rows(source, tally)
        return
    value = value_of(source, tally)
    for element in () if value is None else _elements(value):
        tally.read += 1
        yield Row(line=0, value=element)


def value_of(source: Source, tally: Tally) -> Json:
    """The whole source as one JSON value; of a cut one the complete records, None when there is none."""
    text = whole_text(source, tally)
    try:
        return _cleaned(json.loads(text))
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        tally.fault(f"cut or broken JSON: {_explained(error)}", line, is_unknown=False)
        return _cleaned(_salvaged(text))


@lru_cache(maxsize=8)
def _head_values(head: bytes) -> tuple[Json, ...]:
    text = sniffed(head)
    complete = [line for line in text.split("\n") if line.strip()][:_SAMPLE]
    parsed = [value for value in map(_parsed, complete) if isinstance(value, dict | list)]
    if complete and (_parsed(complete[0]) is not None or len(parsed) > len(complete) / 2):
        return tuple(element for value in parsed for element in _elements(value))
    value = _parsed(text)
    return tuple(_elements(_salvaged(text) if value is None else value))


def head_objects(source: Source) -> list[Object]:
    """The first objects of the source, for sniffing: its rows, the elements of its list, or itself; never raises."""
    return [value for value in _head_values(source.head) if isinstance(value, dict)][:_SAMPLE]


def shares(found: Sequence[Object], is_ours: Callable[[Object], bool], *, least: float) -> bool:
    """Whether at least this share of objects, and one of them, is of a connector's own kind."""
    ours = sum(map(is_ours, found))
    return ours > 0 and ours >= least * len(found)


def is_json_lines(source: Source) -> bool:
    """Whether the source holds a JSON value a line."""
    first_lines = [line for line in sniffed(source.head).split("\n") if line.strip()][:_SAMPLE]
    if len(first_lines) == 1:
        return isinstance(_parsed(first_lines[0]), dict | list) and _goes_on(source)
    parsed = [line for line in first_lines if isinstance(_parsed(line), dict | list)]
    return bool(parsed) and (first_lines[0] in parsed or len(parsed) > len(first_lines) / 2)


def _goes_on(source: Source) -> bool:
    """Whether the source is longer than what was sniffed of it."""
    try:
        return source.content is None and source.path.stat().st_size > len(source.head)
    except OSError:
        return False


def looks_like_json(source: Source) -> bool:
    """Whether the source begins like JSON, however it goes on."""
    return bool(_JSON_START.match(sniffed(source.head)))


def objects(values: Json) -> list[Object]:
    """The objects in a list, or nothing."""
    return [value for value in values if isinstance(value, dict)] if isinstance(values, list) else []


def object_at(value: Json, name: str) -> Object:
    """The object under `name`, empty when there is none."""
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}


def text_at(value: Json, *names: str) -> str:
    """The first text that is not empty under one of `names`; "" when there is none."""
    if not isinstance(value, dict):
        return ""
    found = (value.get(name) for name in names)
    return next((text for text in found if isinstance(text, str) and text.strip()), "")


def _line_rows(source: Source, tally: Tally) -> Iterator[Row]:
    for line in lines(source, tally):
        if not line.text.strip():
            continue
        tally.read += 1
        try:
            yield Row(line=line.number, value=_cleaned(json.loads(line.text)))
        except (ValueError, RecursionError) as error:
            yield from _rescued(line, error, tally)


def _rescued(line: Line, error: Exception, tally: Tally) -> Iterator[Row]:
    """After a crash a writer may repeat the record in full behind its own torso: the copy is the record."""
    copy = line.text.find(line.text[:_REPEATED_START], 1)
    whole = _parsed(line.text[copy:]) if copy > 0 else None
    if isinstance(whole, dict):
        tally.fault(f"a torn record at byte {line.offset}; its complete copy is read", line.number, is_unknown=False)
        yield Row(line=line.number, value=_cleaned(whole))
    elif line.is_ended:
        tally.fault(f"no JSON at byte {line.offset}: {_explained(error)}", line.number)
    else:
        tally.fault(f"half-written last line, from byte {line.offset}", line.number, is_unknown=False)


def _elements(value: Json) -> list[Json]:
    return value if isinstance(value, list) else [value]


def _parsed(text: str) -> Json:
    try:
        parsed: Json = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return parsed


def _salvaged(text: str) -> Json:
    """What is complete in a JSON text that was cut: elements of the outermost list, members of the object."""
    closers: list[str] = []
    end, tail = 0, ""
    for token in _TOKEN.finditer(text):
        mark = token.group()
        if mark in "[{":
            closers.append("]" if mark == "[" else "}")
        elif mark in "]}" and closers:
            closers.pop()
        if mark not in ",]}":
            continue
        if not closers:
            break
        is_record_end = closers == ["}"] or (closers[-1] == "]" and closers.count("]") == 1)
        if is_record_end:
            end = token.start() if mark == "," else token.end()
            tail = "".join(reversed(closers))
    value = _parsed(text[:end] + tail) if end else None
    is_half_a_record = isinstance(value, dict) and not any(isinstance(member, list) for member in value.values())
    return None if is_half_a_record else value


def _cleaned(value: Json) -> Json:
    match value:
        case str():
            return clean(value)
        case list():
            return [_cleaned(element) for element in value]
        case dict():
            return {clean(name): _cleaned(element) for name, element in value.items()}
        case _:
            return value


def _explained(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else getattr(error, "msg", str(error))
