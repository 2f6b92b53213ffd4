// One statement takes the place of another because a person says so: the old one ends and leaves default reads, whose
// it was stays, and what rests on it is stale.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, old STRING, new STRING, at ZONED DATETIME, reason STRING, by STRING, extractor STRING, reach STRING
// returns: stale INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (old:Statement {tenant: $tenant, id: $old})
MATCH (new:Statement {tenant: $tenant, id: $new})
MERGE (new)-[r:SUPERSEDES]->(old)
ON CREATE SET r.created_at = $now, r.weight = 1.0, r.confidence = 1.0
SET r.at = $at, r.reason = $reason, r.by = $by, r.extractor = $extractor,
    old.invalid_at = $at, old.live = false, old.reach = $reach, old.version = coalesce(old.version, 1) + 1,
    old.status = CASE WHEN old:Decision THEN 'superseded' ELSE old.status END
WITH old, new
CALL (old, new) {
  MATCH (old)-[e:HELD_BY|SUBJECT|OWED_BY|OWED_TO|DECIDED_BY]->(whose:Entity)
  MERGE (new)-[own:$(type(e))]->(whose)
  ON CREATE SET own.created_at = $now, own.weight = e.weight, own.confidence = e.confidence, own.extractor = $extractor
}
WITH old
OPTIONAL MATCH (d:Statement)-[:DEPENDS_ON]->(old)
WHERE d.live
SET d.stale_since = coalesce(d.stale_since, $now)
RETURN count(d) AS stale
