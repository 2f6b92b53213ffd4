// The last episodes of a project (or of all, when it is ""), newest first, and the topics they speak of most, each with
// the last time it was spoken of.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, project STRING, episodes INTEGER, topics INTEGER
// returns: episodes LIST<MAP>, topics LIST<MAP>
// plan:    NodeIndexSeek
CALL () {
  MATCH (e:Episode {tenant: $tenant})
  WHERE e.happened_at IS NOT NULL AND e.audience IN $audiences AND e.live AND ($project = '' OR e.project = $project)
  WITH e ORDER BY e.happened_at DESC, e.id LIMIT $episodes
  RETURN collect(e) AS last
}
CALL (last) {
  CALL (last) {
    UNWIND last AS e
    MATCH (e)-[about:ABOUT]->(t:Topic) WHERE t.merged_into IS NULL
    RETURN e, t, coalesce(about.weight, 1.0) AS weight
  UNION ALL
    UNWIND last AS e
    MATCH (e)<-[:PART_OF]-(c:Chunk)-[names:MENTIONS]->(t:Topic)
    WHERE c.audience IN $audiences AND c.live AND t.merged_into IS NULL
    RETURN e, t, coalesce(names.weight, 0.5) AS weight
  }
  WITH t, max(e.happened_at) AS at, sum(weight) AS weight ORDER BY weight DESC, t.id LIMIT $topics
  RETURN collect({id: t.id, handle: t.handle, name: t.name, at: at}) AS topics
}
RETURN [e IN last | e {.id, .kind, .title, .uri, .project, .happened_at}] AS episodes, topics
