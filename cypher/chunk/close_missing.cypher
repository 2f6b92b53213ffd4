// Chunks of the episode that its newest text no longer has leave default reads; they stay as history.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, episode_id STRING, ids LIST<STRING>, reach STRING
// returns: closed INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (e:Episode {tenant: $tenant, id: $episode_id})<-[:PART_OF]-(c:Chunk)
WHERE NOT c.id IN $ids AND c.expired_at IS NULL
SET c.expired_at = $now, c.live = false, c.reach = $reach
RETURN count(c) AS closed
