// Gives a survivor what the entities merged into it have kept, once where several have it and not where it has the
// same itself; relationships between entities follow both ends. merged_from names for whom a relationship stands,
// merged_at since when.
// mode:    write
// params:  tenant STRING, id STRING
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (a:Entity {tenant: $tenant, id: $id}) WHERE a.merged_into IS NULL
MATCH path = (d:Entity)-[:MERGED_INTO*0..16]->(a)
MATCH (d)-[m:MERGED]-(x)
CALL (x) {
  WITH x WHERE NOT x:Entity
  RETURN x AS end
UNION
  WITH x WHERE x:Entity
  MATCH (x)-[:MERGED_INTO*0..16]->(end:Entity) WHERE end.merged_into IS NULL
  RETURN end
}
WITH a, end, m, startNode(m) = d AS is_out, CASE WHEN d = a THEN x.id ELSE d.id END AS origin,
     CASE WHEN d <> a THEN d.name END AS called,
     reduce(last = coalesce(d.merged_at, x.merged_at), n IN nodes(path)[..-1] |
            CASE WHEN n.merged_at > last THEN n.merged_at ELSE last END) AS joined
WHERE end <> a
WITH a, end, m, is_out, origin, called, joined ORDER BY origin, m.created_at, m.weight
WITH a, end, m.was AS was, is_out, m.how AS how, collect(DISTINCT origin) AS origins, collect(m)[0] AS m, head(collect(called)) AS called,
     min(joined) AS joined
WHERE NOT EXISTS { (a)-[r]-(end)
                   WHERE type(r) = was AND (startNode(r) = a) = is_out AND coalesce(r.how, '') = coalesce(how, '') }
CALL (a, end, m, was, is_out, origins, called, joined) {
  WITH * WHERE is_out
  CREATE (a)-[r:$(was)]->(end)
  SET r = properties(m), r.was = null, r.merged_from = origins, r.called = called, r.merged_at = joined
}
CALL (a, end, m, was, is_out, origins, called, joined) {
  WITH * WHERE NOT is_out
  CREATE (a)<-[r:$(was)]-(end)
  SET r = properties(m), r.was = null, r.merged_from = origins, r.called = called, r.merged_at = joined
}
RETURN count(*) AS written
