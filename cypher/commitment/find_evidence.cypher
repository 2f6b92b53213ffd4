// Later chunks of the same audience and project that share words with a commitment: each row brings its own full-text
// query. What says that it is done may have arrived before it.
// mode:    read
// params:  rows LIST<MAP>, audience STRING, most INTEGER
// returns: chunk MAP
// plan:
UNWIND $rows AS row
CALL (row) {
  CALL db.index.fulltext.queryNodes('chunk_text', row.query, {limit: $most}) YIELD node AS c
  WHERE c.audience = $audience AND c.live AND NOT c.is_noise AND c.project = row.project AND c.happened_at > row.after
  RETURN c
}
WITH DISTINCT c
MATCH (c)-[:PART_OF]->(e:Episode)-[:IN_SESSION]->(session:Session)
RETURN c {.id, .text, .speaker, .role, .position, .episode_id, .project, .happened_at, session_id: session.id} AS chunk
