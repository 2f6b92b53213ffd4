// How many live chunks a tenant has, and how many of them have a vector.
// mode:    read
// params:  tenant STRING
// returns: chunks INTEGER, embedded INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (c:Chunk) WHERE c.tenant = $tenant AND c.id >= '' AND c.live
RETURN count(c) AS chunks, count(c.embedding) AS embedded
