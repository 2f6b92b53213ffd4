// Two entities are kept apart for ever, whether that was proposed or not.
// mode:    write
// params:  tenant STRING, source_id STRING, target_id STRING, now ZONED DATETIME, principal STRING
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (a:Entity {tenant: $tenant, id: $source_id})
MATCH (b:Entity {tenant: $tenant, id: $target_id})
MERGE (a)-[r:SAME_AS]-(b)
ON CREATE SET r.created_at = $now, r.tenant = $tenant, r.weight = 0.0, r.reason = ''
SET r.status = 'dismissed', r.decided_at = $now, r.by = $principal
RETURN count(*) AS written
