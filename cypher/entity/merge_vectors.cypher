// A new namesake has the vector of the name it shares.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (n:Entity {tenant: $tenant, id: row.id})
OPTIONAL MATCH (other:Entity {tenant: $tenant, id: row.from_id})
SET n.embedding = coalesce(n.embedding, other.embedding)
RETURN count($now) AS written
