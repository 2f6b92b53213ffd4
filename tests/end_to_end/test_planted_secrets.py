"""Planted fakes through the real readers and the real write path: afterwards none is in any property of the tenant."""

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from guard_corpus import PERSONAL, SECRETS, Planted, near_secrets

from cypher import Query
from graphmem.app import App
from graphmem.cli.session import Desk
from graphmem.domain.errors import SecretRefused
from graphmem.domain.findings import told
from graphmem.domain.nodes import PageKey
from graphmem.domain.scope import Reader
from graphmem.store.client import Client
from ingest.run import ingest, ingest_text

PIECE = 9
BODY = """MATCH (n {tenant: $tenant}) WITH n LIMIT 100000 OPTIONAL MATCH (n)-[r]->()
RETURN n {.*, embedding: null, window_embedding: null} AS node, collect(r {.*}) AS edges"""
EVERYTHING = Query(name="all", purpose="", text=BODY, mode="read", params={"tenant": "STRING"}, returns=(), plan=())


def planted() -> list[Planted]:
    return [case for make in (*SECRETS.values(), *PERSONAL.values()) for case in make()]


def rows(cases: list[Planted]) -> Iterator[dict[str, Any]]:
    """A session in which each case was typed, answered, run, printed as an error, or stands in a path."""
    for n, case in enumerate(cases):
        at = f"2026-03-01T{9 + n // 60:02d}:{n % 60:02d}:00Z"
        call: dict[str, Any] = {"type": "tool_use", "id": f"t{n}", "name": "Bash", "input": {"command": case.text}}
        error = {"type": "tool_result", "tool_use_id": f"t{n}", "is_error": True, "content": f"failed: {case.text}"}
        content: tuple[str, Any] = (
            ("user", f"Please note: {case.text}"),
            ("assistant", [{"type": "text", "text": case.text}]),
            ("assistant", [call]),
            ("user", [error]),
        )[n % 4]
        message = {"role": content[0], "content": content[1]}
        shared = {"sessionId": "s1", "cwd": "/srv/tide", "version": "2.0", "uuid": f"u{n}", "timestamp": at}
        yield shared | {"type": content[0], "message": message, "parentUuid": f"u{n - 1}" if n else None}


@dataclass(frozen=True)
class Ingested:
    report: Any
    cases: list[Planted]
    stored: str


async def everything(client: Client, tenant: str) -> str:
    """Every value of every node and relationship of the tenant."""
    return "\n".join(str(row) for row in await client.read(EVERYTHING, tenant=tenant))


def pieces(value: str) -> Iterator[str]:
    bare = value.replace("\n", "")
    yield from (bare[n : n + PIECE] for n in range(0, max(1, len(bare) - PIECE + 1), 3))


def found(cases: list[Planted], shown: str) -> list[str]:
    flat = shown.replace("\\n", "").replace("\\\\", "\\")
    return [
        f"{case.text}: …{flat[max(0, flat.index(piece) - 60) : flat.index(piece) + 40]}…"
        for case in cases
        if (piece := next((one for one in pieces(case.value) if one in flat), ""))
    ]


async def test_nothing_planted_is_stored_logged_or_reported(  # noqa: PLR0917 - fixtures
    memory: App, reader: Reader, client: Client, tenant: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """SEC-01: in user text, tool input and output, error traces, notes, captions and file names; look-alikes stay."""
    caplog.set_level(logging.DEBUG)
    cases = planted()
    session = "\n".join(json.dumps(row) for row in rows(cases))
    (tmp_path / "session.jsonl").write_text(session)
    (tmp_path / "notes.md").write_text("# Notes\n\n" + "\n\n".join(case.text for case in cases[::3]) + "\n")
    said = [case.text for case in cases[::4] if "\n" not in case.text]
    cues = (f"00:{n:02d}:00.000 --> 00:{n:02d}:09.000\n<v Ada>{text}" for n, text in enumerate(said))
    (tmp_path / "call.vtt").write_text("WEBVTT\n\n" + "\n\n".join(cues) + "\n")
    (tmp_path / f"dump {cases[5].value}.md").write_text("# Dump\n\nThe dump is here.\n")
    (tmp_path / "near.md").write_text("# Near\n\n" + "\n\n".join(near_secrets()[3:20]) + "\n")
    report = await ingest(Desk(memory=memory, reader=reader), [tmp_path])
    assert report.exit_code == 0
    stored = await everything(client, tenant)
    assert found(cases, stored) == []
    assert found(cases, repr(report)) == []
    assert found(cases, caplog.text) == []
    assert "[secret:aws-key]" in stored
    assert "[personal:iban]" in stored
    assert sum(one.count for one in report.findings) >= len(cases)
    assert "masked" in told(report.findings)
    assert "OPENAI_API_KEY=sk-..." in stored


async def test_private_passages_of_captions_mails_and_notes_are_not_stored(
    memory: App, reader: Reader, client: Client, tenant: str, tmp_path: Path
) -> None:
    (tmp_path / "call.vtt").write_text(
        "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>We ship. <private>zebra one</private>\n\n"
        "00:03.000 --> 00:04.000\n<v Bob>Fine.\n"
    )
    (tmp_path / "mail.eml").write_text(
        "From: Ada <ada@harbour.test>\nTo: Bob <bob@harbour.test>\nSubject: Gates\n"
        "Date: Mon, 2 Mar 2026 10:00:00 +0000\n"
        "MIME-Version: 1.0\nContent-Type: text/html\n\n<p>Open. <private>zebra two</private></p>\n"
        "<private><p>zebra three</p></private><p>End.</p>\n"
    )
    (tmp_path / "note.md").write_text(
        "# Week\n\nopen\n\n<private>\n\n## Zebra four\n\nzebra five\n\n</private>\n\nend\n"
    )
    (tmp_path / "chat.txt").write_text("Ada: we ship\nBob: <private>zebra six\nAda: good\nBob: on Friday\n")
    report = await ingest(Desk(memory=memory, reader=reader), [tmp_path])
    assert report.exit_code == 0
    stored = await everything(client, tenant)
    assert "zebra" not in stored.lower()
    for kept in ("We ship.", "Open.", "End.", "open", "end", "on Friday"):
        assert kept in stored
    assert "private passages left out" in told(report.findings)


async def test_a_refused_sentence_leaves_nothing(memory: App, reader: Reader, client: Client, tenant: str) -> None:
    cases = [case for case in planted() if "\n" not in case.text]
    desk = Desk(memory=memory, reader=reader, is_interactive=True)
    for case in cases:
        with pytest.raises(SecretRefused) as refused:
            await ingest_text(desk, f"We ship on Friday.\n\n{case.text}", title="We ship on Friday.")
        assert found([case], f"{refused.value}{refused.value.hint}") == []
    assert await everything(client, tenant) == ""


async def test_a_mail_address_is_no_fact(memory: App, reader: Reader, tmp_path: Path) -> None:
    (tmp_path / "chat.txt").write_text(
        "Ada: write to mei.tanaka@harbour.test\nBob: or call +49 30 901820\nAda: thanks, Mei Tanaka answers fast\n"
    )
    await ingest(Desk(memory=memory, reader=reader), [tmp_path])
    facts = await memory.nodes.find_statements(reader, "Fact", first=50, after=PageKey())
    assert [fact.text for fact in facts if "@" in fact.text or "901820" in fact.text] == []
