"""Artifacts: files, URLs, tickets, versions and identifiers, and what only looks like one."""

import pytest

from graphmem.remember.extract.artifacts import artifacts


@pytest.mark.parametrize(
    ("text", "name", "detail"),
    [
        ("see src/app/main.py.", "src/app/main.py", "file"),
        ("open ~/.config/app/rules.toml, please", "~/.config/app/rules.toml", "file"),
        ("in /etc/hosts", "/etc/hosts", "file"),
        ("(README.md)", "README.md", "file"),
        ("the folder docs/adr/ here: ./docs/adr/", "./docs/adr", "file"),
        ("[link](https://example.org/a?b=1#c), ok", "https://example.org/a?b=1#c", "url"),
        ("fixes AB-12!", "AB-12", "ticket"),
        ("see #123", "#123", "ticket"),
        ("in owner/repo#7", "owner/repo#7", "ticket"),
        ("since v1.4.2", "v1.4.2", "version"),
        ("since 1.4.2", "1.4.2", "version"),
        ("call `fetch`", "fetch", "code"),
        ("call fs.watch() then", "fs.watch()", "code"),
        ("the user_data script", "user_data", "code"),
        ("set MAX_ROWS to 5", "MAX_ROWS", "code"),
        ("startThemeWatcher runs", "startThemeWatcher", "code"),
        ("at 0123456789abcdef0123456789abcdef01234567", "0123456789abcdef0123456789abcdef01234567", "commit"),
    ],
)
def test_an_artifact_is_named_with_its_kind_and_place(text: str, name: str, detail: str):
    found = {(each.name, each.detail): text[each.start : each.end] for each in artifacts(text)}
    assert found[name, detail] == name


@pytest.mark.parametrize(
    "text",
    [
        "and/or",
        "his/her choice",
        "UTF-8 text",
        "e.g. this",
        "Node.js apps",
        "12:30",
        "3.5 percent",
        "iPhone",
        "10.0.0.1",
        "a `b c` d",
    ],
)
def test_what_only_looks_like_one_is_none(text: str):
    assert list(artifacts(text)) == []


def test_a_very_long_run_is_no_name():
    assert list(artifacts("a/" * 5000 + "b.py")) == []
