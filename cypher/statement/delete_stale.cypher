// What an extractor, in this or another version, read out of these chunks before and reads no longer: its quotes go
// where the words still stand. A statement that nobody reads any more goes with them; one whose last quote was closed
// is closed.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, extractor STRING, family STRING, rows LIST<MAP>, reach STRING
// returns: closed INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (e:Episode {tenant: $tenant, id: row.episode_id})<-[:PART_OF]-(c:Chunk)<-[quote:EVIDENCED_BY]-(s:Statement)
WHERE quote.extractor STARTS WITH $family AND NOT (quote.extractor = $extractor AND s.id IN row.statements)
  AND (c.id IN row.chunks OR NOT c.live)
CALL (c, quote) {
  WITH c, quote WHERE c.live
  DELETE quote
}
WITH DISTINCT s
WITH s, EXISTS { (s)-[:EVIDENCED_BY]->() } AS is_quoted,
     EXISTS { (s)-[:EVIDENCED_BY]->(:Chunk {live: true}) } AS stands
CALL (s, is_quoted) {
  WITH s, is_quoted WHERE NOT is_quoted
  DETACH DELETE s
}
CALL (s, is_quoted, stands) {
  WITH s, is_quoted, stands WHERE is_quoted AND NOT stands AND s.expired_at IS NULL
  SET s.expired_at = $now, s.live = false, s.reach = $reach
}
RETURN count(*) AS closed
