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
    AND EXISTS { (e)<-[m:MENTIONS|MERGED]-(c:Chunk) WHERE c.audience IN $audiences AND toLower(m.surface) = $alias
                   AND coalesce(coalesce(m.merged_at, m.created_at) <= $recorded, true) }
  RETURN e, 1 AS rank
}
WITH e, min(rank) AS rank
MATCH (e) (()-[up:MERGED_INTO|UNDONE]->()
  WHERE coalesce(up.created_at <= $recorded AND coalesce(up.expired_at > $recorded, true), up.was IS NULL)){0,16} (root:Entity)
WHERE NOT EXISTS { (root)-[on:MERGED_INTO|UNDONE]->(:Entity) WHERE coalesce(on.created_at <= $recorded AND coalesce(on.expired_at > $recorded, true), on.was IS NULL) }
MATCH (member:Entity) (()-[into:MERGED_INTO|UNDONE]->()
  WHERE coalesce(into.created_at <= $recorded AND coalesce(into.expired_at > $recorded, true), into.was IS NULL)){0,16} (root)
WITH DISTINCT e, rank, root, member, EXISTS {
  (member)<-[r]-(said) WHERE said.audience IN $audiences AND (r.merged_from IS NULL OR member.id IN r.merged_from)
    AND coalesce(r.created_at <= $recorded AND coalesce(r.expired_at > $recorded, true), type(r) <> 'UNDONE')
} OR EXISTS {
  (root)<-[r]-(said) WHERE said.audience IN $audiences AND member.id IN r.merged_from
    AND coalesce(r.created_at <= $recorded AND coalesce(r.expired_at > $recorded, true), type(r) <> 'UNDONE')
} AS is_read
WITH e, rank, root, member, is_read ORDER BY member <> root, member.id
WITH e, rank, root, collect(member.id) AS members, collect(CASE WHEN is_read THEN member END) AS readable
WHERE size(readable) > 0 AND (e IN readable OR e.id = $wanted OR e.handle = $wanted)
WITH root, members, readable[0].name AS name, min(rank) AS rank
RETURN root.id AS id, root.handle AS handle, root.kind AS kind, name, members, rank
ORDER BY rank, kind, id LIMIT $most
