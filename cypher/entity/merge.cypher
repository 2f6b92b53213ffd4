// Entities by id: kinds are set once, a name only for a better spelling of it; aliases, handles and projects grow. An
// entity counts as written only while it is merged, or not, as the caller believes.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MERGE (n:Entity {tenant: $tenant, id: row.id})
ON CREATE SET n.created_at = $now, n += row.created, n.df = 0, n.about_count = 0, n.aliases = [], n.handles = []
SET n:$(row.kind), n += row.vector, n.name = coalesce(row.renamed, n.name),
    n.aliases = n.aliases + [alias IN row.aliases WHERE NOT alias IN n.aliases],
    n.handles = n.handles + [handle IN row.handles WHERE NOT handle IN n.handles],
    n.projects = CASE WHEN row.projects = [] THEN n.projects ELSE (coalesce(n.projects, []) +
                 [project IN row.projects WHERE NOT project IN coalesce(n.projects, [])])[..32] END
WITH n, row WHERE (n.merged_into IS NOT NULL) = row.is_merged
RETURN count(*) AS written
