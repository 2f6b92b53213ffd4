// Holds the entities until the transaction ends, and says what they are now. Unknown ids yield no row.
// mode:    write
// params:  tenant STRING, ids LIST<STRING>
// returns: id STRING, kind STRING, merged_into STRING
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (n:Entity {tenant: $tenant, id: wanted})
SET n.is_locked = true
REMOVE n.is_locked
RETURN n.id AS id, n.kind AS kind, n.merged_into AS merged_into
