// Unmerged entities with one of the keys that something in these audiences names, the oldest few of each key; `is_new`
// when this transaction made it. At most $looked relationships of each are looked at.
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
WITH key, e WHERE is_seen
RETURN e.id AS id, key, e.name AS name, e.kind AS kind, e.created_at = $now AS is_new
ORDER BY e.created_at, e.id
