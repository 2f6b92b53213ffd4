// The entities or statements an end of a connection may mean: by name key, by handle or by id; a merged
// entity means its survivor.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, key STRING, handle STRING, id STRING
// returns: id STRING, text STRING, is_entity BOOLEAN
// plan:    NodeIndexSeek
CALL () {
  MATCH (e:Entity {tenant: $tenant, name_key: $key}) RETURN e AS n, true AS is_entity
UNION
  MATCH (e:Entity {tenant: $tenant, handle: $handle}) RETURN e AS n, true AS is_entity
UNION
  MATCH (e:Entity {tenant: $tenant, id: $id}) RETURN e AS n, true AS is_entity
UNION
  MATCH (s:Statement {tenant: $tenant, handle: $handle}) WHERE s.audience IN $audiences RETURN s AS n, false AS is_entity
UNION
  MATCH (s:Statement {tenant: $tenant, id: $id}) WHERE s.audience IN $audiences RETURN s AS n, false AS is_entity
}
WITH n, is_entity
WHERE NOT is_entity OR EXISTS { (n)<--(m) WHERE m.audience IN $audiences }
MATCH (n)-[:MERGED_INTO*0..16]->(end) WHERE end.merged_into IS NULL
RETURN DISTINCT end.id AS id, coalesce(n.name, n.text) AS text, is_entity
