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
  WHERE s.live IN $live AND s.audience IN $audiences
    AND ($valid IS NULL OR (coalesce(s.valid_at <= $valid, true) AND coalesce(s.invalid_at > $valid, true)))
    AND ($recorded IS NULL OR (s.created_at <= $recorded AND coalesce(s.expired_at > $recorded, true)))
  WITH s, min(c.position) AS position, min(q.start) AS start
  RETURN s ORDER BY position, start, s.id LIMIT $per_node
}
RETURN e.id AS from_id, s {.*, embedding: null} AS node
