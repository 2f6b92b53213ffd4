// Waits until every index is online; raises when one has failed or the time is over.
// mode:    read
// params:  seconds INTEGER
// returns:
// plan:
CALL db.awaitIndexes($seconds)
