// Episodes to be read again, oldest first: by id, handle, session or source, or all that `reading` has not read as
// they stand now and has not failed on too often.
// mode:    read
// params:  tenant STRING, audiences LIST<STRING>, episode STRING, session STRING, harness STRING, uri STRING, project STRING, extractor STRING, failures INTEGER, first INTEGER
// returns: id STRING
// plan:    NodeIndexSeek
MATCH (e:Episode)
WHERE e.tenant = $tenant AND e.kind IS NOT NULL AND e.audience IN $audiences AND e.live
  AND ($episode = '' OR e.id = $episode OR e.handle = $episode)
  AND ($uri = '' OR e.uri = $uri) AND ($project = '' OR e.project = $project)
  AND ($session = '' OR EXISTS {
    (e)-[:IN_SESSION]->(s:Session {external_id: $session}) WHERE $harness = '' OR s.harness = $harness
  })
WITH e, $extractor + ' ' + e.text_hash AS reading
WHERE $extractor = '' OR (
  NOT reading IN coalesce(e.read_by, []) AND coalesce(e.first_read_by, '') <> reading
  AND size([failed IN coalesce(e.failed_by, []) WHERE failed = reading]) < $failures
)
RETURN e.id AS id
ORDER BY e.happened_at, e.id LIMIT $first
