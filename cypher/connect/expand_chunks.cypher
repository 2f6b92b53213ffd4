// Entities that one chunk names, or says, together with the given ones; rarest first.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, entities LIST<STRING>, per_node INTEGER, valid ZONED DATETIME
// returns: from_id STRING, relation STRING, to_id STRING, to_text STRING, degree INTEGER, chunk MAP, title STRING, source STRING
// plan:    NodeUniqueIndexSeek
UNWIND $entities AS wanted
MATCH (n:Entity {tenant: $tenant, id: wanted})
CALL (n) {
  MATCH (n)<-[:MENTIONS|SAID_BY]-(c:Chunk)
  WHERE c.audience IN $audiences AND c.live AND ($valid IS NULL OR c.happened_at <= $valid)
  WITH c ORDER BY c.happened_at DESC, c.id LIMIT $per_node
  MATCH (c)-[r:MENTIONS|SAID_BY]->(t:Entity)
  WHERE t <> n
  RETURN c, type(r) AS relation, t, coalesce(r.called, t.name) AS called ORDER BY t.df, t.id LIMIT $per_node
}
MATCH (c)-[:PART_OF]->(e:Episode)
RETURN n.id AS from_id, relation, t.id AS to_id, called AS to_text, coalesce(t.df, 1) AS degree,
       c {.id, .text, .speaker, .happened_at} AS chunk, e.title AS title, e.uri AS source
