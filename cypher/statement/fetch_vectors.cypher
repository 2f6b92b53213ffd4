// The vectors of statements that are stored already; unknown ones yield no row.
// mode:    read
// params:  tenant STRING, ids LIST<STRING>
// returns: id STRING, embedding LIST<FLOAT>
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (s:Statement {tenant: $tenant, id: wanted})
WHERE s.embedding IS NOT NULL
RETURN s.id AS id, s.embedding AS embedding
