// How many chunks there are in all tenants: the store's own counter, for the rarity of names.
// mode:    read
// params:
// returns: chunks INTEGER
// plan:
MATCH (c:Chunk) RETURN count(c) AS chunks
