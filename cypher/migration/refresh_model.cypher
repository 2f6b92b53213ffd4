// Writes down whose vectors the database holds, and to which model they are being moved (null at rest).
// mode:    write
// params:  model STRING, fingerprint STRING, dimension INTEGER, moving_to STRING, is_switching BOOLEAN
// returns: names INTEGER
// plan:
MATCH (m:Migration) WHERE m.name >= ''
SET m.model = $model, m.fingerprint = $fingerprint, m.dimension = $dimension, m.moving_to = $moving_to,
    m.is_switching = $is_switching
RETURN count(*) AS names
