// Unmerged entities with one of the keys that something in these audiences names, the first few of each key; `is_new`
// when no entity had the key before this transaction. At most $looked relationships of each are looked at.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, now ZONED DATETIME, keys LIST<STRING>, per_key INTEGER, looked INTEGER
// returns: id STRING, key STRING, name STRING, kind STRING, is_new BOOLEAN
// plan:    NodeIndexSeek
UNWIND $keys AS key
CALL (key) {
  MATCH (e:Entity {tenant: $tenant, name_key: key})
  WHERE e.merged_into IS NULL
  RETURN e ORDER BY e.created_at, e.id LIMIT $per_key
}
CALL (e) {
  MATCH (e)<-[:MENTIONS|ABOUT|SAID_BY]-(n)
  WITH n LIMIT $looked
  WHERE n.audience IN $audiences
  RETURN count(n) > 0 AS is_seen
}
WITH key, collect({e: e, is_seen: is_seen}) AS group
WITH key, group, all(one IN group WHERE one.e.created_at = $now) AS is_new
UNWIND group AS one
WITH key, is_new, one WHERE one.is_seen
RETURN one.e.id AS id, key, one.e.name AS name, one.e.kind AS kind, is_new
