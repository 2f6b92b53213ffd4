"""The only module that calls the driver: sessions, transactions, and driver errors turned into ours."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Self, TypeVar

import neo4j
from neo4j import AsyncDriver, AsyncGraphDatabase, AsyncManagedTransaction, AsyncSession
from neo4j.exceptions import AuthError, DriverError, Neo4jError, ServiceUnavailable

import cypher
from cypher import Query
from graphmem.domain.errors import Conflict, DatabaseUnavailable, EmbedderMismatch, GraphmemError, WrongCredentials

FETCH_MODEL = cypher.load("migration/fetch_model")

VECTORS = "migrations/V0002__vector_indexes"
"""The migration whose node says whose vectors the database holds."""

Row = dict[str, Any]
Result = TypeVar("Result")
SCHEMES = tuple(f"{scheme}{tls}://" for scheme in ("bolt", "neo4j") for tls in ("", "+s", "+ssc"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """Where a Neo4j is. `retry_s`: how long a managed transaction is tried again before the error is told."""

    uri: str
    user: str
    password: str
    database: str = "neo4j"
    retry_s: float = 10.0
    connect_timeout_s: float = 10.0
    pool_size: int = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The rows of a write and what it changed."""

    rows: list[Row]
    nodes_created: int
    relationships_created: int


class Transaction:
    """An open write transaction."""

    def __init__(self, inner: AsyncManagedTransaction) -> None:
        self._inner = inner

    async def run(self, query: Query, **params: Any) -> Summary:
        """Run one query inside the transaction."""
        result = await self._inner.run(query.text, params)
        rows = [_row(record) async for record in result]
        counters = (await result.consume()).counters
        return Summary(
            rows=rows, nodes_created=counters.nodes_created, relationships_created=counters.relationships_created
        )


class Client:
    """A pool of connections to one database. All methods raise Unavailable or Conflict, never a driver's error."""

    def __init__(self, driver: AsyncDriver, database: str) -> None:
        self._driver = driver
        self._database = database
        self.model = ""
        """Fingerprint of the model that this process writes vectors with; "" = it writes none."""

    @classmethod
    async def open(cls, connection: Connection) -> Self:
        """Connect and prove it.

        Raises WrongCredentials at once for a wrong password, DatabaseUnavailable when nobody answers.
        """
        _check(connection.uri)
        driver = AsyncGraphDatabase.driver(
            connection.uri,
            auth=(connection.user, connection.password) if connection.user else None,
            max_transaction_retry_time=connection.retry_s,
            connection_timeout=connection.connect_timeout_s,
            max_connection_pool_size=connection.pool_size,
            liveness_check_timeout=30,
            notifications_min_severity="OFF",
            telemetry_disabled=True,
        )
        try:
            async with _translated(connection.uri):
                await driver.verify_connectivity()
        except GraphmemError:
            await driver.close()
            raise
        return cls(driver, connection.database)

    async def close(self) -> None:
        """Give the connections back."""
        await self._driver.close()

    async def read(self, query: Query, **params: Any) -> list[Row]:
        """Rows of a read query, tried again on a passing failure.

        The first try is one message to the server and its answer; a transaction of the driver's would take three.
        """

        async def work(on: AsyncManagedTransaction | AsyncSession) -> list[Row]:
            result = await on.run(query.text, params)
            return [_row(record) async for record in result]

        async with _translated(query.name):
            try:
                async with self._session(neo4j.READ_ACCESS) as session:
                    return await work(session)
            except (Neo4jError, DriverError) as error:
                if not error.is_retryable():
                    raise
            async with self._session(neo4j.READ_ACCESS) as session:
                return await session.execute_read(work)

    async def expect_model(self) -> None:
        """Raises EmbedderMismatch when the database has been, or is being, moved to another embedding model."""
        if self.model:
            refuse_moved(await self.read(FETCH_MODEL, name=VECTORS), self.model)

    async def write(self, query: Query, **params: Any) -> Summary:
        """Run one write query in a transaction of its own."""
        return await self.in_transaction(lambda tx: tx.run(query, **params))

    async def in_transaction(self, work: Callable[[Transaction], Awaitable[Result]]) -> Result:
        """Run `work` in one transaction; it may be called again after a deadlock, so it must be idempotent."""

        async def managed(tx: AsyncManagedTransaction) -> Result:
            opened = Transaction(tx)
            if self.model:
                refuse_moved((await opened.run(FETCH_MODEL, name=VECTORS)).rows, self.model)
            return await work(opened)

        async with _translated("write"), self._session(neo4j.WRITE_ACCESS) as session:
            return await session.execute_write(managed)

    async def schema(self, query: Query, params: Mapping[str, Any]) -> None:
        """Run one schema statement; one that is there already under parallel starts is no error."""
        try:
            async with self._session(neo4j.WRITE_ACCESS) as session:
                await (await session.run(query.text, dict(params))).consume()
        except Neo4jError as error:
            if not (error.code or "").endswith("EquivalentSchemaRuleAlreadyExists"):
                raise _as_ours(error, query.name) from error
        except DriverError as error:
            raise _as_ours(error, query.name) from error

    def _session(self, mode: str) -> neo4j.AsyncSession:
        return self._driver.session(database=self._database, default_access_mode=mode)


def refuse_moved(found: list[Row], ours: str) -> None:
    """Raises EmbedderMismatch unless the vectors are those of our model and stay it."""
    for row in found:
        if row["fingerprint"] != ours or row["is_switching"]:
            raise EmbedderMismatch(
                f"The vectors of this database have been moved from {row['model']} to another embedding model."
                if row["is_switching"]
                else f"The vectors of this database are those of {row['model']} by now.",
                hint="Start this program again, with the model that `graphmem reembed` was given.",
            )


@asynccontextmanager
async def _translated(what: str) -> AsyncIterator[None]:
    try:
        yield
    except (Neo4jError, DriverError, OSError) as error:
        raise _as_ours(error, what) from error


def _row(record: neo4j.Record) -> Row:
    """A record as a map; our queries return maps and values only, so nothing needs the driver's deep conversion."""
    return {key: record[key] for key in record.keys()}  # noqa: SIM118 - iterating a record gives its values


def _check(uri: str) -> None:
    if not uri.startswith(SCHEMES):
        raise DatabaseUnavailable(
            f"{uri!r} is no address of a Neo4j server.", hint="Use bolt://host:port or neo4j+s://host."
        )


def _as_ours(error: Exception, what: str) -> GraphmemError:
    """The error of our tree that a driver's error means; its text stays out of the message."""
    match error:
        case AuthError():
            return WrongCredentials(
                "Neo4j refuses the user name or password.",
                hint="Check GRAPHMEM_NEO4J_USER and GRAPHMEM_NEO4J_PASSWORD.",
            )
        case ServiceUnavailable() | DriverError() | OSError():
            return DatabaseUnavailable(
                "Neo4j does not answer.", hint="Start it with `graphmem up`, or check GRAPHMEM_NEO4J_URI."
            )
        case Neo4jError() if error.is_retryable():
            return DatabaseUnavailable("Neo4j is too busy to answer.", hint="Try again in a moment.")
        case _:
            return Conflict(
                f"Neo4j refused {what}: {getattr(error, 'code', type(error).__name__)}.", hint="Run `graphmem doctor`."
            )
