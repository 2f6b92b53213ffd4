// Edges between statements: because, considered, led to, supersedes …
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, extractor STRING, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (a:Statement {tenant: $tenant, id: row.source_id})
MATCH (b:Statement {tenant: $tenant, id: row.target_id})
MERGE (a)-[r:$(row.relation)]->(b)
ON CREATE SET r.created_at = $now, r.extractor = $extractor
SET r.weight = row.weight, r.confidence = row.confidence
RETURN count(*) AS written
