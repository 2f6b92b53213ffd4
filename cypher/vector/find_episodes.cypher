// A page of a tenant's episodes with their chunks that have a vector, closed and quarantined ones too; is_moved says that
// $model's vector of the same text lies beside it already.
// mode:    read
// params:  tenant STRING, after STRING, model STRING, first INTEGER
// returns: id STRING, chunks LIST<MAP>
// plan:    NodeUniqueIndexSeek
MATCH (e:Episode) WHERE e.tenant = $tenant AND e.id > $after
WITH e ORDER BY e.id LIMIT $first
CALL (e) {
  MATCH (e)<-[:PART_OF]-(c:Chunk) WHERE c.embedding IS NOT NULL
  WITH c ORDER BY c.position, c.id
  RETURN collect({
    chunk: c {.id, .unit_id, .position, .speaker, .role, .heading, .section, .text, .context, .text_hash, .happened_at,
              .terms, .asks, .is_noise, .external, .quarantined},
    is_live: c.live, has_window: c.window_embedding IS NOT NULL,
    is_moved: coalesce(c.next_model = $model AND c.next_hash = c.text_hash, false)
  }) AS chunks
}
RETURN e.id AS id, chunks ORDER BY id
