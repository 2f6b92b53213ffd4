// The entities that were merged into the given ones, directly or in turn, and these themselves: their names as they
// are, and what was their own before any merge.
// mode:    read
// params:  tenant STRING, ids LIST<STRING>
// returns: root STRING, id STRING, name STRING, name_key STRING, merged_at ZONED DATETIME, held MAP, own MAP
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (a:Entity {tenant: $tenant, id: wanted})
MATCH (d:Entity)-[:MERGED_INTO*0..16]->(a)
RETURN a.id AS root, d.id AS id, d.name AS name, d.name_key AS name_key, d.merged_at AS merged_at,
       {aliases: d.aliases, handles: d.handles, projects: d.projects} AS held,
       {aliases: d.own_aliases, handles: d.own_handles, projects: d.own_projects} AS own
