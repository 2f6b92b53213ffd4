// The chunks of episodes in order; closed ones are left out.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, ids LIST<STRING>, per_node INTEGER
// returns: from_id STRING, node MAP
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (e:Episode {tenant: $tenant, id: wanted})
WHERE e.audience IN $audiences
CALL (e) {
  MATCH (e)<-[:PART_OF]-(c:Chunk) WHERE c.live AND c.audience IN $audiences
  RETURN c ORDER BY c.position LIMIT $per_node
}
RETURN e.id AS from_id, c {.*, embedding: null, window_embedding: null} AS node
