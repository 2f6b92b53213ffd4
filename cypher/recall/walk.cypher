// Two hops from the seed units over entities: forward to what an entity is the subject of (of a long text the chunks that
// hold most of the question's stems), shared mentions of rare entities, and backward from a seed's own subject. A name is
// one bridge whatever its kinds, but for two people of one name. Hubs are tested before they are expanded; every node
// reached is checked. Plain lists of links, of targets, and of the texts of the seeds that a link starts from.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, live LIST<BOOLEAN>, seeds LIST<STRING>, asked LIST<STRING>, stems LIST<STRING>, hub INTEGER, per_unit INTEGER, per_seed INTEGER, per_entity INTEGER, per_text INTEGER, links INTEGER, project STRING, valid ZONED DATETIME, recorded ZONED DATETIME
// returns: links LIST<LIST<ANY>>, texts LIST<LIST<STRING>>, targets LIST<LIST<ANY>>
// plan:    NodeIndexSeek
UNWIND $seeds AS seed
CALL (seed) {
  MATCH (p:Chunk {tenant: $tenant, unit_id: seed})
  WHERE p.audience IN $audiences AND p.live IN $live
  RETURN p ORDER BY p.position LIMIT $per_unit
}
CALL (seed, p) {
  MATCH (p)-[m:MENTIONS]->(named:Entity)
  WHERE NOT named.id IN $asked AND ($recorded IS NULL OR coalesce(m.merged_at, m.created_at) <= $recorded)
  WITH seed, m, named ORDER BY named.df, named.id LIMIT $per_seed
  MATCH (e:Entity {tenant: $tenant, name_key: named.name_key})
  WHERE e = named OR e.kind <> 'Person' OR named.kind <> 'Person'
  CALL (seed, e) {
    MATCH (e)<-[about:ABOUT]-(d:Chunk)
    WHERE d.unit_id <> seed AND ($recorded IS NULL OR coalesce(about.merged_at, about.created_at) <= $recorded)
    RETURN d, about.weight AS weight, 'forward' AS kind LIMIT $per_entity
  UNION ALL
    MATCH (e)<-[about:ABOUT]-(:Episode)<-[:PART_OF]-(d:Chunk)
    WHERE d.unit_id <> seed AND ($recorded IS NULL OR coalesce(about.merged_at, about.created_at) <= $recorded)
    WITH d, about.weight AS weight LIMIT $per_text
    RETURN d, weight, 'forward' AS kind ORDER BY size([s IN $stems WHERE s IN d.terms]) DESC, d.position LIMIT $per_entity
  UNION ALL
    WITH seed, e WHERE 1 < e.df <= $hub
    MATCH (e)<-[also:MENTIONS]-(d:Chunk)
    WHERE d.unit_id <> seed AND ($recorded IS NULL OR coalesce(also.merged_at, also.created_at) <= $recorded)
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
  WHERE d.unit_id <> seed AND ($recorded IS NULL OR coalesce(also.merged_at, also.created_at) <= $recorded)
  RETURN e, coalesce(about.called, e.name) AS name, [] AS sentences, 0 AS start, 0 AS end, d, about.weight AS weight, 'backward' AS kind
}
WITH seed, p, e, name, sentences, start, end, d, weight, kind
WHERE d.audience IN $audiences AND d.live IN $live AND ($project = '' OR d.project = $project)
  AND ($valid IS NULL OR d.happened_at <= $valid)
  AND ($recorded IS NULL OR (d.created_at <= $recorded AND coalesce(d.expired_at > $recorded, true)))
WITH seed, p, e, name, sentences, start, end, d, weight, kind ORDER BY e.df, p.id, d.id LIMIT $links
WITH collect([d.id, seed, p.id, e.id, name, e.df, e.about_count, coalesce(sentences, []), start, end, kind, weight]) AS links,
     collect(DISTINCT d) AS targets, collect(DISTINCT p) AS sources
RETURN links, [p IN sources | [p.id, p.text]] AS texts,
       [d IN targets | [coalesce(d.card[..12],
          [d.id, d.unit_id, d.episode_id, d.episode_kind, toString(d.position), d.speaker, d.role, toString(d.asks),
           toString(d.is_noise), coalesce(toString(d.happened_at.epochMillis), ''), '', '']),
          [n IN range(0, size($stems) - 1) WHERE $stems[n] IN d.terms], [], []]] AS targets
