// Where the reads of these sources stand, as this audience was given them; an unknown one yields no row.
// mode:    read
// params:  tenant STRING, audience STRING, ids LIST<STRING>
// returns: cursor MAP
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (c:Cursor {tenant: $tenant, id: wanted})
WHERE c.audience = $audience
RETURN c {.*} AS cursor
