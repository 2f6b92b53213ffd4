// What answers: version and edition of the server.
// mode:    read
// params:
// returns: version STRING, edition STRING
// plan:
CALL dbms.components() YIELD name, versions, edition
WHERE name = 'Neo4j Kernel'
RETURN versions[0] AS version, edition
