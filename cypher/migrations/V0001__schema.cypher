// The whole shape of graph-model.md: uniqueness, look-up, range and full-text indexes. Vector indexes depend on the
// embedding model and are made by V0002 with its dimension.
// mode:    schema
// params:
// returns:
// plan:

CREATE CONSTRAINT migration_name IF NOT EXISTS FOR (n:Migration) REQUIRE n.name IS UNIQUE;
CREATE CONSTRAINT session_id IF NOT EXISTS FOR (n:Session) REQUIRE (n.tenant, n.id) IS UNIQUE;
CREATE CONSTRAINT episode_id IF NOT EXISTS FOR (n:Episode) REQUIRE (n.tenant, n.id) IS UNIQUE;
CREATE CONSTRAINT chunk_id IF NOT EXISTS FOR (n:Chunk) REQUIRE (n.tenant, n.id) IS UNIQUE;
CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (n:Entity) REQUIRE (n.tenant, n.id) IS UNIQUE;
CREATE CONSTRAINT statement_id IF NOT EXISTS FOR (n:Statement) REQUIRE (n.tenant, n.id) IS UNIQUE;
CREATE CONSTRAINT topic_slug IF NOT EXISTS FOR (n:Topic) REQUIRE (n.tenant, n.slug) IS UNIQUE;
CREATE CONSTRAINT revision_id IF NOT EXISTS FOR (n:Revision) REQUIRE (n.tenant, n.id) IS UNIQUE;
CREATE CONSTRAINT proposal_id IF NOT EXISTS FOR (n:Proposal) REQUIRE (n.tenant, n.id) IS UNIQUE;
CREATE CONSTRAINT audit_entry_id IF NOT EXISTS FOR (n:AuditEntry) REQUIRE (n.tenant, n.id) IS UNIQUE;
CREATE CONSTRAINT tombstone_id IF NOT EXISTS FOR (n:Tombstone) REQUIRE (n.tenant, n.id) IS UNIQUE;
CREATE CONSTRAINT principal_id IF NOT EXISTS FOR (n:Principal) REQUIRE (n.tenant, n.id) IS UNIQUE;
CREATE CONSTRAINT team_id IF NOT EXISTS FOR (n:Team) REQUIRE (n.tenant, n.id) IS UNIQUE;
CREATE CONSTRAINT api_key_id IF NOT EXISTS FOR (n:ApiKey) REQUIRE (n.tenant, n.id) IS UNIQUE;
CREATE CONSTRAINT outbox_mark_id IF NOT EXISTS FOR (n:OutboxMark) REQUIRE (n.tenant, n.id) IS UNIQUE;
CREATE CONSTRAINT checkpoint_id IF NOT EXISTS FOR (n:Checkpoint) REQUIRE (n.tenant, n.id) IS UNIQUE;
CREATE CONSTRAINT token_use_id IF NOT EXISTS FOR (n:TokenUse) REQUIRE (n.tenant, n.id) IS UNIQUE;

CREATE INDEX episode_kind IF NOT EXISTS FOR (n:Episode) ON (n.tenant, n.kind);
CREATE INDEX statement_kind IF NOT EXISTS FOR (n:Statement) ON (n.tenant, n.kind);
CREATE INDEX entity_kind_name_key IF NOT EXISTS FOR (n:Entity) ON (n.tenant, n.kind, n.name_key);
CREATE INDEX entity_name_key IF NOT EXISTS FOR (n:Entity) ON (n.tenant, n.name_key);
CREATE INDEX episode_text_hash IF NOT EXISTS FOR (n:Episode) ON (n.tenant, n.text_hash);
CREATE INDEX episode_happened_at IF NOT EXISTS FOR (n:Episode) ON (n.tenant, n.happened_at);
CREATE INDEX chunk_happened_at IF NOT EXISTS FOR (n:Chunk) ON (n.tenant, n.happened_at);
CREATE INDEX chunk_unit IF NOT EXISTS FOR (n:Chunk) ON (n.tenant, n.unit_id);
CREATE INDEX statement_validity IF NOT EXISTS FOR (n:Statement) ON (n.tenant, n.valid_at, n.invalid_at);
CREATE INDEX statement_key IF NOT EXISTS FOR (n:Statement) ON (n.tenant, n.semantic_key, n.scope);
CREATE INDEX statement_tier IF NOT EXISTS FOR (n:Statement) ON (n.tenant, n.tier, n.strength);
CREATE INDEX statement_handle IF NOT EXISTS FOR (n:Statement) ON (n.tenant, n.handle);
CREATE INDEX entity_handle IF NOT EXISTS FOR (n:Entity) ON (n.tenant, n.handle);
CREATE INDEX episode_handle IF NOT EXISTS FOR (n:Episode) ON (n.tenant, n.handle);

CREATE FULLTEXT INDEX chunk_text IF NOT EXISTS FOR (n:Chunk) ON EACH [n.text, n.speaker, n.context, n.keywords, n.reach]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
CREATE FULLTEXT INDEX chunk_window IF NOT EXISTS FOR (n:Chunk) ON EACH [n.window_text, n.reach]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
CREATE FULLTEXT INDEX statement_text IF NOT EXISTS FOR (n:Statement) ON EACH [n.text, n.semantic_key, n.keywords, n.reach]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
CREATE FULLTEXT INDEX entity_name IF NOT EXISTS FOR (n:Entity) ON EACH [n.name, n.aliases, n.slug, n.reach]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};
