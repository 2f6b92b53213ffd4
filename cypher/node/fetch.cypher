// Nodes by id or handle, of whatever kind; what the reader may not see yields no row, like what does not exist.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, ids LIST<STRING>
// returns: wanted STRING, node MAP, labels LIST<STRING>
// plan:    NodeUniqueIndexSeek, NodeIndexSeek
UNWIND $ids AS wanted
CALL (wanted) {
  MATCH (n:Episode {tenant: $tenant, id: wanted}) RETURN n
UNION
  MATCH (n:Chunk {tenant: $tenant, id: wanted}) RETURN n
UNION
  MATCH (n:Statement {tenant: $tenant, id: wanted}) RETURN n
UNION
  MATCH (n:Entity {tenant: $tenant, id: wanted}) RETURN n
UNION
  MATCH (n:Episode {tenant: $tenant, handle: wanted}) RETURN n
UNION
  MATCH (n:Statement {tenant: $tenant, handle: wanted}) RETURN n
UNION
  MATCH (n:Entity {tenant: $tenant, handle: wanted}) RETURN n
}
WITH wanted, n
WHERE n.audience IN $audiences
   OR (n:Entity AND EXISTS { (n)<--(m) WHERE m.audience IN $audiences })
RETURN wanted, n {.*, embedding: null, window_embedding: null} AS node, labels(n) AS labels
