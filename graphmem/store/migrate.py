"""Bringing a database to the shape this version needs, and refusing one that is not ours to touch."""

import hashlib

import cypher
from graphmem.domain.errors import EmbedderMismatch, SchemaMismatch
from graphmem.domain.time import now
from graphmem.domain.vectors import ModelIdentity
from graphmem.store.client import VECTORS, Client, Row

FIND_APPLIED = cypher.load("migration/find_applied")
MERGE = cypher.load("migration/merge")
AWAIT_INDEXES = cypher.load("migration/await_indexes")
DELETE_INDEX = cypher.load("migration/delete_index")

INDEX_TIMEOUT_S = 300


async def migrate(client: Client, model: ModelIdentity) -> int:
    """Apply what is missing, wait until every index is online, and return the number of migrations in force.

    From then on the client refuses to write vectors beside another model's. Safe to run from several processes at
    once. Raises SchemaMismatch for a database written by a newer version or with an edited migration,
    EmbedderMismatch for one that holds another model's vectors or is being moved to another model.
    """
    applied = await find_applied(client)
    _refuse_other_vectors(applied, model)
    done = await apply_missing(client, applied, model)
    client.model = model.fingerprint
    return done


async def find_applied(client: Client) -> dict[str, Row]:
    """The migrations in force by name; raises SchemaMismatch for one that is not ours."""
    applied = {row["name"]: row for row in await client.read(FIND_APPLIED)}
    _refuse_foreign(applied, cypher.migrations())
    return applied


async def apply_missing(client: Client, applied: dict[str, Row], model: ModelIdentity) -> int:
    """Apply the migrations that are not in `applied` and wait for the indexes."""
    wanted = cypher.migrations()
    for name in wanted:
        if name not in applied:
            await _apply(client, name, model)
    await client.read(AWAIT_INDEXES, seconds=INDEX_TIMEOUT_S)
    return len(wanted)


async def remake_vector_indexes(client: Client, dimension: int) -> None:
    """The vector indexes again, for vectors of another length."""
    for statement in cypher.statements(VECTORS):
        name = statement.text.split("VECTOR INDEX ", 1)[1].split()[0]
        await client.schema(DELETE_INDEX, {"name": name})
        await client.schema(statement, {"dimension": dimension})
    await client.read(AWAIT_INDEXES, seconds=INDEX_TIMEOUT_S)


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


def _refuse_foreign(applied: dict[str, Row], wanted: list[str]) -> None:
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


def _refuse_other_vectors(applied: dict[str, Row], model: ModelIdentity) -> None:
    for row in applied.values():
        if row["is_switching"]:
            raise EmbedderMismatch(
                f"This database is on its way from {row['model']} to {row['moving_to']}.",
                hint=f"Let `graphmem reembed` with {row['moving_to']} come to its end, or start it again.",
            )
        if row["fingerprint"] != model.fingerprint:
            raise EmbedderMismatch(
                f"This database holds vectors of {row['model']}, the configured model is {model.name}.",
                hint=f"Set GRAPHMEM_EMBEDDER back to {row['model']}, or move all of them with `graphmem reembed`.",
            )


def _hash(name: str) -> str:
    return hashlib.sha256(cypher.load(name).text.encode()).hexdigest()
