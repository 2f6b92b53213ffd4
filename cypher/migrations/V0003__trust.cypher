// What a trusted write path adds: where a source was read up to, what waits for a keeper (quarantined text, two nodes
// that may be one, statements that contradict each other).
// mode:    schema
// params:
// returns:
// plan:

CREATE CONSTRAINT cursor_id IF NOT EXISTS FOR (n:Cursor) REQUIRE (n.tenant, n.id) IS UNIQUE;
CREATE INDEX chunk_quarantined IF NOT EXISTS FOR (n:Chunk) ON (n.tenant, n.quarantined);
CREATE INDEX audit_entry_at IF NOT EXISTS FOR (n:AuditEntry) ON (n.tenant, n.at);
CREATE INDEX token_use_day IF NOT EXISTS FOR (n:TokenUse) ON (n.tenant, n.day);
CREATE INDEX same_as_status IF NOT EXISTS FOR ()-[r:SAME_AS]-() ON (r.tenant, r.status);
CREATE INDEX contradicts_status IF NOT EXISTS FOR ()-[r:CONTRADICTS]-() ON (r.tenant, r.status);
