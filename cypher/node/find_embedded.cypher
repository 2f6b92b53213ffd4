// Ids of the statements and entities that have a vector already.
// mode:    read
// params:  tenant STRING, statements LIST<STRING>, entities LIST<STRING>
// returns: id STRING
// plan:    NodeUniqueIndexSeek
CALL () {
  UNWIND $statements AS wanted
  MATCH (n:Statement {tenant: $tenant, id: wanted}) WHERE n.embedding IS NOT NULL
  RETURN n.id AS id
UNION
  UNWIND $entities AS wanted
  MATCH (n:Entity {tenant: $tenant, id: wanted}) WHERE n.embedding IS NOT NULL
  RETURN n.id AS id
}
RETURN id
