// The why-relations of the given statements, both ways, with the other end, its quote and its people. Audience and
// both clocks are checked on the relationship and on the node it reaches.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, ids LIST<STRING>, vector LIST<FLOAT>, per_node INTEGER, valid ZONED DATETIME, recorded ZONED DATETIME
// returns: from_id STRING, relation STRING, is_reversed BOOLEAN, weight FLOAT, likeness FLOAT, statement MAP, chunk MAP, episode MAP, people LIST<MAP>
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (s:Statement {tenant: $tenant, id: wanted})
CALL (s) {
  MATCH (s)-[r:BECAUSE|CONSIDERED|CHOSE|REJECTED|LED_TO|DEPENDS_ON|SUPERSEDES|SUPPORTS|CONTRADICTS|UNDONE]-(t:Statement)
  WHERE t.audience IN $audiences
    AND ($valid IS NULL OR coalesce(t.valid_at <= $valid, true))
    AND coalesce(t.expired_at > $recorded, t.expired_at IS NULL)
    AND coalesce(r.expired_at > $recorded, r.expired_at IS NULL)
    AND ($recorded IS NULL OR (t.created_at <= $recorded AND r.created_at <= $recorded))
  RETURN r, t, coalesce(r.weight, 1.0) * coalesce(r.confidence, 1.0) AS weight
  ORDER BY weight DESC, t.id LIMIT $per_node
}
CALL (t) {
  MATCH (t)-[quote:EVIDENCED_BY]->(c:Chunk)-[:PART_OF]->(e:Episode)
  WHERE c.audience IN $audiences
  RETURN quote, c, e ORDER BY c.position LIMIT 1
}
RETURN s.id AS from_id, coalesce(r.was, type(r)) AS relation, startNode(r) = t AS is_reversed, weight,
       CASE WHEN size($vector) > 0 AND t.embedding IS NOT NULL
            THEN vector.similarity.cosine(t.embedding, $vector) ELSE 0.5 END AS likeness,
       t {.id, .handle, .kind, .text, .confidence, .valid_at, .live, .extractor, start: quote.start, end: quote.end,
          standing: CASE WHEN t.status IN ['accepted', 'superseded'] AND $recorded IS NOT NULL
                         THEN CASE WHEN EXISTS { (t)<-[end:SUPERSEDES|UNDONE]-(:Statement)
                                                         WHERE end.created_at <= $recorded AND coalesce(end.expired_at > $recorded, true)
                                                           AND coalesce(end.at <= $valid, true) } THEN 'superseded'
                                   WHEN t.invalid_at IS NOT NULL THEN 'accepted' ELSE t.status END
                         WHEN t.status = 'superseded' AND t.invalid_at > $valid THEN 'accepted'
                         ELSE coalesce(t.status, t.outcome, t.stance, t.obligation, '') END} AS statement,
       c {.id, .text, .speaker, .happened_at, .episode_id} AS chunk, e {.id, .title, .uri} AS episode,
       COLLECT {
         MATCH (t)-[role:DECIDED_BY|PROPOSED_BY|OBJECTED_BY|MERGED]->(n:Person)
         WHERE coalesce(role.was, type(role)) IN ['DECIDED_BY', 'PROPOSED_BY', 'OBJECTED_BY']
           AND coalesce(coalesce(role.merged_at, role.created_at) <= $recorded, role.was IS NULL)
           AND (role.was IS NULL OR NOT EXISTS { (t)-[copy]->(:Person) WHERE type(copy) = role.was
                  AND n.id IN copy.merged_from AND coalesce(copy.merged_at, copy.created_at) <= $recorded })
         RETURN {id: n.id, name: coalesce(role.called, n.name), relation: coalesce(role.was, type(role))}
       } AS people
