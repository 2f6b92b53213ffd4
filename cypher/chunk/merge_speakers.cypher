// Who said each chunk; a speaker that is not there is an error of the caller, seen by the count.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (c:Chunk {tenant: $tenant, id: row.chunk_id})
MATCH (p:Entity {tenant: $tenant, id: row.entity_id})
MERGE (c)-[r:SAID_BY]->(p)
ON CREATE SET r.created_at = $now, r.weight = 1.0, r.merged_from = row.merged_from, r.called = row.called
ON MATCH SET r.called = CASE WHEN row.merged_from IS NULL THEN null ELSE r.called END, r.merged_from = CASE WHEN r.merged_from IS NULL AND row.merged_from IS NULL THEN null ELSE
    coalesce(r.merged_from, [p.id]) +
    [id IN coalesce(row.merged_from, [p.id]) WHERE NOT id IN coalesce(r.merged_from, [p.id])] END
RETURN count(*) AS written
