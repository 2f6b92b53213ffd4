// Pairs of statements that cannot both hold: an open question for a keeper. One that was settled stays settled.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, extractor STRING, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (new:Statement {tenant: $tenant, id: row.newer})
MATCH (old:Statement {tenant: $tenant, id: row.older})
MERGE (new)-[r:CONTRADICTS]->(old)
ON CREATE SET r.created_at = $now, r.tenant = $tenant, r.status = 'open', r.extractor = $extractor, r.weight = 1.0,
              r.confidence = 1.0, r.reason = row.reason
RETURN count(*) AS written
