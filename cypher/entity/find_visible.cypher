// Entities by id or handle that something readable names, merged ones too, each under a name that it was read by.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, ids LIST<STRING>
// returns: wanted STRING, entity MAP
// plan:    NodeUniqueIndexSeek, NodeIndexSeek
UNWIND $ids AS wanted
CALL (wanted) {
  MATCH (n:Entity {tenant: $tenant, id: wanted}) RETURN n
UNION
  MATCH (n:Entity {tenant: $tenant, handle: wanted}) RETURN n
}
WITH wanted, n
WHERE EXISTS { (n)<--(m) WHERE m.audience IN $audiences }
RETURN wanted, n {.id, .handle, .kind,
  name: CASE WHEN n.own_aliases IS NULL
                  OR EXISTS { (n)<-[r]-(m) WHERE m.audience IN $audiences AND r.called IS NULL } THEN n.name
             ELSE head([(n)<-[r]-(m) WHERE m.audience IN $audiences | r.called]) END} AS entity
