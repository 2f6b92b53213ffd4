// Episodes and their sessions; a session spans what its episodes span.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MERGE (s:Session {tenant: $tenant, id: row.session.id})
ON CREATE SET s.created_at = $now
SET s += row.session,
    s.started_at = CASE WHEN s.started_at <= row.episode.happened_at THEN s.started_at
                        ELSE coalesce(row.episode.happened_at, s.started_at) END,
    s.ended_at = CASE WHEN s.ended_at >= row.episode.ended_at THEN s.ended_at
                      ELSE coalesce(row.episode.ended_at, s.ended_at) END
MERGE (e:Episode {tenant: $tenant, id: row.episode.id})
ON CREATE SET e.created_at = $now, e += row.created
SET e += row.episode
MERGE (e)-[r:IN_SESSION]->(s)
ON CREATE SET r.created_at = $now, r.weight = 1.0
RETURN count(*) AS written
