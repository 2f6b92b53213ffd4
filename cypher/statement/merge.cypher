// Statements with their evidence: each quote is characters [start, end) of the chunk's text, read by an extractor. Who
// read a statement first stays its extractor. A decision that a later one superseded stays so when its own text is
// read again.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MERGE (s:Statement {tenant: $tenant, id: row.id})
ON CREATE SET s.created_at = $now, s += row.created
WITH s, row, coalesce(s.status = 'superseded' AND s.invalid_at IS NOT NULL, false) AS ended
SET s:$(row.kind), s += row.properties
SET s.status = CASE WHEN ended THEN 'superseded' ELSE s.status END
WITH s, row
UNWIND row.evidence AS quote
MATCH (c:Chunk {tenant: $tenant, id: quote.chunk_id})
MERGE (s)-[r:EVIDENCED_BY {start: quote.start, end: quote.end, extractor: row.extractor}]->(c)
ON CREATE SET r.created_at = $now, r.weight = 1.0
SET r.confidence = row.properties.confidence
RETURN count(*) AS written
