// The order of the chunks of one episode; links that no longer hold are removed.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (a:Chunk {tenant: $tenant, id: row.before})
MATCH (b:Chunk {tenant: $tenant, id: row.after})
CALL (a, b) {
  MATCH (a)-[stale:NEXT]->(other:Chunk)
  WHERE other <> b
  DELETE stale
}
MERGE (a)-[r:NEXT]->(b)
ON CREATE SET r.created_at = $now, r.weight = 1.0
RETURN count(*) AS written
