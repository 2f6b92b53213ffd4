// Entities of one kind that some readable node names, by name; merged ones are left out. One page after ($after_key, $after_id).
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, kind STRING, after_key STRING, after_id STRING, first INTEGER
// returns: node MAP
// plan:    NodeIndexSeek
MATCH (n:Entity)
WHERE n.tenant = $tenant AND n.kind = $kind AND n.name_key >= $after_key
  AND (n.name_key > $after_key OR n.id > $after_id)
  AND n.merged_into IS NULL AND EXISTS { (n)<--(m) WHERE m.audience IN $audiences }
RETURN n {.*, embedding: null, name: CASE WHEN n.own_aliases IS NULL
          OR EXISTS { (n)<-[r]-(m) WHERE m.audience IN $audiences AND r.called IS NULL } THEN n.name
     ELSE head([(n)<-[r]-(m) WHERE m.audience IN $audiences | r.called]) END} AS node
ORDER BY n.name_key, n.id LIMIT $first
