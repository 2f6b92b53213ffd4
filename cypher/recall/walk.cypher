// Two hops from the seeds over entities: forward to what an entity is the subject of, shared mentions of rare entities,
// and backward from a seed's own subject. A name is one bridge whatever its kinds, but for two people of one name. Hubs are tested before they are
// expanded; every node reached is checked.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, live LIST<BOOLEAN>, seeds LIST<STRING>, asked LIST<STRING>, stems LIST<STRING>, hub INTEGER, per_seed INTEGER, per_entity INTEGER, links INTEGER, project STRING, valid ZONED DATETIME, recorded ZONED DATETIME
// returns: seed STRING, entity STRING, name STRING, df INTEGER, about_count INTEGER, sentences LIST<INTEGER>, start INTEGER, end INTEGER, kind STRING, weight FLOAT, target MAP
// plan:    NodeUniqueIndexSeek, NodeIndexSeek
UNWIND $seeds AS seed
MATCH (p:Chunk {tenant: $tenant, id: seed})
WHERE p.audience IN $audiences
CALL (p) {
  MATCH (p)-[m:MENTIONS]->(named:Entity)
  WHERE NOT named.id IN $asked AND ($recorded IS NULL OR coalesce(m.merged_at, m.created_at) <= $recorded)
  WITH p, m, named ORDER BY named.df, named.id LIMIT $per_seed
  MATCH (e:Entity {tenant: $tenant, name_key: named.name_key})
  WHERE e = named OR e.kind <> 'Person' OR named.kind <> 'Person'
  CALL (p, e) {
    MATCH (e)<-[about:ABOUT]-(d:Chunk)
    WHERE d <> p AND ($recorded IS NULL OR coalesce(about.merged_at, about.created_at) <= $recorded)
    RETURN d, about.weight AS weight, 'forward' AS kind LIMIT $per_entity
  UNION ALL
    MATCH (e)<-[about:ABOUT]-(:Episode)<-[:PART_OF]-(d:Chunk)
    WHERE d <> p AND ($recorded IS NULL OR coalesce(about.merged_at, about.created_at) <= $recorded)
    RETURN d, about.weight AS weight, 'forward' AS kind LIMIT $per_entity
  UNION ALL
    WITH p, e WHERE 1 < e.df <= $hub
    MATCH (e)<-[also:MENTIONS]-(d:Chunk)
    WHERE d <> p AND ($recorded IS NULL OR coalesce(also.merged_at, also.created_at) <= $recorded)
    RETURN d, 1.0 AS weight, 'shared' AS kind
  }
  RETURN e, coalesce(m.called, e.name) AS name, m.sentences AS sentences, m.start AS start, m.end AS end, d, weight, kind
UNION ALL
  MATCH (p)-[:PART_OF]->(episode:Episode)
  UNWIND [p, episode] AS subject
  MATCH (subject)-[about:ABOUT]->(own:Entity)
  WHERE NOT own.id IN $asked AND ($recorded IS NULL OR coalesce(about.merged_at, about.created_at) <= $recorded)
  MATCH (e:Entity {tenant: $tenant, name_key: own.name_key})
  WHERE e.df <= $hub AND (e = own OR e.kind <> 'Person' OR own.kind <> 'Person')
  MATCH (e)<-[also:MENTIONS]-(d:Chunk)
  WHERE d <> p AND ($recorded IS NULL OR coalesce(also.merged_at, also.created_at) <= $recorded)
  RETURN e, coalesce(about.called, e.name) AS name, [] AS sentences, 0 AS start, 0 AS end, d, about.weight AS weight, 'backward' AS kind
}
WITH p, e, name, sentences, start, end, d, weight, kind
WHERE d.audience IN $audiences AND d.live IN $live AND ($project = '' OR d.project = $project)
  AND ($valid IS NULL OR d.happened_at <= $valid)
  AND ($recorded IS NULL OR (d.created_at <= $recorded AND coalesce(d.expired_at > $recorded, true)))
WITH p, e, name, sentences, start, end, d, weight, kind ORDER BY e.df, p.id, d.id LIMIT $links
RETURN p.id AS seed, e.id AS entity, name, e.df AS df, e.about_count AS about_count, sentences, start, end,
       kind, weight,
       d {.id, .unit_id, .episode_id, .episode_kind, .position, .speaker, .role, .asks, .is_noise, .section,
          happened_at: d.happened_at.epochMillis,
          covered: [n IN range(0, size($stems) - 1) WHERE $stems[n] IN d.terms]} AS target
