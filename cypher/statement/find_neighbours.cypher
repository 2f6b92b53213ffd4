// For each new statement those of the same audience that may be about the same: under its key (superseded ones too,
// for what arrives late), near its vector, or read before from the very characters it was read from.
// mode:    read
// params:  tenant STRING, audience STRING, extractor STRING, own LIST<STRING>, kinds LIST<STRING>, rows LIST<MAP>, per_row INTEGER
// returns: row_id STRING, node MAP, likeness FLOAT, is_quoted BOOLEAN, chunk MAP, start INTEGER, end INTEGER
// plan:    NodeUniqueIndexSeek, NodeIndexSeek
UNWIND $rows AS row
OPTIONAL MATCH (known:Statement {tenant: $tenant, id: row.id})
WITH row, coalesce(row.vector, known.embedding) AS vector
CALL (row, vector) {
  MATCH (old:Statement {tenant: $tenant, semantic_key: row.key})
  WHERE old.scope IS NOT NULL AND old.audience = $audience AND (old.live OR old.invalid_at IS NOT NULL)
  RETURN old, false AS is_quoted ORDER BY old.live DESC, old.valid_at DESC LIMIT $per_row
UNION ALL
  WITH * WHERE vector IS NOT NULL AND row.by_vector
  MATCH (old:Statement)
    SEARCH old IN (VECTOR INDEX statement_embedding FOR vector
                   WHERE old.audience = $audience AND old.live = true LIMIT $per_row)
  RETURN old, false AS is_quoted
UNION ALL
  MATCH (:Chunk {tenant: $tenant, id: row.chunk_id})<-[quote:EVIDENCED_BY]-(old:Statement)
  WHERE quote.extractor = $extractor AND quote.start = row.start AND quote.end = row.end
  RETURN old, true AS is_quoted
}
WITH row, vector, old, max(is_quoted) AS is_quoted
WHERE NOT old.id IN $own AND old.kind IN $kinds AND old.expired_at IS NULL AND old.audience = $audience
MATCH (old)-[quote:EVIDENCED_BY]->(c:Chunk)
WHERE c.audience = $audience AND (c.live OR NOT old.live)
WITH row, vector, old, is_quoted, quote, c ORDER BY c.happened_at, c.id
WITH row, vector, old, is_quoted, collect({q: quote, c: c})[0] AS first
WITH row, vector, old, is_quoted, first.q AS quote, first.c AS c
RETURN row.id AS row_id, is_quoted,
       CASE WHEN vector IS NULL OR old.embedding IS NULL THEN 0.5
            ELSE vector.similarity.cosine(old.embedding, vector) END AS likeness,
       old {.id, .kind, .text, .extractor, .project, .episode_id, .valid_at, .invalid_at, .live, .status} AS node,
       c {.text, .speaker, .role, .position} AS chunk, quote.start AS start, quote.end AS end
