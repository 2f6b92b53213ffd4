// Chunks of an episode that its newest text no longer has leave default reads; they stay as history.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>, reach STRING
// returns: closed INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (e:Episode {tenant: $tenant, id: row.episode_id})<-[:PART_OF]-(c:Chunk)
WHERE NOT c.id IN row.chunks AND c.expired_at IS NULL
SET c.expired_at = $now, c.live = false, c.reach = $reach
RETURN count(c) AS closed
