// The given relationships of statements, outgoing and incoming, with the node at the other end.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, ids LIST<STRING>, relations LIST<STRING>, live LIST<BOOLEAN>, valid ZONED DATETIME, recorded ZONED DATETIME, per_node INTEGER
// returns: from_id STRING, relation STRING, is_reversed BOOLEAN, weight FLOAT, confidence FLOAT, node MAP
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (s:Statement {tenant: $tenant, id: wanted})
CALL (s) {
  MATCH (s)-[r]-(n:Statement|Entity)
  WHERE type(r) IN $relations AND (n:Entity OR (n.audience IN $audiences AND n.live IN $live))
    AND ($valid IS NULL OR n:Entity
         OR (coalesce(n.valid_at <= $valid, true) AND coalesce(n.invalid_at > $valid, true)))
    AND ($recorded IS NULL OR (r.created_at <= $recorded AND coalesce(r.expired_at > $recorded, true)))
  RETURN r, n ORDER BY coalesce(r.weight, 1.0) * coalesce(r.confidence, 1.0) DESC, n.id LIMIT $per_node
}
RETURN s.id AS from_id, type(r) AS relation, startNode(r) = n AS is_reversed, coalesce(r.weight, 1.0) AS weight,
       coalesce(r.confidence, 1.0) AS confidence, n {.*, embedding: null, name: coalesce(r.called, n.name)} AS node
