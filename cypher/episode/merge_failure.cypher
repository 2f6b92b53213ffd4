// An engine could not read an episode: how often is counted, and the last reason is kept.
// mode:    write
// params:  tenant STRING, id STRING, reading STRING, reason STRING, failures INTEGER
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (e:Episode {tenant: $tenant, id: $id})
SET e.failed_by = (coalesce(e.failed_by, []) + $reading)[-4 * $failures..], e.failed_reason = $reason
RETURN count(e) AS written
