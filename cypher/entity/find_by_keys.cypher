// Entities with one of the ids, people with one of the name keys, and the people the sessions have named; each with the
// entity it was merged into in the end (itself when it was not).
// mode:    read
// params:  tenant STRING, sessions LIST<STRING>, ids LIST<STRING>, people LIST<STRING>, per_key INTEGER
// returns: entity MAP, survivor STRING, in_sessions LIST<STRING>
// plan:    NodeUniqueIndexSeek, NodeIndexSeek
CALL () {
  UNWIND $sessions AS wanted
  MATCH (s:Session {tenant: $tenant, id: wanted})
  RETURN collect({id: s.id, cast: coalesce(s.cast, [])}) AS casts
}
CALL (casts) {
  UNWIND $ids AS wanted
  MATCH (e:Entity {tenant: $tenant, id: wanted})
  RETURN e
UNION
  UNWIND casts AS one
  UNWIND one.cast AS wanted
  MATCH (e:Entity {tenant: $tenant, id: wanted})
  RETURN e
UNION
  UNWIND $people AS key
  CALL (key) {
    MATCH (e:Entity {tenant: $tenant, kind: 'Person', name_key: key})
    RETURN e ORDER BY e.id LIMIT $per_key
  }
  RETURN e
}
CALL (e) {
  MATCH (e)-[:MERGED_INTO*0..16]->(end:Entity)
  WHERE end.merged_into IS NULL
  RETURN end.id AS survivor LIMIT 1
}
RETURN e {.id, .kind, .name, .name_key, .aliases, .handles, .projects} AS entity, survivor, [one IN casts WHERE e.id IN one.cast | one.id] AS in_sessions
