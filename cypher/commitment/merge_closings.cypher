// Commitments closed by what was said later: the chunk that says so points at each. One that is closed already keeps
// its date; unknown ids yield no row.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: closed INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (c:Chunk {tenant: $tenant, id: row.chunk_id})
MATCH (s:Statement {tenant: $tenant, id: row.commitment_id})
SET s.closed_by = CASE WHEN s.closed_at IS NULL THEN '' ELSE s.closed_by END
MERGE (c)-[r:CLOSES]->(s)
ON CREATE SET r.created_at = $now, r.weight = 1.0
SET r.start = row.start, r.end = row.end, r.confidence = row.confidence,
    s.closed_at = coalesce(s.closed_at, c.happened_at, s.happened_at, $now)
RETURN count(s) AS closed
