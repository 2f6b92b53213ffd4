// Pairs of statements that cannot both hold, in this state, by key: one page after $after. Both must be readable, each
// comes with its first quote; one that has ended since is settled by that and left out while it is open.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, status STRING, after STRING, key STRING, first INTEGER
// returns: key STRING, reason STRING, status STRING, at ZONED DATETIME, sides LIST<MAP>
// plan:    DirectedRelationshipIndexSeek
MATCH (a:Statement)-[r:CONTRADICTS]->(b:Statement)
WHERE r.tenant = $tenant AND r.status = $status AND a.audience IN $audiences AND b.audience IN $audiences
  AND ($status <> 'open' OR (a.live AND b.live))
WITH a, b, r, a.id + '/' + b.id AS key
WHERE key > $after AND ($key = '' OR key = $key)
WITH a, b, r, key ORDER BY key LIMIT $first
UNWIND [a, b] AS s
CALL (s) {
  OPTIONAL MATCH (s)-[quote:EVIDENCED_BY]->(c:Chunk)-[:PART_OF]->(e:Episode)
  WHERE c.audience IN $audiences
  RETURN quote, c, e ORDER BY c.happened_at, c.position, c.id LIMIT 1
}
RETURN key, r.reason AS reason, r.status AS status, r.created_at AS at,
       collect({statement: s {.id, .handle, .kind, .text, .live, start: quote.start, end: quote.end},
                chunk: c {.id, .text, .speaker, .happened_at}, episode: e {.id, .title, .uri}}) AS sides
ORDER BY key
