"""Migrations: the listed shape, safe side by side, and a clear no to what is not ours."""

import asyncio
from dataclasses import replace

import pytest

import cypher
from graphmem.domain.errors import DatabaseUnavailable, EmbedderMismatch, SchemaMismatch, WrongCredentials
from graphmem.ports import Embedder
from graphmem.store import migrate as module
from graphmem.store.client import Client, Connection
from graphmem.store.migrate import migrate
from graphmem.store.nodes import NodeStore

INDEXES = {
    "chunk_embedding", "chunk_window_embedding", "statement_embedding", "entity_embedding",
    "chunk_text", "chunk_window", "statement_text", "entity_name",
    "session_id", "episode_id", "chunk_id", "entity_id", "statement_id", "topic_slug", "revision_id", "proposal_id",
    "audit_entry_id", "tombstone_id", "principal_id", "team_id", "api_key_id", "outbox_mark_id", "checkpoint_id",
    "token_use_id", "migration_name",
    "entity_name_key", "entity_kind_name_key", "episode_text_hash", "episode_happened_at", "episode_kind",
    "chunk_happened_at", "chunk_unit", "statement_validity", "statement_key", "statement_tier", "statement_kind",
    "statement_handle", "entity_handle", "episode_handle",
    "cursor_id", "chunk_quarantined", "audit_entry_at", "token_use_day", "same_as_status", "contradicts_status",
}  # fmt: skip


async def test_a_fresh_graph_has_every_index_and_all_are_online(client: Client) -> None:
    """OPS-02, NEO-04, NEO-06."""
    found = await NodeStore(client).find_indexes()
    assert {name for name in found if not name.startswith("index_")} == INDEXES
    assert set(found.values()) == {"ONLINE"}


async def test_the_server_is_a_real_neo4j_with_graph_algorithms(client: Client) -> None:
    server = await NodeStore(client).fetch_server()
    assert server.version.startswith("2026.")
    assert server.gds.startswith("2.")


async def test_two_replicas_may_migrate_at_once(client: Client, embedder: Embedder) -> None:
    """NEO-07."""
    done = await asyncio.gather(*(migrate(client, embedder.identity) for _ in range(4)))
    assert set(done) == {len(cypher.migrations())}


async def test_another_models_vectors_are_refused_with_the_way_back(client: Client, embedder: Embedder) -> None:
    """NEO-05: mixing two models in one index is an error at start, not a wrong answer later."""
    other = replace(embedder.identity, name="other", fingerprint="0" * 64)
    with pytest.raises(EmbedderMismatch) as refused:
        await migrate(client, other)
    assert embedder.identity.name in refused.value.hint


async def test_a_database_of_a_newer_version_is_refused(
    client: Client, embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """OPS-03."""
    monkeypatch.setattr(module.cypher, "migrations", list)
    with pytest.raises(SchemaMismatch):
        await migrate(client, embedder.identity)


async def test_an_edited_migration_is_refused(
    client: Client, embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_hash", lambda name: f"edited {name}")
    with pytest.raises(SchemaMismatch):
        await migrate(client, embedder.identity)


async def test_a_wrong_password_is_told_at_once_and_without_the_servers_words(connection: Connection) -> None:
    """OPS-01."""
    with pytest.raises(WrongCredentials) as refused:
        await Client.open(replace(connection, user="neo4j", password="wrong"))
    assert "GRAPHMEM_NEO4J_PASSWORD" in refused.value.hint
    assert "Neo." not in str(refused.value)


@pytest.mark.parametrize("uri", ["bolt://127.0.0.1:1", "nonsense", "http://127.0.0.1:7687"])
async def test_an_address_where_nobody_answers_is_an_error_with_a_hint(connection: Connection, uri: str) -> None:
    with pytest.raises(DatabaseUnavailable) as refused:
        await Client.open(replace(connection, uri=uri, retry_s=0.1, connect_timeout_s=1))
    assert refused.value.hint
