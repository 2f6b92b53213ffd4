// Later decisions on the same rare subject: what may lean on a decision though no text says that it does. One that
// says the same again is left out.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, id STRING, hub INTEGER, limit INTEGER, same FLOAT, valid ZONED DATETIME, recorded ZONED DATETIME
// returns: entity_id STRING, entity STRING, weight FLOAT, statement MAP, chunk MAP, episode MAP
// plan:    NodeUniqueIndexSeek
MATCH (d:Statement {tenant: $tenant, id: $id})-[mine:ABOUT]->(e:Entity)<-[theirs:ABOUT]-(later:Decision)
WHERE COUNT { (e)<-[:ABOUT]-() } <= $hub AND later <> d AND later.audience IN $audiences AND later.live
  AND later.valid_at > d.valid_at AND coalesce(later.valid_at <= $valid, $valid IS NULL)
  AND ($recorded IS NULL OR later.created_at <= $recorded)
  AND NOT EXISTS { (d)-[:SUPERSEDES]-(later) }
  AND vector.similarity.cosine(d.embedding, later.embedding) < $same
WITH later, e, coalesce(mine.called, e.name) AS name, mine.weight * theirs.weight AS weight ORDER BY weight DESC, later.id
WITH later, collect({e: e, name: name, weight: weight})[0] AS best LIMIT $limit
MATCH (later)-[quote:EVIDENCED_BY]->(c:Chunk)-[:PART_OF]->(episode:Episode)
WHERE c.audience IN $audiences
RETURN best.e.id AS entity_id, best.name AS entity, best.weight AS weight,
       later {.id, .handle, .kind, .text, .confidence, .valid_at, .live, .extractor, start: quote.start,
              end: quote.end, standing: later.status} AS statement,
       c {.id, .text, .speaker, .happened_at, .episode_id} AS chunk, episode {.id, .title, .uri} AS episode
