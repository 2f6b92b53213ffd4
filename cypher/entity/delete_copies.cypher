// Takes from a survivor the relationships it only has for entities merged into it; what is its own as well loses the
// mark.
// mode:    write
// params:  tenant STRING, id STRING
// returns: deleted INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (a:Entity {tenant: $tenant, id: $id})-[r]-()
WHERE r.merged_from IS NOT NULL
WITH r, a.id IN r.merged_from AS is_own
FOREACH (own IN CASE WHEN is_own THEN [r] ELSE [] END | SET own.merged_from = null)
FOREACH (copy IN CASE WHEN is_own THEN [] ELSE [r] END | DELETE copy)
RETURN count(*) AS deleted
