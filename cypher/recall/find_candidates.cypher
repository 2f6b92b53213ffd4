// The chunks that the wanted ones of six ranked lists name, each with its score in every list: vectors and full text of
// chunks, of their windows, and of the statements drawn from them; and which of the question's stems each holds. Audience
// and liveness are filtered inside the indexes. One row of plain lists, and a chunk's `card` for
// all that ranking reads of it: a row a chunk, and a read a property, cost more than the search.
// mode:    read
// params:  lists LIST<STRING>, audiences LIST<STRING>, live LIST<BOOLEAN>, vector LIST<FLOAT>, stems LIST<STRING>, depth INTEGER, chunk_query STRING, window_query STRING, statement_query STRING, project STRING, since ZONED DATETIME, until ZONED DATETIME, valid ZONED DATETIME, recorded ZONED DATETIME, vectors STRING, model STRING
// returns: found LIST<LIST<ANY>>, is_moved BOOLEAN
// plan:
CALL () {
  WITH * WHERE 'semantic' IN $lists
  MATCH (c:Chunk)
    SEARCH c IN (VECTOR INDEX chunk_embedding FOR $vector
                 WHERE c.audience IN $audiences AND c.live IN $live LIMIT $depth) SCORE AS score
  RETURN c, 'semantic' AS signal, score
UNION ALL
  WITH * WHERE 'window_semantic' IN $lists
  MATCH (c:Chunk)
    SEARCH c IN (VECTOR INDEX chunk_window_embedding FOR $vector
                 WHERE c.audience IN $audiences AND c.live IN $live LIMIT $depth) SCORE AS score
  RETURN c, 'window_semantic' AS signal, score
UNION ALL
  WITH * WHERE 'statement_semantic' IN $lists
  MATCH (s:Statement)
    SEARCH s IN (VECTOR INDEX statement_embedding FOR $vector
                 WHERE s.audience IN $audiences AND s.live IN $live LIMIT $depth) SCORE AS score
  MATCH (s)-[:EVIDENCED_BY]->(c:Chunk)
  RETURN c, 'statement_semantic' AS signal, score
UNION ALL
  WITH * WHERE 'lexical' IN $lists
  CALL db.index.fulltext.queryNodes('chunk_text', $chunk_query, {limit: $depth}) YIELD node AS c, score
  RETURN c, 'lexical' AS signal, score
UNION ALL
  WITH * WHERE 'window_lexical' IN $lists
  CALL db.index.fulltext.queryNodes('chunk_window', $window_query, {limit: $depth}) YIELD node AS c, score
  RETURN c, 'window_lexical' AS signal, score
UNION ALL
  WITH * WHERE 'statement_lexical' IN $lists
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
WITH c, collect(signal) AS signals, collect(score) AS scores
WITH signals, scores, coalesce(c.card,
  [c.id, c.unit_id, c.episode_id, c.episode_kind, toString(c.position), c.speaker, c.role, toString(c.asks), toString(c.is_noise),
   coalesce(toString(c.happened_at.epochMillis), ''), coalesce(head([(b:Chunk)-[:NEXT]->(c) | b.unit_id]), ''),
   coalesce(head([(c)-[:NEXT]->(a:Chunk) | a.unit_id]), '')] + c.terms) AS card
WITH signals, scores, card, card[12..] AS terms
WITH collect([card[..12], [n IN range(0, size($stems) - 1) WHERE $stems[n] IN terms], signals, scores]) AS found
RETURN found, $model <> '' AND EXISTS { (m:Migration {name: $vectors}) WHERE m.fingerprint <> $model OR m.is_switching } AS is_moved
