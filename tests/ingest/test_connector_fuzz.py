"""Every reader of JSON under wrong types in every field, and every reader under texts that are hostile."""

import copy
import json
from collections.abc import Iterator

import pytest
from connector_samples import SAMPLES, Sample
from ingest_given import Pulled, in_memory, read

from graphmem.domain.documents import Document
from graphmem.domain.errors import GraphmemError
from ingest.lines import LIMITS
from ingest.registry import CONNECTORS, named

WRONG: tuple[object, ...] = (
    None,
    True,
    -1,
    10**30,
    1e308,
    "",
    "\ud83d",
    [],
    {},
    [None],
    [[1]],
    {"a": None},
    [{"b": {}}],
)


def _is_json(sample: Sample) -> bool:
    try:
        return bool(json.loads(f"{sample.opening or sample.records[0]}".splitlines()[0]))
    except ValueError:
        return sample.text.startswith("{") or (sample.closing == "]")


def _rows(connector: str, *rows: dict[str, object]) -> Sample:
    return Sample(connector=connector, records=tuple(f"{json.dumps(row)}\n" for row in rows))


_CHUNK = {"sessionUpdate": "agent_message_chunk", "content": [{"type": "text", "text": "Hm."}], "messageId": "m"}
_CALL = {"sessionUpdate": "tool_call_update", "toolCallId": "t", "status": "failed", "rawInput": {"command": ["ls"]}}
RICH = [
    _rows(
        "memory-graph",
        {"type": "relation", "from": "Ada", "to": "Volta", "relationType": ["works_at", "founded"]},
        {
            "type": "node",
            "id": 1,
            "labels": ["Person"],
            "properties": {"name": "Ada", "observations": [{"content": "x"}]},
        },
        {"type": "relationship", "label": "KNOWS", "start": {"id": 1}, "end": {"id": 1, "properties": {"name": "Bo"}}},
    ),
    _rows(
        "memory-rows",
        {
            "results": [{"id": "m", "memory": "Trams.", "metadata": {"category": "x"}, "categories": ["y"]}],
            "relations": [{"source": "ada", "relationship": "rides", "target": "tram"}],
        },
    ),
    _rows(
        "opencode",
        {
            "info": {"id": "ses_1", "parentID": "ses_0", "path": {"cwd": "/srv"}},
            "messages": [
                {
                    "info": {"id": "msg_1", "role": "assistant", "time": {"created": 1}, "path": {"cwd": "/srv"}},
                    "parts": [
                        {"type": "reasoning", "text": "Hm."},
                        {
                            "type": "tool",
                            "callID": "c",
                            "tool": "sh",
                            "state": {"status": "error", "input": {"path": "a"}},
                        },
                    ],
                }
            ],
        },
    ),
    _rows(
        "acp",
        {"method": "session/prompt", "params": {"sessionId": "s", "prompt": [{"type": "text", "text": "Hi."}]}},
        {"timestamp": 1746093600, "method": "session/update", "params": {"sessionId": "s", "update": _CHUNK}},
        {"method": "session/update", "params": {"sessionId": "s", "update": _CALL, "_meta": {"agentTimestampMs": 1}}},
    ),
    _rows(
        "gemini-cli",
        {"sessionId": "g", "projectHash": "0", "messages": [{"id": "a", "type": "user", "content": "Hi."}]},
        {
            "id": "b",
            "type": "gemini",
            "content": "",
            "thoughts": [{"subject": "x"}],
            "toolCalls": [{"id": "c", "args": {}}],
        },
        {"$rewindTo": "a"},
        {"sessionId": "g", "messageId": 0, "type": "user", "message": "Hi."},
    ),
    _rows(
        "grok",
        {"type": "assistant", "content": "", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": "{}"}}]},
        {"type": "tool_result", "tool_call_id": "c", "content": [{"type": "text", "text": "x"}], "is_error": True},
    ),
    _rows(
        "claude-code",
        {
            "type": "assistant",
            "uuid": "a",
            "sessionId": "s",
            "message": {"content": [{"type": "tool_use", "id": "c", "name": "Task", "input": {"prompt": "Run."}}]},
        },
        {
            "type": "user",
            "uuid": "x",
            "isSidechain": True,
            "agentId": "1",
            "sessionId": "s",
            "message": {"content": "Run."},
        },
    ),
]
PLAIN = [sample for sample in SAMPLES if _is_json(sample)]


def _values(sample: Sample) -> list[object]:
    """The JSON values of a sample: its lines, or the whole."""
    try:
        return [json.loads(sample.text)]
    except ValueError:
        return [json.loads(line) for line in sample.text.splitlines()]


def _paths(value: object, above: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """The place of everything inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in inside:
        yield (*above, name)
        yield from _paths(member, (*above, name))


def _changed(value: object, path: tuple[object, ...], wrong: object) -> object:
    whole = copy.deepcopy(value)
    target = whole
    for name in path[:-1]:
        target = target[name]  # type: ignore[index]
    target[path[-1]] = wrong  # type: ignore[index]
    return whole


def _spoilt(sample: Sample) -> Iterator[tuple[tuple[object, ...], object, str]]:
    values = _values(sample)
    for place, value in enumerate(values):
        for path in _paths(value):
            for wrong in WRONG:
                lines = [*values[:place], _changed(value, path, wrong), *values[place + 1 :]]
                yield path, wrong, "\n".join(json.dumps(line) for line in lines)


@pytest.mark.parametrize("sample", PLAIN + RICH, ids=lambda sample: sample.connector)
def test_a_wrong_type_in_any_field_is_read_or_told_and_never_raises(sample: Sample) -> None:
    connector = named(sample.connector)
    for path, wrong, text in _spoilt(sample):
        found = read(connector, text)
        assert found.documents or found.skipped, (path, wrong)
        for document in found.documents:
            json.dumps([part.text for part in document.parts]).encode()
            document.title.encode()


@pytest.mark.parametrize("sample", PLAIN, ids=lambda sample: sample.connector)
def test_a_record_that_is_spoilt_costs_no_other_record(sample: Sample) -> None:
    values = _values(sample)
    if len(values) == 1:
        return
    whole = {part.text for part in read(named(sample.connector), sample.text).parts}
    for place in range(1, len(values)):
        for wrong in WRONG:
            lines = [json.dumps(value) for value in values]
            lines[place] = json.dumps(wrong)
            kept = read(named(sample.connector), "\n".join(lines))
            assert len(whole - {part.text for part in kept.parts}) <= 1, (place, wrong)
            assert kept.skipped, (place, wrong)


def _hostile() -> Iterator[tuple[str, bytes]]:
    yield "nested too deeply", b'{"a":' * 30_000 + b"1" + b"}" * 30_000
    yield "a list nested too deeply", b"[" * 60_000
    yield "one enormous line", b'{"type": "user", "text": "' + b"word " * (LIMITS.first_line // 4) + b'"}\n'
    yield "NUL everywhere", b"commit 0123456789abcdef\nAuthor: \x00\n\n    \x00\x00\x00 said\x00\n"
    yield "lone surrogates", "\ud800\udfff\ud83d".encode("utf-8", "surrogatepass") * 200
    yield "escaped lone surrogates", rb'{"type": "entity", "name": "\ud83d", "observations": ["a \udc00 b"]}' * 3
    yield "only line ends", b"\r\n\r\r\n\n" * 500
    yield "a byte order mark and nothing else", b"\xef\xbb\xbf"
    yield "half a wide character", "commit 0123456789abcdef".encode("utf-16") + b"\x00"


@pytest.mark.parametrize("content", [content for _, content in _hostile()], ids=[name for name, _ in _hostile()])
def test_hostile_text_raises_nothing_but_our_own_errors(content: bytes) -> None:
    source = in_memory(content)
    for connector in CONNECTORS:
        assert 0.0 <= connector.recognises(source) <= 1.0
        try:
            found = Pulled(connector.pull(source))
        except GraphmemError:
            continue
        for document in found.documents:
            assert isinstance(document, Document)
            "".join(part.text for part in document.parts).encode()
