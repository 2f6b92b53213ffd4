// The episode and its session.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, session MAP, episode MAP, created MAP
// returns: id STRING
// plan:    NodeUniqueIndexSeek
MERGE (s:Session {tenant: $tenant, id: $session.id})
ON CREATE SET s.created_at = $now
SET s += $session,
    s.started_at = CASE WHEN s.started_at <= $episode.happened_at THEN s.started_at
                        ELSE coalesce($episode.happened_at, s.started_at) END,
    s.ended_at = CASE WHEN s.ended_at >= $episode.ended_at THEN s.ended_at
                      ELSE coalesce($episode.ended_at, s.ended_at) END
MERGE (e:Episode {tenant: $tenant, id: $episode.id})
ON CREATE SET e.created_at = $now, e += $created
SET e += $episode, e.linked = false
MERGE (e)-[r:IN_SESSION]->(s)
ON CREATE SET r.created_at = $now, r.weight = 1.0
RETURN e.id AS id
