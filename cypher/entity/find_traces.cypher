// What a few readable passages that name each entity hold: which of the given rare names, and which of the given words.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, ids LIST<STRING>, keys LIST<STRING>, words LIST<STRING>, sample INTEGER, rare INTEGER
// returns: id STRING, shared LIST<STRING>, words LIST<STRING>
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (e:Entity {tenant: $tenant, id: wanted})
CALL (e) {
  MATCH (e)<-[:MENTIONS|SAID_BY]-(c:Chunk)
  WITH c LIMIT $sample
  WHERE c.audience IN $audiences
  RETURN collect(c) AS passages
}
CALL (e, passages) {
  UNWIND passages AS c
  MATCH (c)-[:MENTIONS]->(o:Entity)
  WHERE o <> e AND o.df <= $rare AND o.name_key IN $keys
  RETURN collect(DISTINCT o.name_key) AS shared
}
CALL (passages) {
  UNWIND $words AS word
  WITH passages, word
  WHERE any(c IN passages WHERE any(term IN c.terms WHERE term STARTS WITH word OR word STARTS WITH term AND size(term) > 4))
  RETURN collect(word) AS words
}
RETURN e.id AS id, shared, words
