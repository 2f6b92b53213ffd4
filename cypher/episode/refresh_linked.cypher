// These episodes are joined with what came before: from now on the same text is unchanged.
// mode:    write
// params:  tenant STRING, ids LIST<STRING>
// returns: linked INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (e:Episode {tenant: $tenant, id: wanted})
SET e.linked = true
RETURN count(*) AS linked
