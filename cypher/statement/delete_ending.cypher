// Takes an ending back: the statement holds again and what rests on it is stale no more; reads of the past find the
// ending as UNDONE. What a person had put in its place by these words alone is closed with its text; a statement that
// was read elsewhere stays, and the two are a question that is settled.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, id STRING, extractor STRING, live_reach STRING, dead_reach STRING
// returns: undone INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (old:Statement {tenant: $tenant, id: $id})<-[r:SUPERSEDES]-(new:Statement)
CREATE (new)-[undone:UNDONE]->(old)
SET undone = properties(r), undone.was = type(r), undone.at = coalesce(r.at, old.invalid_at),
    undone.expired_at = $now
DELETE r
SET old.invalid_at = null, old.live = true, old.reach = $live_reach, old.version = coalesce(old.version, 1) + 1,
    old.status = CASE WHEN old:Decision THEN 'accepted' ELSE old.status END
WITH old, new, new.extractor = $extractor AND NOT EXISTS { (new)-[:SUPERSEDES]->() } AS is_made
CALL (new, is_made) {
  WITH new, is_made WHERE is_made
  MATCH (new)-[:EVIDENCED_BY]->(c:Chunk)
  SET new.live = false, new.expired_at = $now, new.reach = $dead_reach,
      c.live = false, c.expired_at = $now, c.reach = $dead_reach
}
CALL (old, new, is_made) {
  WITH old, new, is_made WHERE NOT is_made
  MERGE (new)-[q:CONTRADICTS]->(old)
  ON CREATE SET q.created_at = $now, q.weight = 1.0, q.confidence = 1.0, q.extractor = $extractor
  SET q.tenant = $tenant, q.status = 'resolved', q.reason = 'both hold'
}
CALL (old) {
  MATCH (d:Statement)-[:DEPENDS_ON]->(old)
  WHERE NOT EXISTS { (d)-[:DEPENDS_ON]->(:Statement {live: false}) }
  SET d.stale_since = null
}
RETURN count(DISTINCT old) AS undone
