-- What `claims` holds for a job: 'attempt startedAt claim lease_ms call' while it is in flight, with ' cancelling' behind that
-- where the job is being cancelled alone, and 'attempt startedAt
-- finishedAt claim' once it has succeeded, until its retention is over. So a batch of successes is one write and touches no
-- job's own hash; whatever that hash says, such a job has ended. A claim id has a dot in it, so the third part tells the
-- two forms apart.

-- Returns two entries of which at most one is there: that of a job in flight, that of a job that has succeeded.
local function claim_of(queue, name)
  local entry = redis.call('HGET', queue.prefix .. 'claims', name)
  if entry and string.find(entry, '^%d+ %d+ %d+ ') then return false, entry end
  return entry, false
end
