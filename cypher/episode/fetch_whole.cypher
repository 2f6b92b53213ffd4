// Whole episodes: all that is needed to read their text again, in the order of the ids asked for.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, ids LIST<STRING>
// returns: episode MAP, session MAP, chunks LIST<MAP>, touches LIST<MAP>
// plan:    NodeUniqueIndexSeek
UNWIND range(0, size($ids) - 1) AS place
MATCH (e:Episode {tenant: $tenant, id: $ids[place]})-[:IN_SESSION]->(s:Session)
WHERE e.audience IN $audiences AND e.live
CALL (e) {
  MATCH (e)<-[:PART_OF]-(c:Chunk) WHERE c.live AND c.audience IN $audiences
  WITH c ORDER BY c.position, c.id
  RETURN collect(c {.*, embedding: null, window_embedding: null, window_text: null, keywords: null}) AS chunks
}
CALL (e) {
  MATCH (e)-[t:TOUCHED]->(a:Entity)
  WITH t, a ORDER BY t.created_at, a.name
  RETURN collect({how: t.how, quote: t.quote, name: a.name, kind: a.detail}) AS touches
}
RETURN e {.*} AS episode, s {.*} AS session, chunks, touches
ORDER BY place
