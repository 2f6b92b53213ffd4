// The project of a session, by its id or the id its harness gave it; no row when the reader may read nothing of it.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, wanted STRING
// returns: project STRING
// plan:    NodeIndexSeek
MATCH (e:Episode {tenant: $tenant})-[:IN_SESSION]->(s:Session)
WHERE e.kind IS NOT NULL AND e.audience IN $audiences AND e.live AND (s.id = $wanted OR s.external_id = $wanted)
RETURN s.project AS project LIMIT 1
