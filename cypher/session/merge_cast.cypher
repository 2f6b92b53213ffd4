// The people whom a session has named: a short form later in it means one of them.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, rows LIST<MAP>, most INTEGER
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $rows AS row
MATCH (s:Session {tenant: $tenant, id: row.session_id})
SET s.cast = (coalesce(s.cast, []) + [id IN row.ids WHERE NOT id IN coalesce(s.cast, [])])[..$most]
RETURN count($now) AS written
