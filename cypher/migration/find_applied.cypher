// The migrations that were applied, oldest first.
// mode:    read
// params:
// returns: name STRING, hash STRING, dimension INTEGER, model STRING, fingerprint STRING
// plan:
MATCH (m:Migration)
RETURN m.name AS name, m.hash AS hash, m.dimension AS dimension, m.model AS model, m.fingerprint AS fingerprint
ORDER BY m.name
