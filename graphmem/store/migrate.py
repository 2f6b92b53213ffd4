"""Bringing a database to the shape this version needs, and refusing one that is not ours to touch."""

import hashlib

import cypher
from graphmem.domain.errors import EmbedderMismatch, SchemaMismatch
from graphmem.domain.time import now
from graphmem.domain.vectors import ModelIdentity
from graphmem.store.client import Client, Row

FIND_APPLIED = cypher.load("migration/find_applied")
MERGE = cypher.load("migration/merge")
AWAIT_INDEXES = cypher.load("migration/await_indexes")

INDEX_TIMEOUT_S = 300


async def migrate(client: Client, model: ModelIdentity) -> int:
    """Apply what is missing, wait until every index is online, and return the number of migrations in force.

    Safe to run from several processes at once. Raises SchemaMismatch for a database written by a newer version or
    with an edited migration, EmbedderMismatch for one that holds another model's vectors.
    """
    applied = {row["name"]: row for row in await client.read(FIND_APPLIED)}
    wanted = cypher.migrations()
    _refuse_foreign(applied, wanted, model)
    for name in wanted:
        if name not in applied:
            await _apply(client, name, model)
    await client.read(AWAIT_INDEXES, seconds=INDEX_TIMEOUT_S)
    return len(wanted)


async def _apply(client: Client, name: str, model: ModelIdentity) -> None:
    for statement in cypher.statements(name):
        values = {"dimension": model.dimension}
        await client.schema(statement, {key: values[key] for key in statement.params})
    await client.write(
        MERGE,
        name=name,
        hash=_hash(name),
        now=now(),
        model=model.name,
        fingerprint=model.fingerprint,
        dimension=model.dimension,
    )


def _refuse_foreign(applied: dict[str, Row], wanted: list[str], model: ModelIdentity) -> None:
    if unknown := sorted(applied.keys() - set(wanted)):
        raise SchemaMismatch(
            f"This database was written by a newer graphmem: it has {unknown[-1]}.", hint="Update graphmem."
        )
    for name, row in applied.items():
        if row["hash"] != _hash(name):
            raise SchemaMismatch(
                f"Migration {name} is not the one this database was made with.",
                hint="Use the version of graphmem that made it, or a new database.",
            )
        if row["fingerprint"] != model.fingerprint:
            raise EmbedderMismatch(
                f"This database holds vectors of {row['model']}, the configured model is {model.name}.",
                hint=f"Set GRAPHMEM_EMBEDDER back to {row['model']}, or use another database.",
            )


def _hash(name: str) -> str:
    return hashlib.sha256(cypher.load(name).text.encode()).hexdigest()
