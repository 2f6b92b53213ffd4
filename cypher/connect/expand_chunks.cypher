// Entities that one chunk names, or says, together with the given ones; rarest first. In a read of the past with who
// was one with whom then.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, entities LIST<STRING>, per_node INTEGER, valid ZONED DATETIME, recorded ZONED DATETIME
// returns: from_id STRING, relation STRING, to_id STRING, to_text STRING, degree INTEGER, chunk MAP, title STRING, source STRING
// plan:    NodeUniqueIndexSeek
UNWIND $entities AS wanted
MATCH (n:Entity {tenant: $tenant, id: wanted})
MATCH (d:Entity) (()-[into:MERGED_INTO|UNDONE]->()
  WHERE into.created_at <= $recorded AND coalesce(into.expired_at > $recorded, true)){0,16} (n)
CALL (n, d) {
  MATCH (d)<-[own:MENTIONS|SAID_BY|MERGED]-(c:Chunk)
  WHERE c.audience IN $audiences AND ($valid IS NULL OR c.happened_at <= $valid)
    AND ($recorded IS NULL OR own.merged_from IS NULL OR any(x IN own.merged_from WHERE EXISTS {
        (:Entity {tenant: $tenant, id: x}) (()-[at:MERGED_INTO|UNDONE]->()
          WHERE at.created_at <= $recorded AND coalesce(at.expired_at > $recorded, true)){0,16} (d) }))
    AND coalesce(own.created_at <= $recorded, own.was IS NULL)
    AND CASE WHEN $recorded IS NULL THEN c.live ELSE c.created_at <= $recorded AND coalesce(c.expired_at > $recorded, true) END
  WITH DISTINCT d, c ORDER BY c.happened_at DESC, c.id LIMIT $per_node
  MATCH (c)-[r:MENTIONS|SAID_BY|MERGED]->(t:Entity)
  WHERE t <> d AND coalesce(r.created_at <= $recorded, r.was IS NULL)
    AND ($recorded IS NULL OR r.merged_from IS NULL OR any(x IN r.merged_from WHERE EXISTS {
        (:Entity {tenant: $tenant, id: x}) (()-[at:MERGED_INTO|UNDONE]->()
          WHERE at.created_at <= $recorded AND coalesce(at.expired_at > $recorded, true)){0,16} (t) }))
  MATCH (t) (()-[up:MERGED_INTO|UNDONE]->()
    WHERE up.created_at <= $recorded AND coalesce(up.expired_at > $recorded, true)){0,16} (found:Entity)
  WHERE found <> n AND NOT EXISTS { (found)-[on:MERGED_INTO|UNDONE]->(:Entity)
                     WHERE on.created_at <= $recorded AND coalesce(on.expired_at > $recorded, true) }
  RETURN c, coalesce(r.was, type(r)) AS relation, found, coalesce(r.called, t.name) AS called
  ORDER BY found.df, found.id LIMIT $per_node
}
MATCH (c)-[:PART_OF]->(e:Episode)
RETURN n.id AS from_id, relation, found.id AS to_id, called AS to_text, coalesce(found.df, 1) AS degree,
       c {.id, .text, .speaker, .happened_at} AS chunk, e.title AS title, e.uri AS source
