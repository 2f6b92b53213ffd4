// What was written to a survivor in the name of an entity merged into it is kept as that entity's own (MERGED), so that
// it goes with it when the merge is undone.
// mode:    write
// params:  tenant STRING, id STRING
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (a:Entity {tenant: $tenant, id: $id})<-[r]-(x)
WHERE r.merged_from IS NOT NULL AND NOT x:Entity
UNWIND r.merged_from AS origin
WITH a, r, x, origin WHERE origin <> a.id
MATCH (d:Entity {tenant: $tenant, id: origin})
WHERE NOT EXISTS { (d)<-[m:MERGED]-(x) WHERE m.was = type(r) AND coalesce(m.how, '') = coalesce(r.how, '') }
CREATE (d)<-[m:MERGED]-(x)
SET m = properties(r), m.was = type(r), m.merged_from = null, m.called = null, m.merged_at = null
RETURN count(m) AS written
