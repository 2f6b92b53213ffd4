// The audit trail, newest first: all of the tenant, or one principal's own; since a moment, of one target, when given.
// One page after ($after_at, $after_id).
// mode:    read
// params:  tenant STRING, principal STRING, since ZONED DATETIME, target STRING, after_at INTEGER, after_id STRING, first INTEGER
// returns: entry MAP
// plan:    NodeIndexSeek
MATCH (a:AuditEntry)
WHERE a.tenant = $tenant AND a.at IS NOT NULL AND ($principal = '' OR a.principal = $principal)
  AND coalesce(a.at >= $since, true) AND ($target = '' OR a.target = $target OR a.detail CONTAINS $target)
WITH a, a.at.epochMillis AS at
WHERE $after_id = '' OR at < $after_at OR (at = $after_at AND a.id > $after_id)
RETURN a {.*, sort_at: at} AS entry
ORDER BY at DESC, a.id LIMIT $first
