// What the given nodes touch, of whatever kind, strongest first: both clocks and the audience are checked on every
// edge and on every node reached. Each node comes with the ids of all that were one with it ($members of it), and so
// does an entity that is reached; what stands under several of them is told once.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, nodes LIST<MAP>, relations LIST<STRING>, per_node INTEGER, per_member INTEGER, valid ZONED DATETIME, recorded ZONED DATETIME
// returns: from_id STRING, relation STRING, is_reversed BOOLEAN, weight FLOAT, id STRING, handle STRING, kind STRING, text STRING, members LIST<STRING>, degree INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $nodes AS node
CALL (node) {
  UNWIND node.members AS wanted
  CALL (wanted) {
    MATCH (n:Entity {tenant: $tenant, id: wanted}) RETURN n
  UNION
    MATCH (n:Statement {tenant: $tenant, id: wanted}) WHERE n.audience IN $audiences RETURN n
  UNION
    MATCH (n:Chunk {tenant: $tenant, id: wanted}) WHERE n.audience IN $audiences RETURN n
  UNION
    MATCH (n:Episode {tenant: $tenant, id: wanted}) WHERE n.audience IN $audiences RETURN n
  }
  CALL (n) {
    MATCH (n)-[r]-(m:Entity|Statement|Chunk|Episode)
    WHERE coalesce(r.was, type(r)) IN $relations AND NOT (n:Entity AND m:Entity)
      AND (r.merged_from IS NULL OR any(x IN r.merged_from WHERE EXISTS {
        (:Entity {tenant: $tenant, id: x}) (()-[at:MERGED_INTO|UNDONE]->() WHERE coalesce(at.created_at <= $recorded
          AND coalesce(at.expired_at > $recorded, true), at.was IS NULL)){0,16} (e) WHERE e = n OR e = m }))
      AND coalesce(r.created_at <= $recorded AND coalesce(r.expired_at > $recorded, true), type(r) <> 'UNDONE')
      AND (m:Entity OR m.audience IN $audiences AND
           CASE WHEN $recorded IS NOT NULL
                THEN m.created_at <= $recorded AND coalesce(m.expired_at > $recorded, true)
                     AND coalesce(coalesce(m.valid_at, m.happened_at) <= $valid, true)
                     AND NOT EXISTS { (m)<-[end:SUPERSEDES|UNDONE]-(:Statement)
                            WHERE end.created_at <= $recorded AND coalesce(end.expired_at > $recorded, true)
                              AND coalesce(end.at <= $valid, true) }
                WHEN $valid IS NOT NULL
                THEN m.expired_at IS NULL AND coalesce(coalesce(m.valid_at, m.happened_at) <= $valid, true)
                     AND coalesce(m.invalid_at > $valid, true)
                ELSE m.live END)
    RETURN r, m, coalesce(r.weight, 1.0) * coalesce(r.confidence, 1.0) AS weight
    ORDER BY weight DESC, m.id, coalesce(r.was, type(r)) LIMIT $per_member
  }
  MATCH (m) (()-[up:MERGED_INTO|UNDONE]->()
    WHERE coalesce(up.created_at <= $recorded AND coalesce(up.expired_at > $recorded, true), up.was IS NULL)){0,16} (root)
  WHERE root = m AND NOT m:Entity OR m:Entity AND NOT EXISTS { (root)-[on:MERGED_INTO|UNDONE]->(:Entity)
    WHERE coalesce(on.created_at <= $recorded AND coalesce(on.expired_at > $recorded, true), on.was IS NULL) }
  WITH root, coalesce(r.was, type(r)) AS relation, startNode(r) = m AS is_reversed, max(weight) AS weight,
       min(CASE WHEN m:Entity THEN coalesce(r.called, m.name) ELSE coalesce(m.text, m.title) END) AS text
  RETURN root, relation, is_reversed, weight, text ORDER BY weight DESC, root.id, relation LIMIT $per_node
}
CALL (root) {
  MATCH (member) (()-[into:MERGED_INTO|UNDONE]->() WHERE coalesce(into.created_at <= $recorded
    AND coalesce(into.expired_at > $recorded, true), into.was IS NULL)){0,16} (root)
  WHERE root:Entity OR member = root
  RETURN collect(DISTINCT member.id) AS members
}
RETURN node.id AS from_id, relation, is_reversed, weight, root.id AS id, coalesce(root.handle, '') AS handle,
       head([l IN labels(root) WHERE NOT l IN ['Entity', 'Statement']]) AS kind, coalesce(text, '') AS text, members,
       coalesce(root.df, 1) AS degree
ORDER BY from_id, weight DESC, id, relation
