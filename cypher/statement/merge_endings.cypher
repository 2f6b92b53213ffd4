// Statements whose place a later one takes: they end when the later one began to hold and leave default reads. Each
// ending keeps its reason and the sentence that caused it; of several the earliest moment counts. A pair that a person
// settled stays as it is.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, extractor STRING, reach STRING, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (new:Statement {tenant: $tenant, id: row.newer})
MATCH (old:Statement {tenant: $tenant, id: row.older})
WHERE NOT EXISTS { (new)-[:CONTRADICTS {status: 'resolved'}]->(old) }
MERGE (new)-[r:SUPERSEDES]->(old)
ON CREATE SET r.created_at = $now, r.at = coalesce(new.valid_at, $now), r.extractor = $extractor, r.weight = 1.0,
              r.reason = row.reason, r.by = row.by, r.quote = row.quote
SET r.confidence = row.confidence
WITH new, old, coalesce(new.valid_at, $now) AS ends
SET old.invalid_at = CASE WHEN old.invalid_at < ends THEN old.invalid_at ELSE ends END, old.live = false,
    old.reach = $reach, old.status = CASE WHEN old:Decision THEN 'superseded' ELSE old.status END
RETURN count(*) AS written
