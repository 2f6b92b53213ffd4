// Edges from statements to entities: decided by, objected by, subject, object …
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, extractor STRING, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (a:Statement {tenant: $tenant, id: row.source_id})
MATCH (b:Entity {tenant: $tenant, id: row.target_id})
MERGE (a)-[r:$(row.relation)]->(b)
ON CREATE SET r.created_at = $now, r.extractor = $extractor, r.merged_from = row.merged_from, r.called = row.called
ON MATCH SET r.called = CASE WHEN row.merged_from IS NULL THEN null ELSE r.called END, r.merged_from = CASE WHEN r.merged_from IS NULL AND row.merged_from IS NULL THEN null ELSE
    coalesce(r.merged_from, [b.id]) +
    [id IN coalesce(row.merged_from, [b.id]) WHERE NOT id IN coalesce(r.merged_from, [b.id])] END
SET r.weight = row.weight, r.confidence = row.confidence
RETURN count(*) AS written
