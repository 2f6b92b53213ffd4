// Where a named thing (by the ids it had) was met: the names it was read by, the last episodes that name it, and the
// topics they are about, rarest last.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, members LIST<STRING>, recorded ZONED DATETIME, valid ZONED DATETIME, names INTEGER, episodes INTEGER, topics INTEGER
// returns: names LIST<STRING>, episodes LIST<MAP>, topics LIST<MAP>
// plan:    NodeUniqueIndexSeek
CALL () {
  UNWIND $members AS member
  MATCH (d:Entity {tenant: $tenant, id: member})<-[r:MENTIONS|SAID_BY|MERGED]-(c:Chunk)
  WHERE coalesce(r.was, type(r)) IN ['MENTIONS', 'SAID_BY'] AND c.audience IN $audiences
    AND (r.merged_from IS NULL OR any(x IN r.merged_from WHERE x IN $members))
    AND coalesce(r.created_at <= $recorded AND coalesce(c.expired_at > $recorded, true), c.live) AND coalesce(c.happened_at <= $valid, true)
  RETURN c, coalesce(r.surface, c.speaker) AS name
}
WITH c, name ORDER BY name
WITH collect(DISTINCT name)[..$names] AS names, collect(DISTINCT c.episode_id) AS ids
CALL (ids) {
  UNWIND ids AS id
  MATCH (e:Episode {tenant: $tenant, id: id})
  WHERE e.audience IN $audiences
  WITH e ORDER BY coalesce(e.happened_at.epochMillis, 0) DESC, e.id LIMIT $episodes
  RETURN collect(e) AS last
}
CALL (last) {
  UNWIND last AS e
  MATCH (e)-[about:ABOUT]->(t:Topic)
  WHERE NOT t.id IN $members AND coalesce(about.created_at <= $recorded, true)
  WITH t, max(e.happened_at) AS at, sum(coalesce(about.weight, 1.0)) AS weight ORDER BY weight DESC, t.id LIMIT $topics
  RETURN collect({id: t.id, handle: t.handle, name: t.name, at: at}) AS topics
}
RETURN names, [e IN last | e {.id, .kind, .title, .uri, .project, .happened_at}] AS episodes, topics
