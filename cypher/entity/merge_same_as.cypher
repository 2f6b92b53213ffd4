// Pairs that may be one: proposed once, whichever way round; what was decided before stays decided.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (a:Entity {tenant: $tenant, id: row.source_id})
MATCH (b:Entity {tenant: $tenant, id: row.target_id})
MERGE (a)-[r:SAME_AS]-(b)
ON CREATE SET r.tenant = $tenant, r.status = 'proposed', r.weight = row.weight, r.reason = row.reason,
              r.created_at = $now
RETURN count(*) AS written
