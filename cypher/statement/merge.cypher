// Statements with their evidence: each quote is characters [start, end) of the chunk's text.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MERGE (s:Statement {tenant: $tenant, id: row.id})
ON CREATE SET s.created_at = $now, s += row.created
SET s:$(row.kind), s += row.properties
WITH s, row
UNWIND row.evidence AS quote
MATCH (c:Chunk {tenant: $tenant, id: quote.chunk_id})
MERGE (s)-[r:EVIDENCED_BY {start: quote.start, end: quote.end}]->(c)
ON CREATE SET r.created_at = $now, r.weight = 1.0
SET r.extractor = row.properties.extractor, r.confidence = row.properties.confidence
RETURN count(*) AS written
