// Takes an index away; one that is not there is no error.
// mode:    schema
// params:  name STRING
// returns:
// plan:
DROP INDEX $name IF EXISTS
