// Open commitments of these projects that were made since $since, newest first: where each was said, and the folded
// names of those who owe it.
// mode:    read
// params:  tenant STRING, audience STRING, projects LIST<STRING>, since ZONED DATETIME, most INTEGER
// returns: open MAP
// plan:    NodeIndexSeek
MATCH (s:Statement {tenant: $tenant, kind: 'Commitment'})
WHERE s.audience = $audience AND s.project IN $projects AND s.live AND s.closed_at IS NULL
  AND coalesce(s.happened_at >= $since, true)
WITH s ORDER BY s.happened_at DESC, s.id LIMIT $most
MATCH (s)-[r:EVIDENCED_BY]->(c:Chunk)-[:PART_OF]->(e:Episode)-[:IN_SESSION]->(session:Session)
WITH s, r, c, session ORDER BY c.position, r.start
WITH s, head(collect({chunk: c, start: r.start, session: session.id})) AS said
RETURN {id: s.id, text: s.text, due: s.value, project: s.project, at: s.happened_at, start: said.start,
        chunk_id: said.chunk.id, episode_id: said.chunk.episode_id, position: said.chunk.position,
        session_id: said.session,
        owners: [(s)-[:OWED_BY]->(p:Person) | [p.name_key] + coalesce(p.aliases, [])]} AS open
