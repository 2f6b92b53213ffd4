// Stored text hash of each episode, by id, or by hash for copies under another name; unknown ones yield no row.
// The hash is empty while links to other episodes are still to be made: such an episode is to be written again.
// mode:    read
// params:  tenant STRING, audience STRING, ids LIST<STRING>, hashes LIST<STRING>
// returns: id STRING, text_hash STRING
// plan:    NodeUniqueIndexSeek, NodeIndexSeek
CALL () {
  UNWIND $ids AS wanted
  MATCH (e:Episode {tenant: $tenant, id: wanted})
  RETURN e
UNION
  UNWIND $hashes AS wanted
  MATCH (e:Episode {tenant: $tenant, text_hash: wanted})
  WHERE e.audience = $audience
  RETURN e
}
RETURN e.id AS id, CASE WHEN coalesce(e.linked, true) THEN e.text_hash ELSE '' END AS text_hash
