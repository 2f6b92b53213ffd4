// Counts what statements were worth to whoever used them; unknown ones and those out of reach yield no row.
// mode:    write
// params:  tenant STRING, audiences LIST<STRING>, ids LIST<STRING>, good INTEGER, bad INTEGER
// returns: id STRING
// plan:    NodeUniqueIndexSeek, NodeIndexSeek
UNWIND $ids AS wanted
CALL (wanted) {
  MATCH (s:Statement {tenant: $tenant, id: wanted}) RETURN s
UNION
  MATCH (s:Statement {tenant: $tenant, handle: wanted}) RETURN s
}
WITH DISTINCT s WHERE s.audience IN $audiences
SET s.good = coalesce(s.good, 0) + $good, s.bad = coalesce(s.bad, 0) + $bad
RETURN s.id AS id
