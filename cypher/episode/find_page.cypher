// Episodes the reader may read, newest first; those without a date come last. One page after ($after_at, $after_id).
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, project STRING, kind STRING, after_at INTEGER, after_id STRING, first INTEGER
// returns: node MAP
// plan:    NodeIndexSeek
MATCH (n:Episode)
WHERE n.tenant = $tenant AND n.kind IS NOT NULL AND n.audience IN $audiences AND n.live
  AND ($project = '' OR n.project = $project) AND ($kind = '' OR n.kind = $kind)
WITH n, coalesce(n.happened_at, datetime({year: 1})).epochMillis AS at
WHERE $after_id = '' OR at < $after_at OR (at = $after_at AND n.id > $after_id)
RETURN n {.*, sort_at: at} AS node
ORDER BY at DESC, n.id LIMIT $first
