// A quarantined chunk becomes what any other is: each row has a held audience and what the chunk stands in when that
// was its own. A chunk that is not there, not held so or no longer quarantined yields no row.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, id STRING, principal STRING, rows LIST<MAP>
// returns: id STRING
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (c:Chunk {tenant: $tenant, id: $id})
WHERE c.audience = row.held AND c.quarantined AND c.expired_at IS NULL
SET c += row.standing, c.released_at = $now, c.released_by = $principal
RETURN c.id AS id
