-- Jobs that succeeded, 'attempt startedAt finishedAt' each: written for a whole batch at once, so that a job's own hash
-- is not touched when it ends well. Until its retention is over, a job in here has ended, whatever its hash says.
local function completed_entry(prefix, id)
  return redis.call('HGET', prefix .. 'completed-jobs', id)
end
