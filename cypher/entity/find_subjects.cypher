// The named things a reader may mean, as they were known: by id or handle, by name, by an alias that something readable
// calls it, or (people) by the first part of a name. Each with the ids of all that were one with it then, under a name
// that something readable calls it. What nothing readable names yields no row.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, wanted STRING, key STRING, alias STRING, name_query STRING, most INTEGER, recorded ZONED DATETIME
// returns: id STRING, handle STRING, kind STRING, name STRING, members LIST<STRING>, rank INTEGER
// plan:    NodeUniqueIndexSeek, NodeIndexSeek
CALL () {
  MATCH (e:Entity {tenant: $tenant, id: $wanted}) RETURN e, 0 AS rank
UNION
  MATCH (e:Entity {tenant: $tenant, handle: $wanted}) RETURN e, 0 AS rank
UNION
  WITH * WHERE $key <> ''
  MATCH (e:Entity {tenant: $tenant, name_key: $key}) RETURN e, 0 AS rank
UNION
  WITH * WHERE $key <> ''
  MATCH (e:Entity {tenant: $tenant, kind: 'Person'}) WHERE e.name_key STARTS WITH $key + ' '
  RETURN e, 2 AS rank ORDER BY e.name_key, e.id LIMIT $most
UNION
  CALL db.index.fulltext.queryNodes('entity_name', $name_query, {limit: $most}) YIELD node AS e
  WHERE e.tenant = $tenant
    AND EXISTS { (e)<-[m:MENTIONS|MERGED]-(c:Chunk) WHERE c.audience IN $audiences AND toLower(m.surface) = $alias }
  RETURN e, 1 AS rank
}
WITH e, min(rank) AS rank
WHERE EXISTS {
  (e)<-[r]-(said) WHERE said.audience IN $audiences
    AND (e.id = $wanted OR e.handle = $wanted OR r.merged_from IS NULL OR e.id IN r.merged_from)
    AND coalesce(r.created_at <= $recorded AND coalesce(r.expired_at > $recorded, true), type(r) <> 'UNDONE')
}
MATCH (e) (()-[up:MERGED_INTO|UNDONE]->()
  WHERE coalesce(up.created_at <= $recorded AND coalesce(up.expired_at > $recorded, true), up.was IS NULL)){0,16} (root:Entity)
WHERE NOT EXISTS {
  (root)-[on:MERGED_INTO|UNDONE]->(:Entity)
  WHERE coalesce(on.created_at <= $recorded AND coalesce(on.expired_at > $recorded, true), on.was IS NULL)
}
WITH root, min(rank) AS rank
MATCH (member:Entity) (()-[into:MERGED_INTO|UNDONE]->()
  WHERE coalesce(into.created_at <= $recorded AND coalesce(into.expired_at > $recorded, true), into.was IS NULL)){0,16} (root)
WITH root, rank, member, EXISTS {
  (member)<-[r]-(said) WHERE said.audience IN $audiences AND (r.merged_from IS NULL OR member.id IN r.merged_from)
    AND coalesce(r.created_at <= $recorded AND coalesce(r.expired_at > $recorded, true), type(r) <> 'UNDONE')
} AS is_read
WITH root, rank, member, is_read ORDER BY member <> root, member.id
WITH root, rank, collect(member.id) AS members, collect(CASE WHEN is_read THEN member.name END) AS names
WHERE size(names) > 0
RETURN root.id AS id, root.handle AS handle, root.kind AS kind, names[0] AS name, members, rank
ORDER BY rank, kind, id LIMIT $most
