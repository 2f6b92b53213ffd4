// Which chunk names which entity, and in which of its sentences.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, extractor STRING, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (c:Chunk {tenant: $tenant, id: row.chunk_id})
MATCH (n:Entity {tenant: $tenant, id: row.entity_id})
MERGE (c)-[r:MENTIONS]->(n)
ON CREATE SET r.created_at = $now, r.extractor = $extractor, r.merged_from = row.merged_from, r.called = row.called
ON MATCH SET r.called = CASE WHEN row.merged_from IS NULL THEN null ELSE r.called END, r.merged_from = CASE WHEN r.merged_from IS NULL AND row.merged_from IS NULL THEN null ELSE
    coalesce(r.merged_from, [n.id]) +
    [id IN coalesce(row.merged_from, [n.id]) WHERE NOT id IN coalesce(r.merged_from, [n.id])] END
SET r.start = row.start, r.end = row.end, r.surface = row.surface, r.sentences = row.sentences,
    r.weight = row.weight
RETURN count(*) AS written
