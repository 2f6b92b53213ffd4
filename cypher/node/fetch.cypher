// Nodes by id or handle, of whatever kind; what the reader may not see yields no row, like what does not exist. A
// merged entity gives its survivor, under a name that something readable calls it.
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
MATCH (n)-[:MERGED_INTO*0..16]->(end) WHERE end.merged_into IS NULL
RETURN wanted, labels(end) AS labels,
       end {.*, embedding: null, window_embedding: null, name: CASE WHEN end.own_aliases IS NULL
          OR EXISTS { (end)<-[r]-(m) WHERE m.audience IN $audiences AND r.called IS NULL } THEN end.name
     ELSE head([(end)<-[r]-(m) WHERE m.audience IN $audiences | r.called]) END} AS node
