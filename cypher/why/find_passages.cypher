// Chunks as why reads them, named by id or by where they stand in their episode: each with its place, and every
// statement drawn from it that was not withdrawn, those that no longer hold among them.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, live LIST<BOOLEAN>, ids LIST<STRING>, around LIST<MAP>, project STRING, valid ZONED DATETIME, recorded ZONED DATETIME
// returns: passages LIST<LIST<ANY>>, episodes LIST<LIST<STRING>>
// plan:    NodeUniqueIndexSeek
CALL () {
  UNWIND $ids AS wanted
  MATCH (c:Chunk {tenant: $tenant, id: wanted})-[:PART_OF]->(e:Episode)
  RETURN c, e
UNION
  UNWIND $around AS span
  MATCH (e:Episode {tenant: $tenant, id: span.episode})<-[:PART_OF]-(c:Chunk)
  WHERE span.first <= c.position <= span.last
  RETURN c, e
}
WITH c, e
WHERE c.audience IN $audiences AND c.live IN $live AND ($project = '' OR c.project = $project)
  AND ($valid IS NULL OR c.happened_at <= $valid)
  AND ($recorded IS NULL OR (c.created_at <= $recorded AND coalesce(c.expired_at > $recorded, true)))
CALL (c) {
  MATCH (c)<-[quote:EVIDENCED_BY]-(s:Statement)
  WHERE s.audience IN $audiences
    AND ($valid IS NULL OR coalesce(s.valid_at <= $valid, true))
    AND coalesce(s.expired_at > $recorded, s.expired_at IS NULL)
    AND ($recorded IS NULL OR s.created_at <= $recorded)
  RETURN collect(s {.id, .handle, .kind, .text, .confidence, .extractor, start: quote.start, end: quote.end,
                    valid_at: s.valid_at.epochSeconds * 1000000 + s.valid_at.microsecond,
                    standing: coalesce(s.status, s.outcome, s.stance, s.obligation, '')}) AS statements
}
RETURN collect([c.id, c.text, c.speaker, c.happened_at.epochSeconds * 1000000 + c.happened_at.microsecond, c.position,
                c.section, c.is_noise, e.id, statements]) AS passages,
       collect(DISTINCT [e.id, e.uri, e.title, e.kind, e.main_decision]) AS episodes
