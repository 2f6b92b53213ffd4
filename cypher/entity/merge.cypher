// Entities by id: names and kinds are set once, aliases and handles grow.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MERGE (n:Entity {tenant: $tenant, id: row.id})
ON CREATE SET n.created_at = $now, n += row.created, n.df = 0, n.about_count = 0, n.aliases = [], n.handles = []
SET n:$(row.kind), n += row.vector,
    n.aliases = n.aliases + [alias IN row.aliases WHERE NOT alias IN n.aliases],
    n.handles = n.handles + [handle IN row.handles WHERE NOT handle IN n.handles]
RETURN count(*) AS written
