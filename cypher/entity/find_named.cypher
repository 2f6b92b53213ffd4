// Entities whose name the question holds (by key), or whose name or alias shares a word with it, that some readable
// node names; each with the readable chunks and episodes it is the subject of.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, keys LIST<STRING>, name_query STRING, depth INTEGER, per_entity INTEGER
// returns: id STRING, name STRING, name_key STRING, kind STRING, aliases LIST<STRING>, df INTEGER, about_count INTEGER, abouts LIST<MAP>
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
WITH e
WHERE EXISTS { (e)<--(n) WHERE n.audience IN $audiences }
CALL (e) {
  MATCH (e)<-[about:ABOUT]-(n:Chunk|Episode)
  WHERE n.audience IN $audiences AND n.live
  RETURN collect({id: n.id, weight: about.weight})[..$per_entity] AS subjects
}
CALL (e) {
  MATCH (e)<-[touch:TOUCHED {how: 'is'}]-(n:Episode)
  WHERE n.audience IN $audiences AND n.live
  RETURN collect({id: n.id, weight: 1.0})[..$per_entity] AS records
}
RETURN e.id AS id, e.name AS name, e.name_key AS name_key, e.kind AS kind, e.aliases AS aliases, e.df AS df,
       e.about_count AS about_count, subjects + records AS abouts
