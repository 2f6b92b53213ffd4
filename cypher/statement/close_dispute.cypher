// A contradiction is settled: why, by whom and when stay on it. No row when the reader may not read both sides.
// mode:    write
// params:  tenant STRING, audiences LIST<STRING>, newer STRING, older STRING, now ZONED DATETIME, principal STRING, resolution STRING
// returns: settled INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (a:Statement {tenant: $tenant, id: $newer})-[r:CONTRADICTS]->(b:Statement {id: $older})
WHERE a.audience IN $audiences AND b.audience IN $audiences
SET r.status = 'resolved', r.resolved_at = $now, r.by = $principal, r.resolution = $resolution
RETURN count(r) AS settled
