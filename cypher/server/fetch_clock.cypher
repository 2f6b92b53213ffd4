// What time it is on the server, at the moment the query runs.
// mode:    read
// params:
// returns: now ZONED DATETIME
// plan:
RETURN datetime.realtime() AS now
