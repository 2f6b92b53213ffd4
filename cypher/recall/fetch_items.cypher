// The faces of the chosen chunks: text, source, the statements drawn from each (live ones, or all when history is
// asked for), and for superseded statements the chunk that says what replaced them.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, live LIST<BOOLEAN>, ids LIST<STRING>, valid ZONED DATETIME, recorded ZONED DATETIME
// returns: chunk MAP, episode MAP, statements LIST<MAP>, ended LIST<MAP>
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (c:Chunk {tenant: $tenant, id: wanted})-[:PART_OF]->(e:Episode)
WHERE c.audience IN $audiences
CALL (c) {
  MATCH (c)<-[quote:EVIDENCED_BY]-(s:Statement)
  WHERE s.audience IN $audiences AND s.live IN $live
    AND ($valid IS NULL OR (coalesce(s.valid_at <= $valid, true) AND coalesce(s.invalid_at > $valid, true)))
    AND ($recorded IS NULL OR (s.created_at <= $recorded AND coalesce(s.expired_at > $recorded, true)))
  RETURN collect(s {.id, .handle, .kind, .text, .confidence, .valid_at, .extractor, start: quote.start, end: quote.end,
                    standing: coalesce(s.status, s.outcome, s.stance, s.obligation, '')}) AS statements
}
CALL (c) {
  MATCH (c)<-[:EVIDENCED_BY]-(old:Statement)<-[:SUPERSEDES]-(new:Statement)-[:EVIDENCED_BY]->(at:Chunk)
  WHERE NOT old.live AND new.live AND new.audience IN $audiences AND at.audience IN $audiences
  RETURN collect({text: old.text, by: at.id}) AS ended
}
RETURN c {.id, .text, .context, .speaker, .happened_at, .tokens, .episode_id} AS chunk,
       e {.id, .title, .uri, .kind, .source} AS episode, statements, ended
