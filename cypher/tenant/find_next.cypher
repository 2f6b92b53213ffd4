// The first tenant after $after that has anything with a vector; null after the last one.
// mode:    read
// params:  after STRING
// returns: tenant STRING
// plan:
CALL () {
  MATCH (n:Chunk) WHERE n.tenant > $after AND n.id >= '' RETURN n.tenant AS found ORDER BY found LIMIT 1
UNION ALL
  MATCH (n:Statement) WHERE n.tenant > $after AND n.id >= '' RETURN n.tenant AS found ORDER BY found LIMIT 1
UNION ALL
  MATCH (n:Entity) WHERE n.tenant > $after AND n.id >= '' RETURN n.tenant AS found ORDER BY found LIMIT 1
}
RETURN min(found) AS tenant
