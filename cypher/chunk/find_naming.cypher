// Stored chunks that the full-text queries find, each once, with the keys of the entities they name.
// mode:    read
// params:  tenant STRING, queries LIST<STRING>, per_query INTEGER
// returns: id STRING, text STRING, named LIST<STRING>
// plan:
UNWIND $queries AS wanted
CALL (wanted) {
  CALL db.index.fulltext.queryNodes('chunk_text', wanted, {limit: $per_query}) YIELD node AS c
  WHERE c.tenant = $tenant AND c.live
  RETURN c
}
WITH DISTINCT c
RETURN c.id AS id, c.text AS text, [(c)-[:MENTIONS]->(e:Entity) | e.name_key] AS named
