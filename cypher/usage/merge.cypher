// Adds to what an engine has cost on a day.
// mode:    write
// params:  tenant STRING, now ZONED DATETIME, id STRING, day STRING, engine STRING, calls INTEGER, chars INTEGER, tokens_in INTEGER, tokens_out INTEGER
// returns: calls INTEGER
// plan:    MergeUniqueNode
MERGE (u:TokenUse {tenant: $tenant, id: $id})
ON CREATE SET u.created_at = $now, u.day = $day, u.engine = $engine,
              u.calls = 0, u.chars = 0, u.tokens_in = 0, u.tokens_out = 0
SET u.calls = u.calls + $calls, u.chars = u.chars + $chars,
    u.tokens_in = u.tokens_in + $tokens_in, u.tokens_out = u.tokens_out + $tokens_out
RETURN u.calls AS calls
