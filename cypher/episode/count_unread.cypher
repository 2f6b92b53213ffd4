// How many episodes an engine has not read as they stand now, those it failed on included.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, extractor STRING, project STRING
// returns: unread INTEGER
// plan:    NodeIndexSeek
MATCH (e:Episode)
WHERE e.tenant = $tenant AND e.kind IS NOT NULL AND e.audience IN $audiences AND e.live
  AND ($project = '' OR e.project = $project)
  AND NOT $extractor + ' ' + e.text_hash IN coalesce(e.read_by, [])
  AND coalesce(e.first_read_by, '') <> $extractor + ' ' + e.text_hash
RETURN count(e) AS unread
