// Embedding of each stored chunk whose text and context are unchanged; unknown or changed ones yield no row.
// mode:    read
// params:  tenant STRING, rows LIST<MAP>
// returns: id STRING, embedding LIST<FLOAT>
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (c:Chunk {tenant: $tenant, id: row.id})
WHERE c.text_hash = row.text_hash AND c.embedding IS NOT NULL
RETURN c.id AS id, c.embedding AS embedding
