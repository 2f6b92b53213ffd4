// Statements with their evidence: each quote is characters [start, end) of the chunk's text, read by an extractor. Who
// read a statement first stays its extractor; the standing is the word of the engine of the highest rank, and what it
// corrected is kept. Engines that agree make it surer. A decision that a later one superseded stays so when its own
// text is read again.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MERGE (s:Statement {tenant: $tenant, id: row.id})
ON CREATE SET s.created_at = $now, s += row.created
WITH s, row, coalesce(s.status = 'superseded' AND s.invalid_at IS NOT NULL, false) AS ended,
     coalesce(s.judged_rank, row.rank) AS rank, s[row.standing] AS stood, s.confidence AS sure
SET s:$(row.kind), s += row.properties, s.judged_rank = CASE WHEN row.rank > rank THEN row.rank ELSE rank END
SET s.confidence = CASE WHEN row.evidence = [] AND sure > s.confidence THEN sure ELSE s.confidence END
WITH *, CASE WHEN ended THEN 'superseded' WHEN row.rank < rank THEN stood ELSE s[row.standing] END AS standing
CALL (s, row, rank, stood, standing) {
  WITH * WHERE row.standing <> ''
  SET s[row.standing] = standing
  WITH * WHERE row.rank > rank AND stood <> standing
  SET s.corrected = coalesce(s.corrected, []) + (stood + ' (' + coalesce(s.judged_by, s.extractor) + ')')
}
SET s.judged_by = CASE WHEN row.rank > rank THEN row.extractor ELSE coalesce(s.judged_by, s.extractor) END
WITH s, row
CALL (s, row) {
  UNWIND row.evidence AS quote
  MATCH (c:Chunk {tenant: $tenant, id: quote.chunk_id})
  MERGE (s)-[r:EVIDENCED_BY {start: quote.start, end: quote.end, extractor: row.extractor}]->(c)
  ON CREATE SET r.created_at = $now, r.weight = 1.0
  SET r.confidence = row.properties.confidence
  RETURN count(*) AS quoted
}
WITH s, row, quoted WHERE quoted = size(row.evidence)
CALL (s) {
  MATCH (s)-[r:EVIDENCED_BY]->(:Chunk)
  WITH split(r.extractor, '@')[0] AS reader, max(r.confidence) AS sure
  RETURN collect(sure) AS each
}
SET s.confidence = CASE WHEN size(each) > 1
                        THEN round(1.0 - reduce(doubt = 1.0, sure IN each | doubt * (1.0 - sure)), 4)
                        ELSE s.confidence END
RETURN count(*) AS written
