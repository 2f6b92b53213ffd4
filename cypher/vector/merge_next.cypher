// Vectors of the model to come, beside those that are read; unknown ids are left out.
// mode:    write
// params:  tenant STRING, chunks LIST<MAP>, statements LIST<MAP>, entities LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
CALL () {
  UNWIND $chunks AS row
  MATCH (n:Chunk {tenant: $tenant, id: row.id})
  SET n += row.properties
  RETURN count(*) AS found
UNION ALL
  UNWIND $statements AS row
  MATCH (n:Statement {tenant: $tenant, id: row.id})
  SET n += row.properties
  RETURN count(*) AS found
UNION ALL
  UNWIND $entities AS row
  MATCH (n:Entity {tenant: $tenant, id: row.id})
  SET n += row.properties
  RETURN count(*) AS found
}
RETURN sum(found) AS written
