// Endings that an earlier reading of these episodes made and that stand no more, since their later statement is not read
// again and was read nowhere else, nor by another engine: what they ended holds again, when nothing else ended it.
// Reads of the past find them as UNDONE.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, extractor STRING, family STRING, rows LIST<MAP>, reach STRING
// returns: reopened INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (e:Episode {tenant: $tenant, id: row.episode_id})<-[:PART_OF]-(:Chunk)<-[:EVIDENCED_BY]-(new:Statement)
WHERE NOT new.id IN row.statements
WITH DISTINCT e, new
WHERE NOT EXISTS { (new)-[:EVIDENCED_BY]->(:Chunk {live: true})-[:PART_OF]->(other:Episode) WHERE other <> e }
  AND NOT EXISTS { (new)-[q:EVIDENCED_BY]->(:Chunk {live: true}) WHERE NOT q.extractor STARTS WITH $family }
MATCH (new)-[r:SUPERSEDES {extractor: $extractor}]->(old:Statement)
CREATE (new)-[undone:UNDONE]->(old)
SET undone = properties(r), undone.was = type(r), undone.at = coalesce(r.at, old.invalid_at),
    undone.expired_at = $now
DELETE r
WITH DISTINCT old
WHERE NOT EXISTS { (old)<-[:SUPERSEDES]-() } AND old.expired_at IS NULL
SET old.invalid_at = null, old.live = true, old.reach = $reach,
    old.status = CASE WHEN old:Decision THEN 'accepted' ELSE old.status END
RETURN count(old) AS reopened
