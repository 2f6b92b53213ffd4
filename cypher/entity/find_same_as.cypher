// Pairs that may be one, in this state, by id: one page after $after. Both ends must be readable.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, status STRING, after STRING, first INTEGER
// returns: key STRING, source MAP, target MAP, weight FLOAT, reason STRING
// plan:    DirectedRelationshipIndexSeek
MATCH (a:Entity)-[r:SAME_AS]->(b:Entity)
WHERE r.tenant = $tenant AND r.status = $status
WITH a, b, r, a.id + '/' + b.id AS key
WHERE key > $after
  AND EXISTS { (a)<--(m) WHERE m.audience IN $audiences }
  AND EXISTS { (b)<--(m) WHERE m.audience IN $audiences }
WITH a, b, r, key ORDER BY key LIMIT $first
UNWIND [a, b] AS n
WITH key, r, collect(n {.id, .handle, .kind,
  name: CASE WHEN n.own_aliases IS NULL
                  OR EXISTS { (n)<-[e]-(m) WHERE m.audience IN $audiences AND e.called IS NULL } THEN n.name
             ELSE head([(n)<-[e]-(m) WHERE m.audience IN $audiences | e.called]) END}) AS ends
RETURN key, ends[0] AS source, ends[1] AS target, r.weight AS weight, r.reason AS reason
ORDER BY key
