// What episodes, chunks and statements are about.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, extractor STRING, episodes LIST<MAP>, chunks LIST<MAP>, statements LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
CALL () {
  UNWIND $episodes AS row
  MATCH (n:Episode {tenant: $tenant, id: row.source_id})
  RETURN n, row
UNION ALL
  UNWIND $chunks AS row
  MATCH (n:Chunk {tenant: $tenant, id: row.source_id})
  RETURN n, row
UNION ALL
  UNWIND $statements AS row
  MATCH (n:Statement {tenant: $tenant, id: row.source_id})
  RETURN n, row
}
MATCH (e:Entity {tenant: $tenant, id: row.entity_id})
MERGE (n)-[r:ABOUT]->(e)
ON CREATE SET r.created_at = $now, r.extractor = $extractor, r.merged_from = row.merged_from, r.called = row.called
ON MATCH SET r.called = CASE WHEN row.merged_from IS NULL THEN null ELSE r.called END, r.merged_from = CASE WHEN r.merged_from IS NULL AND row.merged_from IS NULL THEN null ELSE
    coalesce(r.merged_from, [e.id]) +
    [id IN coalesce(row.merged_from, [e.id]) WHERE NOT id IN coalesce(r.merged_from, [e.id])] END
SET r.weight = row.weight
RETURN count(*) AS written
