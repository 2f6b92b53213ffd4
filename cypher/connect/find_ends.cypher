// The entities or statements an end of a connection may mean: by name key, by handle or by id; a merged
// entity means its survivor, in a read of the past the one of then.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, key STRING, handle STRING, id STRING, recorded ZONED DATETIME
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
WHERE CASE WHEN is_entity
           THEN EXISTS { (n)<-[r]-(m) WHERE m.audience IN $audiences AND coalesce(coalesce(r.merged_at, r.created_at) <= $recorded, true) }
           ELSE coalesce(n.created_at <= $recorded, true) END
MATCH (n) (()-[up:MERGED_INTO|UNDONE]->()
  WHERE coalesce(up.created_at <= $recorded AND coalesce(up.expired_at > $recorded, true), up.was IS NULL)){0,16} (end)
WHERE NOT is_entity AND end = n OR is_entity AND NOT EXISTS {
  (end)-[on:MERGED_INTO|UNDONE]->(:Entity)
  WHERE coalesce(on.created_at <= $recorded AND coalesce(on.expired_at > $recorded, true), on.was IS NULL)
}
RETURN DISTINCT end.id AS id, coalesce(n.name, n.text) AS text, is_entity
