// When statements began to hold, ended or (commitments) were closed, in the order of time: about a named thing (by the
// ids it had), in a project, or both; in ($since, $until], as far as was known at $recorded. Only what differs
// between the two moments when $net. One page after ($after_at, $after_turn, $after_id).
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, members LIST<STRING>, relations LIST<STRING>, kinds LIST<STRING>, project STRING, since ZONED DATETIME, until ZONED DATETIME, net BOOLEAN, recorded ZONED DATETIME, after_at INTEGER, after_turn STRING, after_id STRING, first INTEGER
// returns: at INTEGER, turn STRING, statement MAP, chunk MAP, episode MAP, next MAP
// plan:    NodeUniqueIndexSeek, NodeIndexSeek
CALL () {
  UNWIND $members AS member
  MATCH (d:Entity {tenant: $tenant, id: member})<-[r]-(s:Statement)
  WHERE coalesce(r.was, type(r)) IN $relations AND (r.merged_from IS NULL OR any(x IN r.merged_from WHERE x IN $members))
    AND coalesce(r.created_at <= $recorded AND coalesce(r.expired_at > $recorded, true), type(r) <> 'UNDONE')
  RETURN s
UNION
  WITH * WHERE size($members) = 0
  MATCH (s:Statement {tenant: $tenant}) WHERE s.kind IN $kinds AND s.project = $project
  RETURN s
}
WITH s
WHERE s.audience IN $audiences AND s.kind IN $kinds AND ($project = '' OR s.project = $project)
  AND coalesce(s.created_at <= $recorded AND coalesce(s.expired_at > $recorded, true), s.expired_at IS NULL)
CALL (s) {
  OPTIONAL MATCH (s)<-[end:SUPERSEDES|UNDONE]-(next:Statement)
  WHERE coalesce(end.created_at <= $recorded AND coalesce(end.expired_at > $recorded, true), end.was IS NULL)
  RETURN next, CASE WHEN $recorded IS NULL THEN s.invalid_at
                    ELSE coalesce(end.at, next.valid_at, end.created_at) END AS ended
  ORDER BY ended, next.id LIMIT 1
}
CALL (s) {
  OPTIONAL MATCH (s)<-[close:CLOSES]-(:Chunk)
  WITH s, min(close.created_at) AS noted
  RETURN CASE WHEN s.kind = 'Commitment' AND coalesce(coalesce(noted, s.closed_at) <= $recorded, true)
              THEN s.closed_at END AS closed
}
WITH s, next, ended, [['began', s.valid_at, coalesce(ended > $until, true)],
                      ['closed', closed, coalesce(s.valid_at <= $since, true)],
                      ['ended', ended, coalesce(s.valid_at <= $since, true)]] AS events
UNWIND events AS event
WITH s, next, event[0] AS turn, event[1] AS moment, event[2] AS differs
WHERE moment > $since AND moment <= $until AND (differs OR NOT $net)
WITH s, next, turn, moment.epochMillis AS at
WHERE $after_id = '' OR at > $after_at OR (at = $after_at AND (turn > $after_turn OR (turn = $after_turn AND s.id > $after_id)))
WITH s, next, turn, at ORDER BY at, turn, s.id LIMIT $first
CALL (s) {
  OPTIONAL MATCH (s)-[quote:EVIDENCED_BY]->(c:Chunk)-[:PART_OF]->(e:Episode)
  WHERE c.audience IN $audiences
  RETURN quote, c, e ORDER BY c.happened_at, c.position, c.id LIMIT 1
}
RETURN at, turn, s {.id, .handle, .kind, .text, .confidence, .valid_at, .extractor, start: quote.start, end: quote.end,
                    standing: coalesce(s.outcome, s.stance, s.obligation, '')} AS statement,
       c {.id, .text, .speaker, .happened_at} AS chunk, e {.id, .title, .uri} AS episode,
       CASE WHEN turn = 'ended' AND next.audience IN $audiences
            THEN next {.id, .handle, .kind, .text, .confidence, .valid_at, .extractor, standing: ''} END AS next
ORDER BY at, turn, statement.id
