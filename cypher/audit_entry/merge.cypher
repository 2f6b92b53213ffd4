// One line of the audit: who did what to what, and when.
// mode:    write
// params:  tenant STRING, id STRING, at ZONED DATETIME, principal STRING, action STRING, target STRING, detail STRING
// returns: written INTEGER
// plan:    MergeUniqueNode
MERGE (a:AuditEntry {tenant: $tenant, id: $id})
ON CREATE SET a.created_at = $at, a.at = $at, a.principal = $principal, a.action = $action, a.target = $target,
              a.detail = $detail
RETURN count(*) AS written
