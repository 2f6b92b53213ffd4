// New nodes as they are given, and relationships between them and nodes that are there: an edge names its ends by their
// place in $entities, then $statements, then $rows. Not to be run twice with the same rows: their ids are taken then.
// mode:    write
// params:  tenant STRING, entities LIST<STRING>, statements LIST<STRING>, rows LIST<MAP>, edges LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
WITH COLLECT { UNWIND $entities AS key MATCH (n:Entity {tenant: $tenant, id: key}) RETURN n } AS entities,
     COLLECT { UNWIND $statements AS key MATCH (n:Statement {tenant: $tenant, id: key}) RETURN n } AS statements
CALL () {
  UNWIND $rows AS row
  CREATE (n:$(row.labels))
  SET n = row.properties
  RETURN collect(n) AS made
}
WITH entities + statements + made AS nodes
UNWIND $edges AS edge
WITH nodes[edge.source] AS source, nodes[edge.target] AS target, edge
CREATE (source)-[r:$(edge.type)]->(target)
SET r = edge.properties
RETURN count(*) AS written
