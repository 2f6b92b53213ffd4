// Every index with its state: a half-filled index must not look like an empty memory.
// mode:    read
// params:
// returns: name STRING, kind STRING, state STRING, labels LIST<STRING>, properties LIST<STRING>
// plan:
SHOW INDEXES YIELD name, type, state, labelsOrTypes, properties
RETURN name, type AS kind, state, labelsOrTypes AS labels, properties
ORDER BY name
