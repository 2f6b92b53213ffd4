// A page of commitments with their quote and what closed them: by due, then the undated ones, newest first. Closed and
// snoozed ones only when $closed. $who is a folded name, the first part of one, an alias or a handle; "" is anybody.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, project STRING, who STRING, closed BOOLEAN, now ZONED DATETIME, after_place INTEGER, after_id STRING, first INTEGER
// returns: node MAP, owed_by LIST<STRING>, owed_to LIST<STRING>, said MAP, closing MAP
// plan:    NodeIndexSeek
MATCH (n:Statement {tenant: $tenant, kind: 'Commitment'})
WHERE n.audience IN $audiences AND n.live AND ($project = '' OR n.project = $project)
  AND ($closed OR (n.closed_at IS NULL AND coalesce(n.snoozed_until <= $now, true)))
  AND ($who = '' OR EXISTS {
    MATCH (n)-[:OWED_BY]->(p:Person)
    WHERE p.name_key = $who OR p.name_key STARTS WITH $who + ' '
       OR any(other IN coalesce(p.aliases, []) + coalesce(p.handles, []) WHERE toLower(other) = $who)
  })
WITH n, coalesce(n.due_at.epochMillis,
                 1000000000000000 - coalesce(n.happened_at, datetime({year: 1})).epochMillis) AS place
WHERE place > $after_place OR (place = $after_place AND n.id > $after_id)
WITH n, place ORDER BY place, n.id LIMIT $first
CALL (n) {
  MATCH (n)-[r:EVIDENCED_BY]->(c:Chunk)-[:PART_OF]->(e:Episode)
  WHERE c.audience IN $audiences
  RETURN {start: r.start, end: r.end, chunk: c {.id, .text, .speaker, .happened_at},
          episode: e {.id, .title, .uri}} AS said
  ORDER BY c.position LIMIT 1
}
OPTIONAL MATCH (by:Chunk)-[x:CLOSES]->(n) WHERE by.audience IN $audiences
OPTIONAL MATCH (by)-[:PART_OF]->(in:Episode)
RETURN n {.*, embedding: null, place: place} AS node, said,
       [(n)-[:OWED_BY]->(p:Person) | p.name] AS owed_by, [(n)-[:OWED_TO]->(p:Person) | p.name] AS owed_to,
       head(collect(CASE WHEN by IS NULL THEN null ELSE {start: x.start, end: x.end,
         chunk: by {.id, .text, .speaker, .happened_at}, episode: in {.id, .title, .uri}} END)) AS closing
ORDER BY node.place, node.id
