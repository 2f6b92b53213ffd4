// Who said each chunk; a speaker that is not there is an error of the caller, seen by the count.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (c:Chunk {tenant: $tenant, id: row.chunk_id})
MATCH (p:Entity {tenant: $tenant, id: row.entity_id})
MERGE (c)-[r:SAID_BY]->(p)
ON CREATE SET r.created_at = $now, r.weight = 1.0
RETURN count(*) AS written
