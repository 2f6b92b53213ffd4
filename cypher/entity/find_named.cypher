// Entities whose name the question holds (by key), or whose name or alias shares a word with it, that some readable
// node names; each with the readable chunks and episodes it is the subject of. A merged entity gives
// its survivor; a name or an alias is given only when something readable calls it so.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, keys LIST<STRING>, name_query STRING, live LIST<BOOLEAN>, recorded ZONED DATETIME, depth INTEGER, per_entity INTEGER, surfaces INTEGER, walked INTEGER
// returns: found LIST<LIST<ANY>>
// plan:    NodeIndexSeek
CALL () {
  UNWIND $keys AS key
  MATCH (e:Entity {tenant: $tenant, name_key: key})
  RETURN e
UNION
  CALL db.index.fulltext.queryNodes('entity_name', $name_query, {limit: $depth}) YIELD node AS e
  WHERE e.tenant = $tenant
  RETURN e
}
WITH DISTINCT e
WHERE EXISTS { (e)<-[said]-(n) WHERE n.audience IN $audiences AND coalesce(coalesce(said.merged_at, said.created_at) <= $recorded, true) }
MATCH (e) (()-[up:MERGED_INTO|UNDONE]->()
  WHERE coalesce(up.created_at <= $recorded AND coalesce(up.expired_at > $recorded, true), up.was IS NULL)){0,16} (end:Entity)
WHERE NOT EXISTS {
  (end)-[on:MERGED_INTO|UNDONE]->(:Entity)
  WHERE coalesce(on.created_at <= $recorded AND coalesce(on.expired_at > $recorded, true), on.was IS NULL)
}
WITH DISTINCT end AS e
CALL (e) {
  WITH e WHERE size(e.aliases) > 0
  MATCH (e)<-[m:MENTIONS|SAID_BY]-(c:Chunk)
  WITH m, c LIMIT $surfaces
  WHERE c.audience IN $audiences
  RETURN collect(DISTINCT coalesce(m.surface, c.speaker)) AS surfaces
}
CALL (e) {
  MATCH (e)<-[about:ABOUT]-(n:Chunk|Episode)
  WHERE n.audience IN $audiences AND n.live IN $live
    AND coalesce(coalesce(about.merged_at, about.created_at) <= $recorded, true)
  WITH n, about LIMIT $per_entity
  RETURN collect([n.id, about.weight]) AS subjects
}
CALL (e) {
  MATCH (e)<-[touch:TOUCHED {how: 'is'}]-(n:Episode)
  WHERE n.audience IN $audiences AND n.live IN $live AND coalesce(touch.created_at <= $recorded, true)
  WITH n LIMIT $per_entity
  RETURN collect([n.id, 1.0]) AS records
}
CALL (e) {
  WITH e WHERE e.df <= $walked
  MATCH (e)<-[m:MENTIONS]-(c:Chunk)
  WHERE c.audience IN $audiences AND coalesce(coalesce(m.merged_at, m.created_at) <= $recorded, true)
  RETURN collect(DISTINCT c.unit_id) AS mentions
}
WITH e, surfaces, subjects, records, mentions,
     CASE WHEN e.own_aliases IS NULL
               OR EXISTS { (e)<-[r]-(m) WHERE m.audience IN $audiences AND r.called IS NULL } THEN e.name
          ELSE head([(e)<-[r]-(m) WHERE m.audience IN $audiences | r.called]) END AS name
RETURN collect([e.id, name, CASE WHEN name = e.name THEN e.name_key ELSE '' END, e.kind,
                [alias IN e.aliases WHERE alias IN surfaces], e.df, e.about_count, subjects + records, mentions]) AS found
