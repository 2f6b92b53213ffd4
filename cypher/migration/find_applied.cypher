// The migrations that were applied, oldest first.
// mode:    read
// params:
// returns: name STRING, hash STRING, dimension INTEGER, model STRING, fingerprint STRING, moving_to STRING, is_switching BOOLEAN
// plan:
MATCH (m:Migration)
RETURN m.name AS name, m.hash AS hash, m.dimension AS dimension, m.model AS model, m.fingerprint AS fingerprint,
       m.moving_to AS moving_to, coalesce(m.is_switching, false) AS is_switching
ORDER BY m.name
