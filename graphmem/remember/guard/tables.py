"""The tables of the guard, read once: what secrets and instructions look like."""

import re
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRule:
    """A form that is a secret wherever it stands; see `secrets.toml`."""

    label: str
    anchors: tuple[str, ...]
    pattern: re.Pattern[str]
    check: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretTable:
    """All of `secrets.toml`."""

    tokens: tuple[TokenRule, ...]
    cut_label: str
    cut: re.Pattern[str]
    passwords: frozenset[str]
    roots: tuple[str, ...]
    words: re.Pattern[str]
    suffixes: frozenset[str]
    not_before: tuple[str, ...]
    placeholders: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class InstructionRule:
    """A way to speak to the reader instead of about the matter.

    is_markup   even a person's own turn must not carry it
    """

    label: str
    anchors: tuple[str, ...]
    pattern: re.Pattern[str]
    is_markup: bool


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads(files("graphmem.remember.guard").joinpath(name).read_text(encoding="utf-8"))


def _secrets() -> SecretTable:
    raw = _load("secrets.toml")
    words = raw["words"]
    longest_first = sorted((*words["password"], *words["token"]), key=len, reverse=True)
    return SecretTable(
        tokens=tuple(
            TokenRule(
                label=rule["label"],
                anchors=tuple(rule["anchors"]),
                pattern=re.compile(rule["pattern"]),
                check=rule.get("check", ""),
            )
            for rule in raw["token"]
        ),
        cut_label=raw["cut"]["label"],
        cut=re.compile(raw["cut"]["pattern"]),
        passwords=frozenset(words["password"]),
        roots=tuple(words["roots"]),
        words=re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE),
        suffixes=frozenset(words["suffixes"]),
        not_before=tuple(words["not_before"]),
        placeholders=frozenset(words["placeholders"]),
    )


def _instructions() -> tuple[InstructionRule, ...]:
    return tuple(
        InstructionRule(
            label=rule["label"],
            anchors=tuple(rule["anchors"]),
            pattern=re.compile(rule["pattern"], re.MULTILINE),
            is_markup=rule.get("markup", False),
        )
        for rule in _load("instructions.toml")["rule"]
    )


SECRETS = _secrets()
INSTRUCTIONS = _instructions()
