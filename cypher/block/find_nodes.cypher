// The nodes of a tenant that an ingest makes, in the order of their ids after $after, without their vectors, each with
// the relationships that leave it. Nodes with $mark in their id, copies, are left out. An unknown tenant gives no row.
// mode:    read
// params:  tenant STRING, after STRING, mark STRING, first INTEGER
// returns: id STRING, labels LIST<STRING>, properties MAP, has_vector BOOLEAN, has_window BOOLEAN, edges LIST<MAP>
// plan:    NodeUniqueIndexSeek
CALL () {
  MATCH (n:Statement) WHERE n.tenant = $tenant AND n.id > $after AND NOT n.id CONTAINS $mark RETURN n ORDER BY n.id LIMIT $first
UNION ALL
  MATCH (n:Entity) WHERE n.tenant = $tenant AND n.id > $after AND NOT n.id CONTAINS $mark RETURN n ORDER BY n.id LIMIT $first
UNION ALL
  MATCH (n:Chunk) WHERE n.tenant = $tenant AND n.id > $after AND NOT n.id CONTAINS $mark RETURN n ORDER BY n.id LIMIT $first
UNION ALL
  MATCH (n:Episode) WHERE n.tenant = $tenant AND n.id > $after AND NOT n.id CONTAINS $mark RETURN n ORDER BY n.id LIMIT $first
UNION ALL
  MATCH (n:Session) WHERE n.tenant = $tenant AND n.id > $after AND NOT n.id CONTAINS $mark RETURN n ORDER BY n.id LIMIT $first
}
WITH n ORDER BY n.id LIMIT $first
RETURN n.id AS id, labels(n) AS labels, n {.*, embedding: null, window_embedding: null} AS properties,
       n.embedding IS NOT NULL AS has_vector, n.window_embedding IS NOT NULL AS has_window,
       COLLECT {
         MATCH (n)-[r]->(m) WHERE m.tenant = $tenant AND m.id IS NOT NULL
         RETURN {type: type(r), target: m.id, properties: properties(r)}
       } AS edges
