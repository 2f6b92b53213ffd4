"""What a message of an agent run is made of, whatever the harness calls it, as parts of a document."""

import json
import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.documents import ArtifactTouch, Part, SpeakerRole, Touch
from ingest.injected import spoken
from ingest.json_rows import Json, Object, text_at

OUTPUT_LENGTH = 2_000
ARGUMENT_LENGTH = 400
USER, ASSISTANT = "user", "assistant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Text that was said."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """Reasoning that the agent showed."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A tool call."""

    call: str
    name: str
    arguments: Object


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """What a tool gave back."""

    call: str
    text: str
    is_error: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    """Anything else: an image, a document, an encrypted blob."""

    kind: str


Block = Said | Thought | Called | Returned | Other


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Where blocks come from: who spoke, when, in which folder, and under which natural key.

    speaker  the name that the source gives; "" = its role says it all
    """

    key: str
    role: SpeakerRole
    at: datetime | None = None
    cwd: str = ""
    speaker: str = ""


_PATH_ARGUMENTS = ("file_path", "notebook_path", "path", "filePath", "target_file", "absolute_path")
_COMMAND_ARGUMENTS = ("command", "cmd", "script")
_OTHER_ARGUMENTS = ("url", "pattern", "query", "glob_pattern", "prompt", "description", "skill", "input", "text")
_WRITERS = ("write", "edit", "patch", "create", "replace", "delete", "save")
_PATCHED = ("*** Update File: ", "*** Add File: ", "*** Delete File: ")


def blocks(content: Json) -> Iterator[Block]:
    """The blocks of a message's content: a text, or a list of texts and typed objects."""
    for raw in content if isinstance(content, list) else [content]:
        if isinstance(raw, str):
            yield Said(text=raw)
        elif isinstance(raw, dict):
            yield _block(raw)


def parts(block: Block, message: Message, *, position: int) -> Iterator[Part]:
    """The parts of one block; `position` is its place in the message, part of the key unless a call has its own."""
    key = f"{message.key}#{position}" if position else message.key
    match block:
        case Said():
            yield from _said(block, message, key)
        case Thought() if block.text.strip():
            yield _part(key, block.text.strip(), message, is_noise=True)
        case Called():
            yield _called(block, message, block.call or key)
        case Returned() if block.is_error and block.text.strip():
            text = block.text.strip()[:OUTPUT_LENGTH].rstrip()
            yield Part(key=f"{block.call or key}:error", text=text, at=message.at, is_noise=True, is_external=True)
        case _:
            return


def arguments_of(raw: Json) -> Object:
    """A call's arguments: an object, JSON text of one, or a bare text."""
    if isinstance(raw, str):
        try:
            parsed = json.loads(raw)
        except (ValueError, RecursionError):
            parsed = None
        return parsed if isinstance(parsed, dict) else {"input": raw}
    return raw if isinstance(raw, dict) else {}


def flat_text(content: Json) -> str:
    """The text of a tool's answer: a text, or the texts of its blocks."""
    texts = (block.text for block in blocks(content) if isinstance(block, Said))
    return "\n".join(text for text in texts if text)


def _block(raw: Object) -> Block:
    kind = text_at(raw, "type")
    call = text_at(raw, "id", "call_id", "tool_use_id", "toolCallId")
    match kind:
        case "text" | "input_text" | "output_text":
            return Said(text=text_at(raw, "text"))
        case "thinking" | "reasoning":
            return Thought(text=text_at(raw, "thinking", "text"))
        case "tool_use" | "toolCall" | "tool_call" | "server_tool_use":
            arguments = next((raw[name] for name in ("input", "arguments", "args") if name in raw), None)
            return Called(call=call, name=text_at(raw, "name") or "tool", arguments=arguments_of(arguments))
        case "tool_result":
            is_error = raw.get("is_error") is True
            answered = text_at(raw, "tool_use_id")
            return Returned(call=answered, text=flat_text(raw.get("content")), is_error=is_error)
        case "" if text_at(raw, "text"):
            return Said(text=text_at(raw, "text"))
        case _:
            return Other(kind=kind or "block without a type")


def _said(block: Said, message: Message, key: str) -> Iterator[Part]:
    for number, piece in enumerate(spoken(block.text)):
        part_key = f"{key}.{number}" if number else key
        yield _part(part_key, piece.text, message, is_noise=piece.is_command)


def _part(key: str, text: str, message: Message, *, is_noise: bool = False) -> Part:
    speaker = message.speaker or {SpeakerRole.USER: USER, SpeakerRole.ASSISTANT: ASSISTANT}.get(message.role, "")
    return Part(key=key, text=text, speaker=speaker, role=message.role, at=message.at, is_noise=is_noise)


def _called(block: Called, message: Message, key: str) -> Part:
    argument = " ".join(_main_argument(block.arguments).split())[:ARGUMENT_LENGTH]
    return Part(
        key=key,
        text=f"[tool] {block.name}: {argument}" if argument else f"[tool] {block.name}",
        speaker=message.speaker or ASSISTANT,
        role=SpeakerRole.ASSISTANT,
        at=message.at,
        artifacts=tuple(_touches(block, message.cwd)),
        is_noise=True,
    )


def _main_argument(arguments: Object) -> str:
    named = text_at(arguments, *_PATH_ARGUMENTS, *_COMMAND_ARGUMENTS, *_OTHER_ARGUMENTS) or _words(arguments)
    return named or next((value for value in arguments.values() if isinstance(value, str)), "")


def _words(arguments: Object) -> str:
    command = next((arguments[name] for name in _COMMAND_ARGUMENTS if isinstance(arguments.get(name), list)), [])
    return " ".join(word for word in command if isinstance(word, str)) if isinstance(command, list) else ""


def _touches(block: Called, cwd: str) -> Iterator[ArtifactTouch]:
    how = Touch.WROTE if any(word in block.name.lower() for word in _WRITERS) else Touch.READ
    if path := text_at(block.arguments, *_PATH_ARGUMENTS):
        yield ArtifactTouch(uri=_located(path, cwd), kind="file", how=how)
    if command := text_at(block.arguments, *_COMMAND_ARGUMENTS) or _words(block.arguments):
        yield ArtifactTouch(uri=" ".join(command.split())[:ARGUMENT_LENGTH], kind="command", how=Touch.RAN)
    if url := text_at(block.arguments, "url"):
        yield ArtifactTouch(uri=url, kind="url", how=Touch.READ)
    yield from _patched(block.arguments, cwd)


def _patched(arguments: Object, cwd: str) -> Iterator[ArtifactTouch]:
    for line in text_at(arguments, "patch", "input").split("\n"):
        if line.startswith(_PATCHED):
            path = line.split(": ", 1)[1].strip()
            yield ArtifactTouch(uri=_located(path, cwd), kind="file", how=Touch.WROTE)


def _located(path: str, cwd: str) -> str:
    return path if not cwd or path.startswith("~") else posixpath.normpath(posixpath.join(cwd, path))
