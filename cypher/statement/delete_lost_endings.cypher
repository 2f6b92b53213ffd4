// Endings that an earlier reading of this episode made and that stand no more, since their later statement is not read
// again and was read nowhere else: what they ended holds again, when nothing else ended it.
// mode:    write
// params:  tenant STRING, episode_id STRING, extractor STRING, ids LIST<STRING>, reach STRING
// returns: reopened INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (e:Episode {tenant: $tenant, id: $episode_id})<-[:PART_OF]-(:Chunk)<-[:EVIDENCED_BY]-(new:Statement)
WHERE NOT new.id IN $ids
WITH DISTINCT e, new
WHERE NOT EXISTS { (new)-[:EVIDENCED_BY]->(:Chunk {live: true})-[:PART_OF]->(other:Episode) WHERE other <> e }
MATCH (new)-[r:SUPERSEDES {extractor: $extractor}]->(old:Statement)
DELETE r
WITH DISTINCT old
WHERE NOT EXISTS { (old)<-[:SUPERSEDES]-() } AND old.expired_at IS NULL
SET old.invalid_at = null, old.live = true, old.reach = $reach,
    old.status = CASE WHEN old:Decision THEN 'accepted' ELSE old.status END
RETURN count(old) AS reopened
