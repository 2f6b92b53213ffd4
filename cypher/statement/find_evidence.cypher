// The quotes of statements: the chunk and the characters [start, end) of its text.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, ids LIST<STRING>
// returns: from_id STRING, start INTEGER, end INTEGER, chunk MAP, episode MAP
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (s:Statement {tenant: $tenant, id: wanted})-[r:EVIDENCED_BY]->(c:Chunk)-[:PART_OF]->(e:Episode)
WHERE c.audience IN $audiences
RETURN s.id AS from_id, r.start AS start, r.end AS end, c {.id, .text, .speaker, .happened_at} AS chunk,
       e {.id, .title, .uri} AS episode
ORDER BY from_id, c.position
