"""Every query: a true header, one constant, and the plan it promises on a real server."""

import re
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from neo4j import AsyncDriver, AsyncGraphDatabase

import cypher
from cypher import HeaderError, Query
from graphmem.store.client import Client, Connection

STORE = Path(cypher.__file__).parent.parent / "graphmem" / "store"
SAMPLES: dict[str, Any] = {
    "STRING": "x",
    "INTEGER": 5,
    "FLOAT": 0.5,
    "BOOLEAN": True,
    "MAP": {"id": "x"},
    "LIST<STRING>": ["x"],
    "LIST<MAP>": [],
    "LIST<FLOAT>": [0.1] * 384,
    "LIST<BOOLEAN>": [True],
    "ZONED DATETIME": datetime(2026, 1, 1, tzinfo=UTC),
}
SCANS_ALL = {"migration/find_applied", "chunk/count", "migration/merge"}
"""Queries over a handful of nodes, or answered by a counter of the store."""


def test_every_query_is_loaded_by_exactly_one_constant_of_the_store() -> None:
    code = "\n".join(path.read_text() for path in STORE.glob("*.py"))
    loaded = Counter(re.findall(r'^[A-Z_]+ = cypher\.load\("([a-z_/]+)"\)', code, re.MULTILINE))
    assert loaded == Counter(dict.fromkeys(cypher.names(), 1))


def test_names_follow_noun_and_verb() -> None:
    verbs = "fetch|find|merge|close|delete|count|walk|expand|await|refresh"
    assert [name for name in cypher.names() if not re.match(rf"^[a-z_]+/({verbs})(_[a-z_]+)?$", name)] == []


def test_queries_are_short_enough_to_be_read() -> None:
    lines = {name: len((cypher.ROOT / f"{name}.cypher").read_text().splitlines()) for name in cypher.names()}
    assert {name: n for name, n in lines.items() if n > 60} == {}


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (n) RETURN n",
        "// Does.\n// mode: read\n// params: id STRING\n// returns: n NODE\n// plan:\nRETURN 1",
        "// Does.\n// mode: read\n// params:\n// returns: n NODE\n// plan:\nRETURN $id",
        "// Does.\n// mode: sometimes\n// params:\n// returns:\n// plan:\nRETURN 1",
        "// mode: read\n// params:\n// returns:\n// plan:\nRETURN 1",
    ],
)
def test_a_missing_or_untrue_header_fails_at_load(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bad.cypher").write_text(text)
    monkeypatch.setattr(cypher, "ROOT", tmp_path)
    with pytest.raises(HeaderError):
        cypher.load.__wrapped__("bad")


@pytest.fixture(scope="module")
async def driver(connection: Connection, client: Client) -> Any:  # noqa: ARG001 - it brings the schema
    auth = (connection.user, connection.password) if connection.user else None
    async with AsyncGraphDatabase.driver(connection.uri, auth=auth, notifications_min_severity="OFF") as opened:
        yield opened


async def plan_of(driver: AsyncDriver, query: Query) -> dict[str, Any]:
    text = query.text.replace("CYPHER 25", "CYPHER 25 EXPLAIN", 1)
    result = await driver.execute_query(text, {key: SAMPLES[kind] for key, kind in query.params.items()})
    plan = result.summary.plan
    assert plan is not None
    return plan


def operators(plan: dict[str, Any]) -> set[str]:
    own = plan["operatorType"].split("@")[0]
    return {own}.union(*(operators(child) for child in plan.get("children", [])))


def products(plan: dict[str, Any]) -> list[dict[str, Any]]:
    here = [plan] if plan["operatorType"].startswith("CartesianProduct") else []
    return [*here, *(found for child in plan.get("children", []) for found in products(child))]


@pytest.mark.parametrize("name", cypher.names())
async def test_the_plan_of_every_query_is_the_one_its_header_promises(name: str, driver: AsyncDriver) -> None:
    query = cypher.load(name)
    plan = await plan_of(driver, query)
    found = operators(plan)
    assert [wanted for wanted in query.plan if not any(one.startswith(wanted) for one in found)] == []
    assert "AllNodesScan" not in found
    if name not in SCANS_ALL:
        assert not any("LabelScan" in one for one in found)
    single = {"CartesianProduct", "Argument", "NodeUniqueIndexSeek", "NodeUniqueIndexSeek(Locking)"}
    assert all(operators(product) <= single for product in products(plan)), "a product of more than single rows"


@pytest.mark.parametrize("name", cypher.names())
async def test_the_columns_of_every_query_are_the_ones_its_header_names(name: str, driver: AsyncDriver) -> None:
    query = cypher.load(name)
    if not query.returns:
        return
    text = query.text.replace("CYPHER 25", "CYPHER 25 EXPLAIN", 1)
    result = await driver.execute_query(text, {key: SAMPLES[kind] for key, kind in query.params.items()})
    assert set(result.keys) == set(query.returns)
