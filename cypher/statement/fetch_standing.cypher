// A statement by id or handle, locked until the transaction ends, with what holds in its place; none when it is not
// there or the reader may not see it.
// mode:    write
// params:  tenant STRING, audiences LIST<STRING>, wanted STRING
// returns: node MAP, current MAP
// plan:    NodeUniqueIndexSeek, NodeIndexSeek
CALL () {
  MATCH (s:Statement {tenant: $tenant, id: $wanted}) RETURN s
UNION
  MATCH (s:Statement {tenant: $tenant, handle: $wanted}) RETURN s
}
WITH s WHERE s.audience IN $audiences AND s.expired_at IS NULL
SET s.version = coalesce(s.version, 1)
WITH s
OPTIONAL MATCH (s)<-[:SUPERSEDES]-{1,20}(next:Statement)
WHERE next.live AND next.audience IN $audiences
WITH s, next ORDER BY next.valid_at DESC
WITH s, collect(next {.id, .handle, .text})[0] AS current
RETURN s {.id, .handle, .kind, .text, .semantic_key, .predicate, .project, .scope, .visibility, .owner, .audience,
          .version, .live, standing: coalesce(s.status, s.outcome, s.stance, s.obligation, '')} AS node, current
