// The people whom a session has named: a short form later in it means one of them.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, session_id STRING, ids LIST<STRING>, most INTEGER
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (s:Session {tenant: $tenant, id: $session_id})
SET s.cast = (coalesce(s.cast, []) + [id IN $ids WHERE NOT id IN coalesce(s.cast, [])])[..$most]
RETURN count($now) AS written
