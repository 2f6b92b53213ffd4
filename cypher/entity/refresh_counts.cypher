// How many units mention an entity or are about it: degrees, so a hub costs no more than a rare name.
// mode:    write
// params:  tenant STRING, ids LIST<STRING>
// returns: refreshed INTEGER
// plan:    NodeUniqueIndexSeek
UNWIND $ids AS wanted
MATCH (n:Entity {tenant: $tenant, id: wanted})
SET n.about_count = COUNT { (n)<-[:ABOUT]-() },
    n.df = COUNT { (n)<-[:MENTIONS]-() } + COUNT { (n)<-[:ABOUT]-() }
RETURN count(n) AS refreshed
