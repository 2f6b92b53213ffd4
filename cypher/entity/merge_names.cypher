// What entities are called, with the names of those merged into them, and which of it is their own (null: all of it).
// mode:    write
// params:  tenant STRING, rows LIST<MAP>
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (n:Entity {tenant: $tenant, id: row.id})
SET n.aliases = row.held.aliases, n.handles = row.held.handles, n.projects = row.held.projects,
    n.own_aliases = row.own.aliases, n.own_handles = row.own.handles, n.own_projects = row.own.projects
RETURN count(*) AS written
