// Whose vectors the database holds, and to which model they are being moved (null at rest).
// mode:    read
// params:  name STRING
// returns: model STRING, fingerprint STRING, dimension INTEGER, moving_to STRING, is_switching BOOLEAN
// plan:    NodeUniqueIndexSeek
MATCH (m:Migration {name: $name})
RETURN m.model AS model, m.fingerprint AS fingerprint, m.dimension AS dimension, m.moving_to AS moving_to,
       coalesce(m.is_switching, false) AS is_switching
