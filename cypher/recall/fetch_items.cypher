// The faces of the chosen chunks: text, source, the statements drawn from each (live ones, or all when history is
// asked for), and where superseded statements stand in it, each with the chunk that says what holds in its place.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, live LIST<BOOLEAN>, ids LIST<STRING>, valid ZONED DATETIME, recorded ZONED DATETIME
// returns: faces LIST<MAP>
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (c:Chunk {tenant: $tenant, id: wanted})-[:PART_OF]->(e:Episode)
WHERE c.audience IN $audiences
CALL (c) {
  MATCH (c)<-[quote:EVIDENCED_BY]-(s:Statement)
  WHERE s.audience IN $audiences
    AND CASE WHEN $recorded IS NOT NULL
             THEN s.created_at <= $recorded AND coalesce(s.expired_at > $recorded, true)
                  AND coalesce(s.valid_at <= $valid, true)
                  AND NOT EXISTS { (s)<-[end:SUPERSEDES|UNDONE]-(:Statement)
                         WHERE end.created_at <= $recorded AND coalesce(end.expired_at > $recorded, true)
                           AND coalesce(end.at <= $valid, true) }
             WHEN $valid IS NOT NULL
             THEN s.expired_at IS NULL AND coalesce(s.valid_at <= $valid, true) AND coalesce(s.invalid_at > $valid, true)
             ELSE s.live IN $live END
  RETURN collect(s {.id, .handle, .kind, .text, .confidence, .extractor, start: quote.start, end: quote.end,
                    valid_at: s.valid_at.epochSeconds * 1000000 + s.valid_at.microsecond,
                    standing: CASE WHEN $valid IS NULL AND $recorded IS NULL AND NOT s.live
                                        AND EXISTS { (s)<-[:SUPERSEDES]-() } THEN 'superseded'
                                   WHEN s.status = 'superseded' AND s.invalid_at IS NOT NULL THEN 'accepted'
                                   ELSE coalesce(s.status, s.outcome, s.stance, s.obligation, '') END}) AS statements
}
CALL (c) {
  MATCH (c)<-[quote:EVIDENCED_BY]-(old:Statement)<-[said:SUPERSEDES|UNDONE]-(:Statement)
  WHERE old.audience IN $audiences
    AND CASE WHEN $recorded IS NULL THEN said.was IS NULL AND NOT old.live AND coalesce(old.invalid_at <= $valid, $valid IS NULL)
             ELSE said.created_at <= $recorded AND coalesce(said.expired_at > $recorded, true)
                  AND coalesce(said.at <= $valid, true) END
  WITH DISTINCT old, quote
  OPTIONAL MATCH (old) (()<-[by:SUPERSEDES|UNDONE]-()
    WHERE coalesce(by.created_at <= $recorded AND coalesce(by.expired_at > $recorded, true), by.was IS NULL)){1,12}
    (new:Statement)-[words:EVIDENCED_BY]->(at:Chunk)
  WHERE new.audience IN $audiences AND at.audience IN $audiences AND at.live IN $live
    AND CASE WHEN $recorded IS NOT NULL
             THEN new.created_at <= $recorded AND coalesce(new.expired_at > $recorded, true)
                  AND coalesce(new.valid_at <= $valid, true)
                  AND NOT EXISTS { (new)<-[end:SUPERSEDES|UNDONE]-(:Statement)
                         WHERE end.created_at <= $recorded AND coalesce(end.expired_at > $recorded, true)
                           AND coalesce(end.at <= $valid, true) }
             WHEN $valid IS NOT NULL
             THEN new.expired_at IS NULL AND coalesce(new.valid_at <= $valid, true) AND coalesce(new.invalid_at > $valid, true)
             ELSE new.live END
  WITH old, quote, new, words, at ORDER BY new.valid_at DESC, at.happened_at DESC
  WITH old, quote, collect({id: at.id, start: words.start, end: words.end})[0] AS next
  RETURN collect({text: old.text, start: quote.start, end: quote.end, by: coalesce(next.id, ''),
                  by_start: coalesce(next.start, 0), by_end: coalesce(next.end, 0)}) AS ended
}
RETURN collect({id: c.id, text: c.text, context: c.context, speaker: c.speaker, tokens: c.tokens, episode_id: c.episode_id,
                happened_at: c.happened_at.epochSeconds * 1000000 + c.happened_at.microsecond,
                title: e.title, uri: e.uri, kind: e.kind, statements: statements, ended: ended}) AS faces
