// Statements of one kind, newest first, live ones only unless history is asked for; about one entity when it is given.
// One page after ($after_at, $after_id).
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, kind STRING, live LIST<BOOLEAN>, project STRING, subject STRING, valid ZONED DATETIME, recorded ZONED DATETIME, after_at INTEGER, after_id STRING, first INTEGER
// returns: node MAP
// plan:    NodeIndexSeek
MATCH (n:Statement {tenant: $tenant})
WHERE n.kind = $kind AND n.audience IN $audiences AND ($project = '' OR n.project = $project)
  AND CASE WHEN $recorded IS NOT NULL
           THEN n.created_at <= $recorded AND coalesce(n.expired_at > $recorded, true)
                AND coalesce(n.valid_at <= $valid, true)
                AND NOT EXISTS { (n)<-[end:SUPERSEDES|UNDONE]-(:Statement)
                       WHERE end.created_at <= $recorded AND coalesce(end.expired_at > $recorded, true)
                         AND coalesce(end.at <= $valid, true) }
           WHEN $valid IS NOT NULL
           THEN n.expired_at IS NULL AND coalesce(n.valid_at <= $valid, true) AND coalesce(n.invalid_at > $valid, true)
           ELSE n.live IN $live END
  AND ($subject = '' OR EXISTS { (n)-[:ABOUT|SUBJECT|OBJECT]->(:Entity {tenant: $tenant, id: $subject}) })
WITH n, coalesce(n.valid_at, datetime({year: 1})).epochMillis AS at
WHERE $after_id = '' OR at < $after_at OR (at = $after_at AND n.id > $after_id)
RETURN n {.*, embedding: null, sort_at: at} AS node
ORDER BY at DESC, n.id LIMIT $first
