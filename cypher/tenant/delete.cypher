// At most $batch nodes of a tenant, of the kinds that an ingest makes, taken away for good with their relationships;
// to be called until nothing is deleted any more. An unknown tenant gives 0.
// mode:    write
// params:  tenant STRING, batch INTEGER
// returns: deleted INTEGER
// plan:
CALL () {
  MATCH (n:Statement) WHERE n.tenant = $tenant AND n.id >= '' RETURN n LIMIT $batch
UNION ALL
  MATCH (n:Entity) WHERE n.tenant = $tenant AND n.id >= '' RETURN n LIMIT $batch
UNION ALL
  MATCH (n:Chunk) WHERE n.tenant = $tenant AND n.id >= '' RETURN n LIMIT $batch
UNION ALL
  MATCH (n:Episode) WHERE n.tenant = $tenant AND n.id >= '' RETURN n LIMIT $batch
UNION ALL
  MATCH (n:Session) WHERE n.tenant = $tenant AND n.id >= '' RETURN n LIMIT $batch
UNION ALL
  MATCH (n:Cursor) WHERE n.tenant = $tenant AND n.id >= '' RETURN n LIMIT $batch
}
WITH n LIMIT $batch
DETACH DELETE n
RETURN count(*) AS deleted
