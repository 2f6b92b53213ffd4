"""Deterministic identity: the same input gets the same id, so writing twice is a MERGE that changes nothing."""

import base64
import hashlib
from uuid import UUID, uuid5

_NAMESPACE = UUID("6f3c1a52-2a0e-5a0d-9d2f-6b1d6a1f7c11")
_HANDLE_LENGTH = 7

HANDLE_PREFIXES = {
    "Session": "s",
    "Episode": "e",
    "Chunk": "c",
    "Person": "p",
    "Topic": "t",
    "Artifact": "a",
    "Organization": "o",
    "Place": "l",
    "Thing": "x",
    "Decision": "d",
    "Option": "n",
    "Reason": "r",
    "Fact": "f",
    "Preference": "k",
    "Commitment": "w",
    "Procedure": "h",
}


def identity(tenant: str, kind: str, *key: str) -> str:
    """UUIDv5 over (tenant, kind, natural key); the parts are joined so that no two keys collide."""
    return str(uuid5(_NAMESPACE, "\x1f".join((tenant, kind, *key))))


def handle(kind: str, identifier: str) -> str:
    """A short name a person can type, like `d-7k3m2qa`: the kind's letter and 35 bits of the id."""
    digest = hashlib.sha256(identifier.encode()).digest()
    return f"{HANDLE_PREFIXES[kind]}-{base64.b32encode(digest).decode().lower()[:_HANDLE_LENGTH]}"


def text_hash(*parts: str) -> str:
    """A hash of what was said: the key of idempotent writes and of the embedding cache."""
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:32]
