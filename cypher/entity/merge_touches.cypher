// Which artifacts an episode wrote, read or ran, which record it is, and what it says of other records.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (e:Episode {tenant: $tenant, id: row.episode_id})
MATCH (a:Entity {tenant: $tenant, id: row.entity_id})
MERGE (e)-[r:TOUCHED {how: row.how}]->(a)
ON CREATE SET r.created_at = $now, r.weight = 1.0, r.merged_from = row.merged_from, r.called = row.called
ON MATCH SET r.called = CASE WHEN row.merged_from IS NULL THEN null ELSE r.called END, r.merged_from = CASE WHEN r.merged_from IS NULL AND row.merged_from IS NULL THEN null ELSE
    coalesce(r.merged_from, [a.id]) +
    [id IN coalesce(row.merged_from, [a.id]) WHERE NOT id IN coalesce(r.merged_from, [a.id])] END
SET r.quote = row.quote
RETURN count(*) AS written
