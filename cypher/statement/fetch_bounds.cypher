// Who may read statements, whether they hold and since when, locked until the transaction ends; unknown ids yield no row.
// mode:    write
// params:  tenant STRING, ids LIST<STRING>
// returns: id STRING, audience STRING, live BOOLEAN, valid_at ZONED DATETIME, created_at ZONED DATETIME
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (s:Statement {tenant: $tenant, id: wanted})
SET s.version = coalesce(s.version, 1)
RETURN s.id AS id, s.audience AS audience, s.live AS live, s.valid_at AS valid_at, s.created_at AS created_at
