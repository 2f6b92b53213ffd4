// The live statements drawn from episodes, in the order of the text.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, ids LIST<STRING>, per_node INTEGER
// returns: from_id STRING, node MAP
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (e:Episode {tenant: $tenant, id: wanted})
WHERE e.audience IN $audiences
CALL (e) {
  MATCH (e)<-[:PART_OF]-(c:Chunk)<-[q:EVIDENCED_BY]-(s:Statement)
  WHERE s.live AND s.audience IN $audiences
  WITH s, min(c.position) AS position, min(q.start) AS start
  RETURN s ORDER BY position, start, s.id LIMIT $per_node
}
RETURN e.id AS from_id, s {.*, embedding: null} AS node
