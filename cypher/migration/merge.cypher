// Remembers that a migration was applied, with the hash of its text and the model whose vectors it was made for.
// mode:    write
// params:  name STRING, hash STRING, now ZONED DATETIME, model STRING, fingerprint STRING, dimension INTEGER
// returns: name STRING
// plan:
MERGE (m:Migration {name: $name})
ON CREATE SET m.hash = $hash, m.applied_at = $now, m.model = $model, m.fingerprint = $fingerprint,
  m.dimension = $dimension
RETURN m.name AS name
