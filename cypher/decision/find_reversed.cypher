// For each decision that says it overturns an earlier one: earlier live decisions of the same audience and project
// that share an entity with it or with an option it rejected, most alike first. One that replaced something already
// is passed over.
// mode:    read
// params:  tenant STRING, audience STRING, ids LIST<STRING>
// returns: source_id STRING, target_id STRING, likeness FLOAT, shared INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (new:Statement {tenant: $tenant, id: wanted})
WHERE NOT EXISTS { (new)-[:SUPERSEDES]->() }
WITH new
MATCH (old:Statement)
  SEARCH old IN (
    VECTOR INDEX statement_embedding FOR new.embedding
    WHERE old.audience = $audience AND old.live = true AND old.kind = 'Decision'
    LIMIT 12
  ) SCORE AS likeness
WHERE old <> new AND old.project = new.project AND old.valid_at < new.valid_at
OPTIONAL MATCH (new)-[:CONSIDERED|REJECTED]->(option:Option)
WITH new, old, likeness, [new] + collect(DISTINCT option) AS faces
WITH new, old, likeness,
     COUNT { UNWIND faces AS face MATCH (face)-[:ABOUT]->(e:Entity)<-[:ABOUT]-(old) RETURN DISTINCT e } AS shared
RETURN new.id AS source_id, old.id AS target_id, likeness, shared
ORDER BY source_id, shared > 0 DESC, likeness DESC
