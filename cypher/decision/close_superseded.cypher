// Decisions that a later one supersedes end when the later one was made and leave default reads.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: closed INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (new:Statement {tenant: $tenant, id: row.source_id})
MATCH (old:Statement {tenant: $tenant, id: row.target_id})
MATCH (new)-[r:SUPERSEDES]->(old)
SET r.at = coalesce(new.valid_at, $now),
    old.invalid_at = coalesce(new.valid_at, $now), old.live = false, old.status = 'superseded', old.reach = row.reach
RETURN count(old) AS closed
