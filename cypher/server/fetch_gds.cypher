// The version of the graph algorithms; fails when the plugin is not there.
// mode:    read
// params:
// returns: version STRING
// plan:
RETURN gds.version() AS version
