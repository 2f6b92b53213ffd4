// Chunks that wait for a keeper, newest first; `audiences` are held ones. One page after ($after_at, $after_id).
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, after_at INTEGER, after_id STRING, first INTEGER
// returns: node MAP
// plan:    NodeIndexSeek
MATCH (c:Chunk)
WHERE c.tenant = $tenant AND c.quarantined = true AND c.audience IN $audiences AND c.expired_at IS NULL
WITH c, coalesce(c.happened_at, datetime({year: 1})).epochMillis AS at
WHERE $after_id = '' OR at < $after_at OR (at = $after_at AND c.id > $after_id)
RETURN c {.*, embedding: null, window_embedding: null, sort_at: at} AS node
ORDER BY at DESC, c.id LIMIT $first
