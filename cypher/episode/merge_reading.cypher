// Who has read an episode as it stands now, and who only in part; a summary is taken when no better engine made one.
// mode:    write
// params:  tenant STRING, id STRING, extractor STRING, reading STRING, partial BOOLEAN, summary STRING, rank INTEGER
// returns: written INTEGER
// plan:    NodeUniqueIndexSeek
MATCH (e:Episode {tenant: $tenant, id: $id})
WITH e, $summary <> '' AND coalesce(e.summary_rank, 0) <= $rank AS is_better
SET e.read_by = [done IN coalesce(e.read_by, []) WHERE NOT done STARTS WITH $extractor + ' '] + $reading,
    e.partly_read_by = [done IN coalesce(e.partly_read_by, []) WHERE done <> $extractor]
                       + CASE WHEN $partial THEN [$extractor] ELSE [] END,
    e.failed_by = [failed IN coalesce(e.failed_by, []) WHERE failed <> $reading],
    e.summary = CASE WHEN is_better THEN $summary ELSE e.summary END,
    e.summary_rank = CASE WHEN is_better THEN $rank ELSE e.summary_rank END
RETURN count(e) AS written
