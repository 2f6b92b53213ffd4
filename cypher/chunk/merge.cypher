// Chunks, each a part of its episode.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (e:Episode {tenant: $tenant, id: row.properties.episode_id})
MERGE (c:Chunk {tenant: $tenant, id: row.id})
ON CREATE SET c.created_at = $now
SET c += row.properties, c.expired_at = null
MERGE (c)-[part:PART_OF]->(e)
ON CREATE SET part.created_at = $now, part.weight = 1.0
RETURN count(*) AS written
