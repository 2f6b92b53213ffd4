// What is said of a named thing, newest first, for each group of relationships and kinds: what held at the moment asked
// for. Members are the ids the thing had then. One page after ($after_at, $after_id).
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, members LIST<STRING>, groups LIST<MAP>, valid ZONED DATETIME, recorded ZONED DATETIME, after_at INTEGER, after_id STRING, first INTEGER
// returns: grouped STRING, relations LIST<STRING>, until ZONED DATETIME, statement MAP, chunk MAP, episode MAP
// plan:    NodeUniqueIndexSeek
UNWIND $groups AS group
CALL (group) {
  UNWIND $members AS member
  MATCH (d:Entity {tenant: $tenant, id: member})<-[r]-(s:Statement)
  WHERE coalesce(r.was, type(r)) IN group.relations AND s.kind IN group.kinds AND s.audience IN $audiences
    AND (r.merged_from IS NULL OR any(x IN r.merged_from WHERE x IN $members))
    AND coalesce(r.created_at <= $recorded AND coalesce(r.expired_at > $recorded, true), type(r) <> 'UNDONE')
    AND (NOT group.open OR coalesce(s.closed_at > coalesce($valid, $recorded), s.closed_at IS NULL))
    AND CASE WHEN $recorded IS NOT NULL
             THEN s.created_at <= $recorded AND coalesce(s.expired_at > $recorded, true)
                  AND coalesce(s.valid_at <= $valid, true)
                  AND NOT EXISTS { (s)<-[end:SUPERSEDES|UNDONE]-(:Statement)
                         WHERE end.created_at <= $recorded AND coalesce(end.expired_at > $recorded, true)
                           AND coalesce(end.at <= $valid, true) }
             WHEN $valid IS NOT NULL
             THEN s.expired_at IS NULL AND coalesce(s.valid_at <= $valid, true) AND coalesce(s.invalid_at > $valid, true)
             ELSE s.live END
  WITH s, collect(DISTINCT coalesce(r.was, type(r))) AS relations,
       coalesce(s.valid_at, datetime({year: 1})).epochMillis AS at
  WHERE $after_id = '' OR at < $after_at OR (at = $after_at AND s.id > $after_id)
  RETURN s, relations, at ORDER BY at DESC, s.id LIMIT $first
}
CALL (s) {
  OPTIONAL MATCH (s)-[quote:EVIDENCED_BY]->(c:Chunk)-[:PART_OF]->(e:Episode)
  WHERE c.audience IN $audiences
  RETURN quote, c, e ORDER BY c.happened_at, c.position, c.id LIMIT 1
}
RETURN group.name AS grouped, relations, CASE WHEN $recorded IS NULL THEN s.invalid_at END AS until,
       s {.id, .handle, .kind, .text, .confidence, .valid_at, .extractor, start: quote.start, end: quote.end,
          standing: CASE WHEN s.status = 'superseded' AND s.invalid_at IS NOT NULL THEN 'accepted'
                         ELSE coalesce(s.status, s.outcome, s.stance, s.obligation, '') END} AS statement,
       c {.id, .text, .speaker, .happened_at} AS chunk, e {.id, .title, .uri} AS episode
ORDER BY grouped, at DESC, statement.id
