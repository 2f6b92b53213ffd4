// The given relationships of statements, outgoing and incoming, with the node at the other end, which may have ended
// by the moment asked for only when $ended.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, ids LIST<STRING>, relations LIST<STRING>, live LIST<BOOLEAN>, ended BOOLEAN, valid ZONED DATETIME, recorded ZONED DATETIME, per_node INTEGER
// returns: from_id STRING, relation STRING, is_reversed BOOLEAN, weight FLOAT, confidence FLOAT, node MAP
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (s:Statement {tenant: $tenant, id: wanted})
CALL (s) {
  MATCH (s)-[r]-(n:Statement|Entity)
  WHERE coalesce(r.was, type(r)) IN $relations AND type(r) <> 'MERGED' AND (n:Entity OR n.audience IN $audiences)
    AND CASE WHEN $recorded IS NULL THEN r.expired_at IS NULL
             ELSE coalesce(r.merged_at, r.created_at) <= $recorded AND coalesce(r.expired_at > $recorded, true) END
    AND (n:Entity OR CASE WHEN $recorded IS NOT NULL
              THEN n.created_at <= $recorded AND coalesce(n.expired_at > $recorded, true)
                   AND coalesce(n.valid_at <= $valid, true)
                   AND ($ended OR NOT EXISTS { (n)<-[end:SUPERSEDES|UNDONE]-(:Statement)
                          WHERE end.created_at <= $recorded AND coalesce(end.expired_at > $recorded, true)
                            AND coalesce(end.at <= $valid, true) })
              WHEN $valid IS NOT NULL
              THEN n.expired_at IS NULL AND coalesce(n.valid_at <= $valid, true) AND ($ended OR coalesce(n.invalid_at > $valid, true))
              ELSE n.live IN $live END)
  RETURN r, n ORDER BY coalesce(r.weight, 1.0) * coalesce(r.confidence, 1.0) DESC, n.id LIMIT $per_node
}
RETURN s.id AS from_id, coalesce(r.was, type(r)) AS relation, startNode(r) = n AS is_reversed, coalesce(r.weight, 1.0) AS weight,
       coalesce(r.confidence, 1.0) AS confidence, n {.*, embedding: null, name: coalesce(r.called, n.name)} AS node
