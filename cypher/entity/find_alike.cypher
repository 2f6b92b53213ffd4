// Entities of each wanted kind that share a word with the wanted name (or one a letter away), and those nearest to its
// vector; is_readable says whether one of a few passages that name it may be read.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, rows LIST<MAP>, depth INTEGER, near INTEGER, sample INTEGER, per_name INTEGER
// returns: key STRING, entity MAP, survivor STRING, is_readable BOOLEAN, is_whole BOOLEAN
// plan:    ProcedureCall
UNWIND $rows AS row
CALL (row) {
  CALL db.index.fulltext.queryNodes('entity_name', row.query, {limit: $depth}) YIELD node
  RETURN collect(node) AS by_words
}
CALL (row) {
  WITH row WHERE size(row.vector) > 0
  MATCH (n:Entity)
    SEARCH n IN (VECTOR INDEX entity_embedding FOR row.vector
                 WHERE n.tenant = $tenant AND n.kind = row.kind LIMIT $near) SCORE AS score
  RETURN collect(n) AS by_vector
}
CALL (row, by_words, by_vector) {
  UNWIND by_words + by_vector AS e
  WITH DISTINCT e, row
  WHERE e.tenant = $tenant AND e.kind = row.kind AND e.id <> row.key
  RETURN e LIMIT $per_name
}
CALL (e) {
  MATCH (e)<-[:MENTIONS|SAID_BY]-(c:Chunk)
  WITH c LIMIT $sample
  RETURN any(audience IN collect(c.audience) WHERE audience IN $audiences) AS is_readable
}
CALL (e) {
  MATCH (e)-[:MERGED_INTO*0..16]->(end:Entity)
  WHERE end.merged_into IS NULL
  RETURN end.id AS survivor LIMIT 1
}
RETURN row.key AS key, e {.id, .kind, .name, .name_key, .aliases, .handles, .projects} AS entity, survivor,
       is_readable, size(by_words) < $depth AS is_whole
