// How many chunks and episodes are about an entity, and how many units (turns, blocks) mention it or are about it:
// counted up to a bound, degrees above it, so a hub costs no more than a rare name.
// mode:    write
// params:  tenant STRING, ids LIST<STRING>, counted INTEGER
// returns: refreshed INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (n:Entity {tenant: $tenant, id: wanted})
WITH n, COUNT { (n)<-[:MENTIONS]-() } + COUNT { (n)<-[:ABOUT]-() } AS degree
CALL (n, degree) {
  WITH * WHERE degree > $counted
  RETURN COUNT { (n)<-[:ABOUT]-() } AS about_count, degree AS df
UNION ALL
  WITH * WHERE degree <= $counted
  OPTIONAL MATCH (n)<-[:MENTIONS|ABOUT]-(c:Chunk)
  WITH n, collect(DISTINCT c.unit_id) AS units, collect(DISTINCT c.episode_id) AS episodes
  OPTIONAL MATCH (n)<-[:ABOUT]-(c:Chunk|Episode)
  WITH units, episodes, collect(DISTINCT c) AS subjects
  RETURN size(subjects) AS about_count,
         size(units) + size([c IN subjects WHERE c:Episode AND NOT c.id IN episodes]) AS df
}
SET n.about_count = about_count, n.df = df
RETURN count(n) AS refreshed
