// Entities of one kind that some readable node names, by name. One page after ($after_key, $after_id).
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, kind STRING, after_key STRING, after_id STRING, first INTEGER
// returns: node MAP
// plan:    NodeIndexSeek
MATCH (n:Entity)
WHERE n.tenant = $tenant AND n.kind = $kind AND n.name_key >= $after_key
  AND (n.name_key > $after_key OR n.id > $after_id)
  AND EXISTS { (n)<--(m) WHERE m.audience IN $audiences }
RETURN n {.*, embedding: null} AS node
ORDER BY n.name_key, n.id LIMIT $first
