// What has been read out of an episode: statements, and where each of their quotes stands.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, id STRING
// returns: statement MAP, chunk_id STRING, position INTEGER, start INTEGER, end INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (e:Episode {tenant: $tenant, id: $id})<-[:PART_OF]-(c:Chunk)<-[q:EVIDENCED_BY]-(s:Statement)
WHERE e.audience IN $audiences AND c.audience IN $audiences AND s.audience IN $audiences AND c.live
RETURN DISTINCT s {.id, .kind, .text, extractor: coalesce(s.judged_by, s.extractor),
                   standing: coalesce(s.status, s.outcome, s.stance, s.obligation, '')} AS statement,
       c.id AS chunk_id, c.position AS position, q.start AS start, q.end AS end
ORDER BY position, start, statement.id
