// What an engine has cost on a day; no row when it was not asked.
// mode:    read
// params:  tenant STRING, id STRING
// returns: calls INTEGER, chars INTEGER, tokens_in INTEGER, tokens_out INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (u:TokenUse {tenant: $tenant, id: $id})
RETURN u.calls AS calls, u.chars AS chars, u.tokens_in AS tokens_in, u.tokens_out AS tokens_out
