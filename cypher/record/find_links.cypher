// What the given episodes say of other records, and what other records say of them: pairs of main decisions with the
// relation and the words, whichever of the two arrived first.
// mode:    read
// params:  tenant STRING, audience STRING, ids LIST<STRING>
// returns: source_id STRING, target_id STRING, how STRING
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (e:Episode {tenant: $tenant, id: wanted})
CALL (e) {
  MATCH (e)-[says:TOUCHED]->(:Artifact)<-[is:TOUCHED {how: 'is'}]-(other:Episode)
  WHERE says.how <> 'is'
  RETURN e AS source, other AS target, says
UNION
  MATCH (e)-[is:TOUCHED {how: 'is'}]->(:Artifact)<-[says:TOUCHED]-(other:Episode)
  WHERE says.how <> 'is'
  RETURN other AS source, e AS target, says
}
WITH DISTINCT source, target, says.how AS how
WHERE source <> target AND source.audience = $audience AND target.audience = $audience
MATCH (a:Statement {tenant: $tenant, id: source.main_decision})
MATCH (b:Statement {tenant: $tenant, id: target.main_decision})
RETURN a.id AS source_id, b.id AS target_id, how
