// Merges an entity into another: its relationships are kept under one name (MERGED) with all they held, so that no read
// meets them, and it points to the survivor.
// mode:    write
// params:  tenant STRING, id STRING, into STRING, now ZONED DATETIME, principal STRING
// returns: kept INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (b:Entity {tenant: $tenant, id: $id})
MATCH (a:Entity {tenant: $tenant, id: $into})
CALL (b) {
  MATCH (b)-[r]-(x)
  WHERE NOT type(r) IN ['MERGED', 'MERGED_INTO', 'UNDONE']
  FOREACH (out IN CASE WHEN startNode(r) = b THEN [r] ELSE [] END |
    CREATE (b)-[m:MERGED]->(x) SET m = properties(out), m.was = type(out))
  FOREACH (came IN CASE WHEN startNode(r) = b THEN [] ELSE [r] END |
    CREATE (b)<-[m:MERGED]-(x) SET m = properties(came), m.was = type(came))
  DELETE r
  RETURN count(*) AS kept
}
CREATE (b)-[:MERGED_INTO {weight: 1.0, created_at: $now, by: $principal}]->(a)
SET b.merged_into = a.id, b.merged_at = $now
RETURN kept
