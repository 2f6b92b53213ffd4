// The chunks of one episode, each a part of it and, when somebody speaks, said by that person.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, episode_id STRING, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (e:Episode {tenant: $tenant, id: $episode_id})
UNWIND $rows AS row
MERGE (c:Chunk {tenant: $tenant, id: row.id})
ON CREATE SET c.created_at = $now
SET c += row.properties, c.expired_at = null
MERGE (c)-[part:PART_OF]->(e)
ON CREATE SET part.created_at = $now, part.weight = 1.0
RETURN count(*) AS written
