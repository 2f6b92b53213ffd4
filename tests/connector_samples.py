"""A small source of every connector, in records of one part each."""

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A small source of one connector, in records of one part each.

    lead   parts that the opening gives
    slack  complete records that a cut behind them may still change: in prose the next line may go on the last
    """

    connector: str
    records: tuple[str, ...]
    opening: str = ""
    closing: str = ""
    lead: int = 0
    slack: int = 0

    @property
    def text(self) -> str:
        return self.opening + "".join(self.records) + self.closing

    def whole_records(self, cut: int) -> int:
        """How many records stand completely in the first `cut` bytes."""
        end = len(self.opening.encode())
        count = 0
        for record in self.records:
            end += len(record.encode())
            count += end <= cut
        return count


def _lines(*rows: dict[str, object]) -> tuple[str, ...]:
    return tuple(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def _claude(number: int, text: str) -> dict[str, object]:
    kind = "assistant" if number % 2 else "user"
    return {
        "type": kind,
        "uuid": f"u{number}",
        "sessionId": "s1",
        "cwd": "/srv/新聞",
        "timestamp": f"2025-05-01T10:0{number}:00Z",
        "message": {"id": f"m{number}", "role": kind, "content": [{"type": "text", "text": text}]},
    }


_SAID = ("Wir nehmen den Bus, weil er fährt.", "Why not the tram? 🚋", "Too slow for “us”.", "Okay, the bus it is.")

SAMPLES = (
    Sample(connector="claude-code", records=_lines(*(_claude(n, text) for n, text in enumerate(_SAID)))),
    Sample(
        connector="codex",
        opening='{"type": "session_meta", "payload": {"id": "c1", "cwd": "/srv"}}\n',
        records=_lines(
            *(
                {
                    "type": "response_item",
                    "timestamp": f"2025-05-01T10:0{n}:00Z",
                    "payload": {"type": "message", "id": f"i{n}", "role": "user", "content": [{"text": text}]},
                }
                for n, text in enumerate(_SAID)
            )
        ),
    ),
    Sample(
        connector="agent-run",
        opening='{"type": "session", "id": "p1", "cwd": "/srv", "timestamp": "2025-05-01T10:00:00Z"}\n',
        records=_lines(
            *(
                {
                    "type": "message",
                    "id": f"i{n}",
                    "message": {"role": "user", "content": [{"type": "text", "text": text}]},
                }
                for n, text in enumerate(_SAID)
            )
        ),
    ),
    Sample(
        connector="chatgpt",
        opening="[",
        records=tuple(
            json.dumps(
                {
                    "id": f"conversation-{n}",
                    "title": "Buses",
                    "mapping": {
                        "a": {
                            "id": f"node-{n}",
                            "parent": None,
                            "children": [],
                            "message": {"author": {"role": "user"}, "content": {"parts": [text]}},
                        }
                    },
                }
            )
            + ("," if n < len(_SAID) - 1 else "")
            for n, text in enumerate(_SAID)
        ),
        closing="]",
    ),
    Sample(
        connector="qmsum",
        opening='{"topic_list": [], "meeting_transcripts": [\n',
        records=tuple(
            json.dumps({"speaker": "Marketing", "content": text}) + (",\n" if n < len(_SAID) - 1 else "\n")
            for n, text in enumerate(_SAID)
        ),
        closing="]}",
    ),
    Sample(
        connector="json-turns",
        records=_lines(
            *({"thread_id": "t", "name": "Ada", "content": text, "id": n} for n, text in enumerate(_SAID, 1))
        ),
    ),
    Sample(
        connector="json-records",
        opening='[{"sku": "A-0"},\n',
        records=tuple(
            json.dumps({"about": text}) + (",\n" if n < len(_SAID) - 1 else "\n") for n, text in enumerate(_SAID)
        ),
        closing="]",
        lead=1,
    ),
    Sample(
        connector="webvtt",
        opening="WEBVTT\n\n",
        records=tuple(
            f"00:00:{n}0.000 --> 00:00:{n}5.000\n<v {'Ada' if n % 2 else 'Björn'}>{text}</v>\n\n"
            for n, text in enumerate(_SAID)
        ),
    ),
    Sample(
        connector="mail",
        opening="From: Ada Lind <ada@example.org>\nTo: bo@example.org\nSubject: The bus\n"
        "Content-Type: text/plain; charset=utf-8\n\n",
        records=tuple(f"{text}\n\n" for text in _SAID),
        lead=1,
        slack=1,
    ),
    Sample(
        connector="printed-mail",
        opening="Von: Ada Lind\nAn: Bo; Cy\nDatum: 12.11.2024 09:31\nBetreff: Der Bus\n\n",
        records=tuple(f"{text}\n\n" for text in _SAID),
        lead=1,
        slack=1,
    ),
    Sample(
        connector="mbox",
        opening="From ada@example.org Thu May  1 10:00:00 2025\nFrom: Ada Lind <ada@example.org>\nTo: bo@example.org\n"
        "Subject: The bus\nContent-Type: text/plain; charset=utf-8\n\n",
        records=tuple(f"{text}\n\n" for text in _SAID),
        lead=1,
        slack=1,
    ),
    Sample(
        connector="plain-chat",
        records=tuple(
            f"[15/03/24, 18:3{n}:00] {'Ada Lind' if n % 2 else 'Björn'}: {text}\n" for n, text in enumerate(_SAID)
        ),
        slack=1,
    ),
    Sample(
        connector="adr",
        opening="# 7. Take the bus\n\n",
        records=(
            "## Status\n\nAccepted\n\n",
            f"## Context\n\n{_SAID[1]}\n\n",
            f"## Decision\n\n{_SAID[0]}\n\n",
            f"## Consequences\n\n- {_SAID[2]}\n",
        ),
        slack=1,
    ),
    Sample(
        connector="markdown",
        opening="# Buses\n\n",
        records=(f"{_SAID[0]}\n\n", f"- {_SAID[1]}\n", f"- {_SAID[2]}\n\n", f"{_SAID[3]}\n\n"),
        slack=1,
    ),
    Sample(
        connector="bodies",
        records=_lines(
            *(
                {"id": f"b{n}", "frontmatter": {"date": "2025-05-01"}, "body": f"# Note\n\n{text}"}
                for n, text in enumerate(_SAID)
            )
        ),
    ),
    Sample(
        connector="git",
        opening="commit 0123456789abcdef0123456789abcdef01234567\nAuthor: Björn Lind <bo@example.org>\n"
        "Date:   Thu May 1 10:00:00 2025 +0200\n\n    Take the bus\n\n",
        records=tuple(f"    {text}\n    \n" for text in _SAID),
        lead=2,
        slack=1,
    ),
    Sample(
        connector="memory-graph",
        records=_lines(
            *({"type": "entity", "name": f"Line {n}", "observations": [text]} for n, text in enumerate(_SAID))
        ),
    ),
    Sample(
        connector="memory-rows",
        records=_lines(
            *(
                {"id": f"m{n}", "memory": text, "user_id": "ada", "created_at": f"2025-05-0{n + 1}T10:00:00Z"}
                for n, text in enumerate(_SAID)
            )
        ),
    ),
    Sample(
        connector="instructions",
        opening="---\ndescription: How we travel\nalwaysApply: true\n---\n\n",
        records=tuple(f"- {text}\n" for text in _SAID),
        lead=1,
        slack=1,
    ),
    Sample(
        connector="vault",
        opening="# Buses\n\nSee [[Tram plan|the other plan]].\n\n",
        records=(f"- [decision] {_SAID[0]} #bus\n", f"- {_SAID[1]}\n", f"- [fact] {_SAID[2]}\n\n", f"{_SAID[3]}\n\n"),
        lead=1,
        slack=1,
    ),
    Sample(
        connector="opencode",
        opening='{"info": {"id": "ses_1", "directory": "/srv", "title": "Buses"}, "messages": [\n',
        records=tuple(
            json.dumps({"info": {"id": f"msg_{n}", "role": "user"}, "parts": [{"type": "text", "text": text}]})
            + (",\n" if n < len(_SAID) - 1 else "\n")
            for n, text in enumerate(_SAID)
        ),
        closing="]}",
    ),
    Sample(
        connector="acp",
        records=_lines(
            *(
                {
                    "method": "session/update",
                    "params": {
                        "sessionId": "s1",
                        "update": {
                            "sessionUpdate": "agent_message_chunk" if n % 2 else "user_message_chunk",
                            "messageId": f"m{n}",
                            "content": {"type": "text", "text": text},
                        },
                    },
                }
                for n, text in enumerate(_SAID)
            )
        ),
    ),
    Sample(
        connector="gemini-cli",
        opening='{"sessionId": "g1", "projectHash": "00ff", "kind": "main"}\n',
        records=_lines(
            *(
                {
                    "id": f"m{n}",
                    "type": "gemini" if n % 2 else "user",
                    "content": [{"text": text}],
                    "timestamp": f"2025-05-01T10:0{n}:00Z",
                }
                for n, text in enumerate(_SAID)
            )
        ),
    ),
    Sample(
        connector="grok",
        records=_lines(
            *(
                {"type": "user", "content": f"<user_query>{text}</user_query>", "prompt_index": n}
                for n, text in enumerate(_SAID)
            )
        ),
    ),
    Sample(
        connector="prompt-history",
        records=_lines(*({"session_id": "c1", "ts": 1746093600 + n, "text": text} for n, text in enumerate(_SAID))),
    ),
)
BY_NAME = {sample.connector: sample for sample in SAMPLES}
