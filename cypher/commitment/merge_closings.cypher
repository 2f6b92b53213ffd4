// Commitments closed by what was said later: the chunk that says so points at each. One that is closed already stays
// as it is; unknown ids yield no row.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: closed INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (s:Statement {tenant: $tenant, id: row.commitment_id})
MATCH (c:Chunk {tenant: $tenant, id: row.chunk_id})
WITH s, c, row WHERE s.closed_at IS NULL
MERGE (c)-[r:CLOSES]->(s)
ON CREATE SET r.created_at = $now, r.weight = 1.0
SET r.start = row.start, r.end = row.end, r.confidence = row.confidence,
    s.closed_at = coalesce(c.happened_at, s.happened_at, $now), s.closed_by = ''
RETURN count(s) AS closed
