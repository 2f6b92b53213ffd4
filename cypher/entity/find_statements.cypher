// Statements that name, decide, hold or owe: what is readable of an entity, most certain first.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, ids LIST<STRING>, relations LIST<STRING>, live LIST<BOOLEAN>, valid ZONED DATETIME, recorded ZONED DATETIME, per_node INTEGER
// returns: from_id STRING, relation STRING, weight FLOAT, confidence FLOAT, node MAP
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (n:Entity {tenant: $tenant, id: wanted})
CALL (n) {
  MATCH (n)<-[r]-(s:Statement)
  WHERE type(r) IN $relations AND s.audience IN $audiences AND s.live IN $live
    AND ($valid IS NULL OR (coalesce(s.valid_at <= $valid, true) AND coalesce(s.invalid_at > $valid, true)))
    AND ($recorded IS NULL OR (r.created_at <= $recorded AND coalesce(r.expired_at > $recorded, true)))
  RETURN r, s ORDER BY coalesce(r.weight, 1.0) * coalesce(s.confidence, 1.0) DESC, s.id LIMIT $per_node
}
RETURN n.id AS from_id, type(r) AS relation, coalesce(r.weight, 1.0) AS weight,
       coalesce(r.confidence, 1.0) AS confidence, s {.*, embedding: null} AS node
