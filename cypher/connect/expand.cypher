// What the given entities and statements touch: statements of an entity, entities and statements of a statement, and
// entities that one chunk names together. Every node reached is checked; each row has the words that show it.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, entities LIST<STRING>, statements LIST<STRING>, per_node INTEGER, valid ZONED DATETIME, recorded ZONED DATETIME
// returns: from_id STRING, relation STRING, is_reversed BOOLEAN, weight FLOAT, to_id STRING, to_text STRING, is_entity BOOLEAN, degree INTEGER, chunk MAP, start INTEGER, end INTEGER, title STRING, source STRING
// plan:    NodeUniqueIndexSeek
CALL () {
  UNWIND $entities AS wanted
  MATCH (n:Entity {tenant: $tenant, id: wanted})
  CALL (n) {
    MATCH (n)<-[r:ABOUT|DECIDED_BY|PROPOSED_BY|OBJECTED_BY|HELD_BY|OWED_BY|OWED_TO|SUBJECT|OBJECT]-(t:Statement)
    WHERE t.audience IN $audiences
    RETURN r, t, t AS said ORDER BY coalesce(r.weight, 1.0) * coalesce(t.confidence, 1.0) DESC, t.id LIMIT $per_node
  }
  RETURN n, r, t, said, coalesce(r.weight, 1.0) * coalesce(t.confidence, 1.0) AS weight
UNION ALL
  UNWIND $statements AS wanted
  MATCH (n:Statement {tenant: $tenant, id: wanted})
  CALL (n) {
    MATCH (n)-[r:BECAUSE|CONSIDERED|CHOSE|REJECTED|LED_TO|DEPENDS_ON|SUPERSEDES|SUPPORTS|CONTRADICTS]-(t:Statement)
    WHERE t.audience IN $audiences
    RETURN r, t, t AS said ORDER BY coalesce(r.weight, 1.0) DESC, t.id LIMIT $per_node
  }
  RETURN n, r, t, said, coalesce(r.weight, 1.0) * coalesce(r.confidence, 1.0) AS weight
UNION ALL
  UNWIND $statements AS wanted
  MATCH (n:Statement {tenant: $tenant, id: wanted})
  CALL (n) {
    MATCH (n)-[r:ABOUT|DECIDED_BY|PROPOSED_BY|OBJECTED_BY|HELD_BY|OWED_BY|OWED_TO|SUBJECT|OBJECT]->(t:Entity)
    RETURN r, t ORDER BY coalesce(r.weight, 1.0) DESC, t.id LIMIT $per_node
  }
  RETURN n, r, t, n AS said, coalesce(r.weight, 1.0) * coalesce(n.confidence, 1.0) AS weight
}
WITH n, r, t, said, weight
WHERE coalesce(t.expired_at > $recorded, t.expired_at IS NULL) AND coalesce(r.expired_at > $recorded, r.expired_at IS NULL)
  AND ($valid IS NULL OR coalesce(said.valid_at <= $valid, true))
CALL (said) {
  MATCH (said)-[quote:EVIDENCED_BY]->(c:Chunk)-[:PART_OF]->(e:Episode)
  WHERE c.audience IN $audiences
  RETURN quote, c, e ORDER BY c.position LIMIT 1
}
RETURN n.id AS from_id, type(r) AS relation, startNode(r) = t AS is_reversed, weight, t.id AS to_id,
       coalesce(r.called, t.name, t.text) AS to_text, t:Entity AS is_entity, coalesce(t.df, 1) AS degree,
       c {.id, .text, .speaker, .happened_at} AS chunk, quote.start AS start, quote.end AS end, e.title AS title,
       e.uri AS source
