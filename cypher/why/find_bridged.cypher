// Later decisions on the same rare subject: what may lean on a decision though no text says that it does. One that
// says the same again is left out.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, id STRING, hub INTEGER, limit INTEGER, same FLOAT, valid ZONED DATETIME, recorded ZONED DATETIME
// returns: entity_id STRING, entity STRING, weight FLOAT, statement MAP, chunk MAP, episode MAP
// plan:    NodeUniqueIndexSeek
MATCH (d:Statement {tenant: $tenant, id: $id})-[mine:ABOUT]->(e:Entity)<-[theirs:ABOUT]-(later:Decision)
WHERE e.about_count <= $hub AND later <> d AND later.audience IN $audiences
  AND later.valid_at > d.valid_at
  AND CASE WHEN $recorded IS NOT NULL
           THEN later.created_at <= $recorded AND coalesce(later.expired_at > $recorded, true)
                AND coalesce(later.valid_at <= $valid, true)
                AND NOT EXISTS { (later)<-[end:SUPERSEDES|UNDONE]-(:Statement)
                       WHERE end.created_at <= $recorded AND coalesce(end.expired_at > $recorded, true)
                         AND coalesce(end.at <= $valid, true) }
           WHEN $valid IS NOT NULL
           THEN later.expired_at IS NULL AND coalesce(later.valid_at <= $valid, true) AND coalesce(later.invalid_at > $valid, true)
           ELSE later.live END
  AND ($recorded IS NULL OR coalesce(mine.merged_at, mine.created_at) <= $recorded AND theirs.created_at <= $recorded)
  AND NOT EXISTS { (d)-[over:SUPERSEDES]-(later) WHERE coalesce(over.created_at <= $recorded, true) }
  AND vector.similarity.cosine(d.embedding, later.embedding) < $same
WITH later, e, coalesce(mine.called, e.name) AS name, mine.weight * theirs.weight AS weight ORDER BY weight DESC, later.id
WITH later, collect({e: e, name: name, weight: weight})[0] AS best LIMIT $limit
MATCH (later)-[quote:EVIDENCED_BY]->(c:Chunk)-[:PART_OF]->(episode:Episode)
WHERE c.audience IN $audiences
RETURN best.e.id AS entity_id, best.name AS entity, best.weight AS weight,
       later {.id, .handle, .kind, .text, .confidence, .valid_at, .live, .extractor, start: quote.start,
              end: quote.end, standing: later.status} AS statement,
       c {.id, .text, .speaker, .happened_at, .episode_id} AS chunk, episode {.id, .title, .uri} AS episode
