// A commitment, by id or handle, that somebody says is closed; one that is closed already keeps its date. No row when
// there is none that the reader may see.
// mode:    write
// params:  tenant STRING, audiences LIST<STRING>, wanted STRING, now ZONED DATETIME, by STRING, note STRING
// returns: id STRING
// plan:    NodeUniqueIndexSeek
CALL () {
  MATCH (s:Statement {tenant: $tenant, id: $wanted}) RETURN s
  UNION
  MATCH (s:Statement {tenant: $tenant, handle: $wanted}) RETURN s
}
WITH s WHERE s.kind = 'Commitment' AND s.audience IN $audiences
SET s.closed_by = CASE WHEN s.closed_at IS NULL THEN $by ELSE s.closed_by END,
    s.closed_note = CASE WHEN s.closed_at IS NULL OR $note <> '' THEN $note ELSE s.closed_note END,
    s.closed_at = coalesce(s.closed_at, $now)
RETURN s.id AS id
