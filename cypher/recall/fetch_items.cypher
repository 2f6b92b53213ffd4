// The faces of the chosen chunks: text, source, the statements drawn from each (live ones, or all when history is
// asked for), and where superseded statements stand in it, each with the chunk that says what holds in its place.
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
                    standing: CASE WHEN NOT s.live AND ($valid IS NULL OR s.invalid_at <= $valid)
                                        AND EXISTS { (s)<-[:SUPERSEDES]-() } THEN 'superseded'
                                   ELSE coalesce(s.status, s.outcome, s.stance, s.obligation, '') END}) AS statements
}
CALL (c) {
  MATCH (c)<-[quote:EVIDENCED_BY]-(old:Statement)<-[said:SUPERSEDES]-(:Statement)
  WHERE old.audience IN $audiences AND NOT old.live AND ($valid IS NULL OR old.invalid_at <= $valid)
    AND ($recorded IS NULL OR said.created_at <= $recorded)
  WITH DISTINCT old, quote
  OPTIONAL MATCH (old)<-[:SUPERSEDES]-{1,12}(new:Statement)-[words:EVIDENCED_BY]->(at:Chunk)
  WHERE new.audience IN $audiences AND at.audience IN $audiences AND at.live IN $live
    AND CASE WHEN $valid IS NULL THEN new.live
             ELSE new.valid_at <= $valid AND coalesce(new.invalid_at > $valid, true) END
    AND ($recorded IS NULL OR new.created_at <= $recorded)
  WITH old, quote, new, words, at ORDER BY new.valid_at DESC, at.happened_at DESC
  WITH old, quote, collect({id: at.id, start: words.start, end: words.end})[0] AS next
  RETURN collect({text: old.text, start: quote.start, end: quote.end, by: coalesce(next.id, ''),
                  by_start: coalesce(next.start, 0), by_end: coalesce(next.end, 0)}) AS ended
}
RETURN c {.id, .text, .context, .speaker, .happened_at, .tokens, .episode_id} AS chunk,
       e {.id, .title, .uri, .kind, .source} AS episode, statements, ended
