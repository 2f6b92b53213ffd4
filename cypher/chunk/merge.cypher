// Chunks, each a part of its episode. `standing` says who reads it; a quarantined one that a keeper has
// released stays so for as long as its text is the same.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (e:Episode {tenant: $tenant, id: row.properties.episode_id})
MERGE (c:Chunk {tenant: $tenant, id: row.id})
ON CREATE SET c.created_at = $now
WITH e, c, row, row.standing.quarantined AND c.released_at IS NOT NULL AND c.text_hash = row.properties.text_hash AS released
SET c += row.properties, c.expired_at = null
SET c += CASE WHEN released THEN row.released ELSE row.standing END,
    c.released_at = CASE WHEN released THEN c.released_at END
MERGE (c)-[part:PART_OF]->(e)
ON CREATE SET part.created_at = $now, part.weight = 1.0
RETURN count(*) AS written
