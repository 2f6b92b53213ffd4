// Sets a merged entity free: it no longer points to a survivor (reads of the past find that as UNDONE), and has its own
// relationships again; those with an entity that is itself merged stay kept.
// mode:    write
// params:  tenant STRING, id STRING, now ZONED DATETIME
// returns: restored INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (b:Entity {tenant: $tenant, id: $id})-[link:MERGED_INTO]->(survivor)
CREATE (b)-[undone:UNDONE]->(survivor)
SET undone = properties(link), undone.was = type(link), undone.expired_at = $now
DELETE link
SET b.merged_into = null, b.merged_at = null
WITH b
CALL (b) {
  MATCH (b)-[m:MERGED]-(x)
  WHERE NOT x:Entity OR x.merged_into IS NULL
  CALL (b, m, x) {
    WITH b, m, x WHERE startNode(m) = b
    CREATE (b)-[r:$(m.was)]->(x)
    SET r = properties(m), r.was = null
  }
  CALL (b, m, x) {
    WITH b, m, x WHERE startNode(m) = x
    CREATE (b)<-[r:$(m.was)]-(x)
    SET r = properties(m), r.was = null
  }
  DELETE m
  RETURN count(*) AS restored
}
RETURN restored
