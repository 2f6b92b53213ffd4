// Statements an extractor read out of these chunks before and reads no longer: gone when their quote still stands
// (they were a reading of the same words), closed when the quote itself was closed.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, episode_id STRING, extractor STRING, ids LIST<STRING>, chunks LIST<STRING>, reach STRING
// returns: closed INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (e:Episode {tenant: $tenant, id: $episode_id})<-[:PART_OF]-(c:Chunk)<-[:EVIDENCED_BY]-(s:Statement)
WHERE s.extractor = $extractor AND NOT s.id IN $ids AND (c.id IN $chunks OR NOT c.live)
WITH DISTINCT s, c.live AS stands
CALL (s, stands) {
  WITH s, stands WHERE stands
  DETACH DELETE s
}
CALL (s, stands) {
  WITH s, stands WHERE NOT stands AND s.expired_at IS NULL
  SET s.expired_at = $now, s.live = false, s.reach = $reach
}
RETURN count(*) AS closed
