// The plain way to search: one vector list and one full-text list of chunks, best first in each. No graph is
// used: the yardstick of the speed bench.
// mode:    read
// params:  audiences LIST<STRING>, live LIST<BOOLEAN>, vector LIST<FLOAT>, chunk_query STRING, depth INTEGER
// returns: id STRING, text STRING, signal STRING, score FLOAT
// plan:
CALL () {
  MATCH (c:Chunk)
    SEARCH c IN (VECTOR INDEX chunk_embedding FOR $vector
                 WHERE c.audience IN $audiences AND c.live IN $live LIMIT $depth) SCORE AS score
  RETURN c, 'semantic' AS signal, score
UNION ALL
  CALL db.index.fulltext.queryNodes('chunk_text', $chunk_query, {limit: $depth}) YIELD node AS c, score
  RETURN c, 'lexical' AS signal, score
}
RETURN c.id AS id, c.text AS text, signal, score
