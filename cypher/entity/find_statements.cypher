// Statements that name, decide, hold or owe: what is readable of an entity, most certain first.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, ids LIST<STRING>, relations LIST<STRING>, live LIST<BOOLEAN>, valid ZONED DATETIME, recorded ZONED DATETIME, per_node INTEGER
// returns: from_id STRING, relation STRING, weight FLOAT, confidence FLOAT, node MAP
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (n:Entity {tenant: $tenant, id: wanted})
CALL (n) {
  MATCH (n)<-[r]-(s:Statement)
  WHERE type(r) IN $relations AND s.audience IN $audiences
    AND ($recorded IS NULL OR (coalesce(r.merged_at, r.created_at) <= $recorded AND coalesce(r.expired_at > $recorded, true)))
    AND CASE WHEN $recorded IS NOT NULL
             THEN s.created_at <= $recorded AND coalesce(s.expired_at > $recorded, true)
                  AND coalesce(s.valid_at <= $valid, true)
                  AND NOT EXISTS { (s)<-[end:SUPERSEDES|UNDONE]-(:Statement)
                         WHERE end.created_at <= $recorded AND coalesce(end.expired_at > $recorded, true)
                           AND coalesce(end.at <= $valid, true) }
             WHEN $valid IS NOT NULL
             THEN s.expired_at IS NULL AND coalesce(s.valid_at <= $valid, true) AND coalesce(s.invalid_at > $valid, true)
             ELSE s.live IN $live END
  RETURN r, s ORDER BY coalesce(r.weight, 1.0) * coalesce(s.confidence, 1.0) DESC, s.id LIMIT $per_node
}
RETURN n.id AS from_id, type(r) AS relation, coalesce(r.weight, 1.0) AS weight,
       coalesce(r.confidence, 1.0) AS confidence, s {.*, embedding: null} AS node
