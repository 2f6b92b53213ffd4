// The episodes of each session in the order they happened; links that no longer hold are removed.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, ids LIST<STRING>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (s:Session {tenant: $tenant, id: wanted})<-[:IN_SESSION]-(e:Episode)
WITH s, e ORDER BY e.happened_at, e.first_position, e.id
WITH s, collect(e) AS episodes
UNWIND range(0, size(episodes) - 2) AS place
WITH episodes[place] AS a, episodes[place + 1] AS b
CALL (a, b) {
  MATCH (a)-[stale:NEXT]->(other:Episode)
  WHERE other <> b
  DELETE stale
}
MERGE (a)-[r:NEXT]->(b)
ON CREATE SET r.created_at = $now, r.weight = 1.0
RETURN count(*) AS written
