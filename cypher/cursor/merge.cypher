// Where the reads of these sources stand from now on.
// mode:    write
// params:  tenant STRING, audience STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: written INTEGER
// plan:    MergeUniqueNode
UNWIND $rows AS row
MERGE (c:Cursor {tenant: $tenant, id: row.id})
ON CREATE SET c.created_at = $now
SET c += row.properties, c.audience = $audience, c.read_at = $now
RETURN count(*) AS written
