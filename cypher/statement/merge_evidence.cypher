// More evidence for statements that are stored already and stay as they are: the same was said again.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (s:Statement {tenant: $tenant, id: row.id})
UNWIND row.evidence AS quote
MATCH (c:Chunk {tenant: $tenant, id: quote.chunk_id})
MERGE (s)-[r:EVIDENCED_BY {start: quote.start, end: quote.end, extractor: row.extractor}]->(c)
ON CREATE SET r.created_at = $now, r.weight = 1.0
SET r.confidence = row.confidence
RETURN count(*) AS written
