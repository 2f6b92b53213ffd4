// Decisions a why question may be about: named by vector or full text, drawn from the best chunks, made in the
// episodes of these, or by id or handle; each with the people in it and the chunk it was said in. Superseded ones are
// marked, not left out.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, vector LIST<FLOAT>, statement_query STRING, depth INTEGER, chunks LIST<STRING>, episodes LIST<STRING>, ids LIST<STRING>, project STRING, valid ZONED DATETIME, recorded ZONED DATETIME
// returns: decision MAP, likeness FLOAT, matched FLOAT, chunk MAP, episode MAP, people LIST<MAP>
// plan:    NodeUniqueIndexSeek
CALL () {
  WITH * WHERE size($vector) > 0
  MATCH (d:Statement)
    SEARCH d IN (VECTOR INDEX statement_embedding FOR $vector
                 WHERE d.audience IN $audiences AND d.live IN [true, false] AND d.kind = 'Decision'
                 LIMIT $depth) SCORE AS score
  RETURN d, 0.0 AS matched
UNION ALL
  CALL db.index.fulltext.queryNodes('statement_text', $statement_query, {limit: $depth}) YIELD node AS d, score
  RETURN d, score AS matched
UNION ALL
  UNWIND $chunks AS wanted
  MATCH (:Chunk {tenant: $tenant, id: wanted})<-[:EVIDENCED_BY]-(d:Statement) RETURN d, 0.0 AS matched
UNION ALL
  UNWIND $episodes AS wanted
  MATCH (:Episode {tenant: $tenant, id: wanted})<-[:PART_OF]-(:Chunk)<-[:EVIDENCED_BY]-(d:Statement) RETURN d, 0.0 AS matched
UNION ALL
  UNWIND $ids AS wanted
  MATCH (d:Statement {tenant: $tenant, id: wanted}) RETURN d, 0.0 AS matched
UNION ALL
  UNWIND $ids AS wanted
  MATCH (d:Statement {tenant: $tenant, handle: wanted}) RETURN d, 0.0 AS matched
}
WITH d, max(matched) AS matched
WHERE d:Decision AND d.audience IN $audiences AND ($project = '' OR d.project = $project)
  AND ($valid IS NULL OR coalesce(d.valid_at <= $valid, true))
  AND coalesce(d.expired_at > $recorded, d.expired_at IS NULL)
  AND ($recorded IS NULL OR d.created_at <= $recorded)
MATCH (d)-[quote:EVIDENCED_BY]->(c:Chunk)-[:PART_OF]->(e:Episode)
WHERE c.audience IN $audiences
WITH d, matched, quote, c, e ORDER BY c.position
WITH d, matched, collect({quote: quote, c: c, e: e})[0] AS first
WITH d, matched, first.quote AS quote, first.c AS c, first.e AS e,
     CASE WHEN $recorded IS NULL THEN coalesce(d.invalid_at <= coalesce($valid, d.invalid_at), false)
          ELSE EXISTS { (d)<-[end:SUPERSEDES|UNDONE]-(:Statement)
                 WHERE end.created_at <= $recorded AND coalesce(end.expired_at > $recorded, true)
                   AND coalesce(end.at <= $valid, true) } END AS is_ended
RETURN d {.id, .handle, .kind, .text, .confidence, .valid_at, .decided_at, .live, .extractor, start: quote.start,
          end: quote.end, ended: is_ended,
          standing: CASE WHEN d.status IN ['accepted', 'superseded'] AND is_ended THEN 'superseded'
                         WHEN d.status = 'superseded' AND d.invalid_at IS NOT NULL THEN 'accepted' ELSE d.status END}
         AS decision,
       CASE WHEN size($vector) > 0 AND d.embedding IS NOT NULL
            THEN vector.similarity.cosine(d.embedding, $vector) ELSE 0.0 END AS likeness,
       matched, c {.id, .text, .speaker, .happened_at, .episode_id} AS chunk, e {.id, .title, .uri, .main_decision} AS episode,
       COLLECT {
         MATCH (d)-[role:DECIDED_BY|PROPOSED_BY|OBJECTED_BY|MERGED]->(n:Person)
         WHERE coalesce(role.was, type(role)) IN ['DECIDED_BY', 'PROPOSED_BY', 'OBJECTED_BY']
           AND coalesce(coalesce(role.merged_at, role.created_at) <= $recorded, role.was IS NULL)
           AND (role.was IS NULL OR NOT EXISTS { (d)-[copy]->(:Person) WHERE type(copy) = role.was
                  AND n.id IN copy.merged_from AND coalesce(copy.merged_at, copy.created_at) <= $recorded })
         RETURN {id: n.id, name: coalesce(role.called, n.name), relation: coalesce(role.was, type(role))}
       } AS people
