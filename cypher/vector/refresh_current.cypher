// On a page of a tenant's nodes, by id, the vectors of $model that lie beside the current ones take their place; last is
// the page's last id, null when nothing is left.
// mode:    write
// params:  tenant STRING, after STRING, model STRING, first INTEGER
// returns: last STRING
// plan:    NodeUniqueIndexSeek
CALL () {
  MATCH (n:Chunk) WHERE n.tenant = $tenant AND n.id > $after RETURN n, n.id AS id ORDER BY id LIMIT $first
UNION ALL
  MATCH (n:Statement) WHERE n.tenant = $tenant AND n.id > $after RETURN n, n.id AS id ORDER BY id LIMIT $first
UNION ALL
  MATCH (n:Entity) WHERE n.tenant = $tenant AND n.id > $after RETURN n, n.id AS id ORDER BY id LIMIT $first
}
WITH n, id ORDER BY id LIMIT $first
FOREACH (moved IN CASE WHEN n.next_model = $model THEN [n] ELSE [] END |
  SET moved.embedding = moved.next_embedding, moved.window_embedding = moved.next_window_embedding
  REMOVE moved.next_embedding, moved.next_window_embedding, moved.next_model, moved.next_hash
)
RETURN max(id) AS last
