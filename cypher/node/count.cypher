// How many live nodes of each kind the reader may read; entities are left out, since they belong to no audience.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>
// returns: kind STRING, nodes INTEGER
// plan:
CALL () {
  MATCH (n:Episode) WHERE n.tenant = $tenant AND n.kind IS NOT NULL AND n.audience IN $audiences AND n.live
  RETURN 'Episode' AS kind, count(n) AS nodes
UNION ALL
  MATCH (n:Chunk) WHERE n.tenant = $tenant AND n.id >= '' AND n.audience IN $audiences AND n.live
  RETURN 'Chunk' AS kind, count(n) AS nodes
UNION ALL
  MATCH (n:Statement) WHERE n.tenant = $tenant AND n.kind IS NOT NULL AND n.audience IN $audiences AND n.live
  RETURN n.kind AS kind, count(n) AS nodes
}
RETURN kind, nodes ORDER BY kind
