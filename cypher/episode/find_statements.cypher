// The statements drawn from episodes, in the order of the text; live ones only unless history is asked for.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, ids LIST<STRING>, live LIST<BOOLEAN>, valid ZONED DATETIME, recorded ZONED DATETIME, per_node INTEGER
// returns: from_id STRING, node MAP
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (e:Episode {tenant: $tenant, id: wanted})
WHERE e.audience IN $audiences
CALL (e) {
  MATCH (e)<-[:PART_OF]-(c:Chunk)<-[q:EVIDENCED_BY]-(s:Statement)
  WHERE s.audience IN $audiences
    AND CASE WHEN $recorded IS NOT NULL
             THEN s.created_at <= $recorded AND coalesce(s.expired_at > $recorded, true)
                  AND coalesce(s.valid_at <= $valid, true)
                  AND NOT EXISTS { (s)<-[end:SUPERSEDES|UNDONE]-(:Statement)
                         WHERE end.created_at <= $recorded AND coalesce(end.expired_at > $recorded, true)
                           AND coalesce(end.at <= $valid, true) }
             WHEN $valid IS NOT NULL
             THEN s.expired_at IS NULL AND coalesce(s.valid_at <= $valid, true) AND coalesce(s.invalid_at > $valid, true)
             ELSE s.live IN $live END
  WITH s, min(c.position) AS position, min(q.start) AS start
  RETURN s ORDER BY position, start, s.id LIMIT $per_node
}
RETURN e.id AS from_id, s {.*, embedding: null} AS node
