// The texts of the first chunks of each unit.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, live LIST<BOOLEAN>, units LIST<STRING>, per_unit INTEGER
// returns: id STRING, text STRING
// plan:    NodeIndexSeek
UNWIND $units AS unit
CALL (unit) {
  MATCH (c:Chunk {tenant: $tenant, unit_id: unit})
  WHERE c.audience IN $audiences AND c.live IN $live
  RETURN c ORDER BY c.position LIMIT $per_unit
}
RETURN c.id AS id, c.text AS text
