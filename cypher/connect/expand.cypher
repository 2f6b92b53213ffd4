// What the given entities and statements touch: statements of an entity, entities and statements of a statement. Every
// node reached and every edge is checked, in a read of the past with who was one with whom then; each row has the words
// that show it.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, entities LIST<STRING>, statements LIST<STRING>, per_node INTEGER, valid ZONED DATETIME, recorded ZONED DATETIME
// returns: from_id STRING, relation STRING, is_reversed BOOLEAN, weight FLOAT, to_id STRING, to_text STRING, is_entity BOOLEAN, degree INTEGER, chunk MAP, start INTEGER, end INTEGER, title STRING, source STRING
// plan:    NodeUniqueIndexSeek
CALL () {
  UNWIND $entities AS wanted
  MATCH (n:Entity {tenant: $tenant, id: wanted})
  MATCH (d:Entity) (()-[into:MERGED_INTO|UNDONE]->()
    WHERE into.created_at <= $recorded AND coalesce(into.expired_at > $recorded, true)){0,16} (n)
  CALL (n, d) {
    MATCH (d)<-[r:ABOUT|DECIDED_BY|PROPOSED_BY|OBJECTED_BY|HELD_BY|OWED_BY|OWED_TO|SUBJECT|OBJECT|MERGED]-(t:Statement)
    WHERE t.audience IN $audiences
      AND ($recorded IS NULL OR r.merged_from IS NULL OR any(x IN r.merged_from WHERE EXISTS {
        (:Entity {tenant: $tenant, id: x}) (()-[at:MERGED_INTO|UNDONE]->()
          WHERE at.created_at <= $recorded AND coalesce(at.expired_at > $recorded, true)){0,16} (d) }))
      AND coalesce(r.created_at <= $recorded, r.was IS NULL)
    RETURN r, t, t AS said ORDER BY coalesce(r.weight, 1.0) * coalesce(t.confidence, 1.0) DESC, t.id LIMIT $per_node
  }
  RETURN n, r, t, t AS found, said, coalesce(r.weight, 1.0) * coalesce(t.confidence, 1.0) AS weight
UNION ALL
  UNWIND $statements AS wanted
  MATCH (n:Statement {tenant: $tenant, id: wanted})
  CALL (n) {
    MATCH (n)-[r:BECAUSE|CONSIDERED|CHOSE|REJECTED|LED_TO|DEPENDS_ON|SUPERSEDES|SUPPORTS|CONTRADICTS|UNDONE]-(t:Statement)
    WHERE t.audience IN $audiences AND coalesce(r.created_at <= $recorded, r.was IS NULL)
    RETURN r, t, t AS said ORDER BY coalesce(r.weight, 1.0) DESC, t.id LIMIT $per_node
  }
  RETURN n, r, t, t AS found, said, coalesce(r.weight, 1.0) * coalesce(r.confidence, 1.0) AS weight
UNION ALL
  UNWIND $statements AS wanted
  MATCH (n:Statement {tenant: $tenant, id: wanted})
  CALL (n) {
    MATCH (n)-[r:ABOUT|DECIDED_BY|PROPOSED_BY|OBJECTED_BY|HELD_BY|OWED_BY|OWED_TO|SUBJECT|OBJECT|MERGED]->(t:Entity)
    WHERE ($recorded IS NULL OR r.merged_from IS NULL OR any(x IN r.merged_from WHERE EXISTS {
        (:Entity {tenant: $tenant, id: x}) (()-[at:MERGED_INTO|UNDONE]->()
          WHERE at.created_at <= $recorded AND coalesce(at.expired_at > $recorded, true)){0,16} (t) }))
      AND coalesce(r.created_at <= $recorded, r.was IS NULL)
    RETURN r, t ORDER BY coalesce(r.weight, 1.0) DESC, t.id LIMIT $per_node
  }
  MATCH (t) (()-[up:MERGED_INTO|UNDONE]->()
    WHERE up.created_at <= $recorded AND coalesce(up.expired_at > $recorded, true)){0,16} (found:Entity)
  WHERE NOT EXISTS { (found)-[on:MERGED_INTO|UNDONE]->(:Entity)
                     WHERE on.created_at <= $recorded AND coalesce(on.expired_at > $recorded, true) }
  RETURN n, r, t, found, n AS said, coalesce(r.weight, 1.0) * coalesce(n.confidence, 1.0) AS weight
}
WITH n, r, t, found, said, weight
WHERE coalesce(t.expired_at > $recorded, t.expired_at IS NULL) AND coalesce(r.expired_at > $recorded, r.expired_at IS NULL)
  AND ($valid IS NULL OR coalesce(said.valid_at <= $valid, true)) AND coalesce(said.created_at <= $recorded, true)
CALL (said) {
  MATCH (said)-[quote:EVIDENCED_BY]->(c:Chunk)-[:PART_OF]->(e:Episode)
  WHERE c.audience IN $audiences AND coalesce(quote.created_at <= $recorded, true)
  RETURN quote, c, e ORDER BY c.position LIMIT 1
}
RETURN n.id AS from_id, coalesce(r.was, type(r)) AS relation, startNode(r) = t AS is_reversed, weight, found.id AS to_id,
       coalesce(r.called, t.name, t.text) AS to_text, t:Entity AS is_entity, coalesce(found.df, 1) AS degree,
       c {.id, .text, .speaker, .happened_at} AS chunk, quote.start AS start, quote.end AS end, e.title AS title,
       e.uri AS source
