"""What a tenant's graph looks like, without ids and moments of writing: two that were written alike are equal."""

from collections import Counter
from typing import Any

import neo4j

NODES = """
MATCH (n {tenant: $tenant})
RETURN labels(n) AS labels, coalesce(n.text, n.name, n.title, n.uri, '') AS said,
       n {.live, .kind, .status, .df, .position, .linked, .episodes, vector: n.embedding IS NOT NULL} AS rest
"""
EDGES = """
MATCH (a {tenant: $tenant})-[r]->(b)
RETURN labels(a) AS la, coalesce(a.text, a.name, a.title, a.uri, '') AS a, type(r) AS type, labels(b) AS lb,
       coalesce(b.text, b.name, b.title, b.uri, '') AS b, r {.start, .end} AS span
"""
HALVES = """
CALL () {
  MATCH (n:Statement {tenant: $tenant}) WHERE NOT EXISTS { (n)-[:EVIDENCED_BY]->(:Chunk) } RETURN n
  UNION MATCH (n:Chunk {tenant: $tenant})
  WHERE COUNT { (n)-[:PART_OF]->(:Episode) } <> 1 OR n.embedding IS NULL RETURN n
  UNION MATCH (n:Episode {tenant: $tenant})
  WHERE NOT EXISTS { (n)<-[:PART_OF]-(:Chunk) } OR COUNT { (n)-[:IN_SESSION]->(:Session) } <> 1 RETURN n
  UNION MATCH (n:Session {tenant: $tenant}) WHERE NOT EXISTS { (n)<-[:IN_SESSION]-(:Episode) } RETURN n
  UNION MATCH (n:Entity {tenant: $tenant}) WHERE NOT EXISTS { (n)--() } RETURN n
}
RETURN collect(n.id) AS ids
"""
EPISODES = """
MATCH (e:Episode {tenant: $tenant})<-[:PART_OF]-(first:Chunk {position: 0})
RETURN e.uri + ' ' + first.text AS name, COUNT { (e)<-[:PART_OF]-(:Chunk) } AS chunks,
       COUNT { (e)<-[:PART_OF]-(:Chunk)<-[:EVIDENCED_BY]-(:Statement) } AS statements
"""


async def shape(driver: neo4j.AsyncDriver, tenant: str) -> Counter[str]:
    """Every node and every edge, as text."""
    found = [(await driver.execute_query(query, tenant=tenant)).records for query in (NODES, EDGES)]
    return Counter(str(record.data()) for records in found for record in records)


async def halves(driver: neo4j.AsyncDriver, tenant: str) -> list[str]:
    """Ids of nodes that lack what they cannot be without: evidence, an episode, chunks, a vector, any edge."""
    ids: list[str] = (await driver.execute_query(HALVES, tenant=tenant)).records[0]["ids"]
    return ids


async def episodes(driver: neo4j.AsyncDriver, tenant: str) -> dict[str, Any]:
    """Chunks and statements of each episode, by uri and first words."""
    rows = (await driver.execute_query(EPISODES, tenant=tenant)).records
    assert len({row["name"] for row in rows}) == len(rows)
    return {row["name"]: (row["chunks"], row["statements"]) for row in rows}
