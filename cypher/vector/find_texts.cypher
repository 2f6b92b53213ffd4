// A page of a tenant's statements and entities with a vector, by id; is_moved says that $model's vector of the same text
// lies beside it already.
// mode:    read
// params:  tenant STRING, after STRING, model STRING, first INTEGER
// returns: id STRING, is_statement BOOLEAN, text STRING, hash STRING, is_moved BOOLEAN
// plan:    NodeUniqueIndexSeek
CALL () {
  MATCH (n:Statement) WHERE n.tenant = $tenant AND n.id > $after AND n.embedding IS NOT NULL
  RETURN n, n.id AS id, true AS is_statement, n.text AS text, n.text_hash AS hash ORDER BY id LIMIT $first
UNION ALL
  MATCH (n:Entity) WHERE n.tenant = $tenant AND n.id > $after AND n.embedding IS NOT NULL
  RETURN n, n.id AS id, false AS is_statement, n.name AS text, n.name AS hash ORDER BY id LIMIT $first
}
WITH n, id, is_statement, text, hash ORDER BY id LIMIT $first
RETURN id, is_statement, text, hash, coalesce(n.next_model = $model AND n.next_hash = hash, false) AS is_moved
