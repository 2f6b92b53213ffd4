// A commitment, by id or handle, is not listed before $until. No row when there is none that the reader may see.
// mode:    write
// params:  tenant STRING, audiences LIST<STRING>, wanted STRING, until ZONED DATETIME
// returns: id STRING
// plan:    NodeUniqueIndexSeek
CALL () {
  MATCH (s:Statement {tenant: $tenant, id: $wanted}) RETURN s
  UNION
  MATCH (s:Statement {tenant: $tenant, handle: $wanted}) RETURN s
}
WITH s WHERE s.kind = 'Commitment' AND s.audience IN $audiences
SET s.snoozed_until = $until
RETURN s.id AS id
