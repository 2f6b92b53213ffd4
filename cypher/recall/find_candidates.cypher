// The chunks that six ranked lists name, each with its score in every list: vectors and full text of chunks, of their
// windows, and of the statements drawn from them; and which of the question's stems each holds. Audience and liveness are filtered inside the indexes.
// mode:    read
// params:  audiences LIST<STRING>, live LIST<BOOLEAN>, vector LIST<FLOAT>, stems LIST<STRING>, depth INTEGER, chunk_query STRING, window_query STRING, statement_query STRING, semantic BOOLEAN, lexical BOOLEAN, project STRING, since ZONED DATETIME, until ZONED DATETIME, valid ZONED DATETIME, recorded ZONED DATETIME
// returns: candidate MAP, signals LIST<MAP>
// plan:
CALL () {
  WITH * WHERE $semantic
  MATCH (c:Chunk)
    SEARCH c IN (VECTOR INDEX chunk_embedding FOR $vector
                 WHERE c.audience IN $audiences AND c.live IN $live LIMIT $depth) SCORE AS score
  RETURN c, 'semantic' AS signal, score
UNION ALL
  WITH * WHERE $semantic
  MATCH (c:Chunk)
    SEARCH c IN (VECTOR INDEX chunk_window_embedding FOR $vector
                 WHERE c.audience IN $audiences AND c.live IN $live LIMIT $depth) SCORE AS score
  RETURN c, 'window_semantic' AS signal, score
UNION ALL
  WITH * WHERE $semantic
  MATCH (s:Statement)
    SEARCH s IN (VECTOR INDEX statement_embedding FOR $vector
                 WHERE s.audience IN $audiences AND s.live IN $live LIMIT $depth) SCORE AS score
  MATCH (s)-[:EVIDENCED_BY]->(c:Chunk)
  RETURN c, 'statement_semantic' AS signal, score
UNION ALL
  WITH * WHERE $lexical
  CALL db.index.fulltext.queryNodes('chunk_text', $chunk_query, {limit: $depth}) YIELD node AS c, score
  RETURN c, 'lexical' AS signal, score
UNION ALL
  WITH * WHERE $lexical
  CALL db.index.fulltext.queryNodes('chunk_window', $window_query, {limit: $depth}) YIELD node AS c, score
  RETURN c, 'window_lexical' AS signal, score
UNION ALL
  WITH * WHERE $lexical
  CALL db.index.fulltext.queryNodes('statement_text', $statement_query, {limit: $depth}) YIELD node AS s, score
  MATCH (s)-[:EVIDENCED_BY]->(c:Chunk)
  RETURN c, 'statement_lexical' AS signal, score
}
WITH c, signal, max(score) AS score
WHERE c.audience IN $audiences AND c.live IN $live
  AND ($project = '' OR c.project = $project)
  AND ($since IS NULL OR c.happened_at >= $since) AND ($until IS NULL OR c.happened_at < $until)
  AND ($valid IS NULL OR c.happened_at <= $valid)
  AND ($recorded IS NULL OR (c.created_at <= $recorded AND coalesce(c.expired_at > $recorded, true)))
WITH c, collect({signal: signal, score: score}) AS signals
RETURN c {.id, .unit_id, .episode_id, .episode_kind, .position, .speaker, .role, .asks, .is_noise, .section,
          happened_at: c.happened_at.epochMillis,
          covered: [n IN range(0, size($stems) - 1) WHERE $stems[n] IN c.terms],
          before: head([(b:Chunk)-[:NEXT]->(c) | b.unit_id]), after: head([(c)-[:NEXT]->(a:Chunk) | a.unit_id])}
       AS candidate, signals
