-- Claims holds 'attempt startedAt claim lease_ms group' of each job in flight, and 'attempt startedAt finishedAt claim' of
-- each that succeeded until its retention is over: a batch ends with one write, and no job's own hash is touched. Whatever
-- that says, it has ended. A claim has a dot in it, so the third part tells the two apart.
-- Returns what the job has of the two: its claim in flight, its claim that succeeded.
local function claim_of(prefix, id)
  local claim = redis.call('HGET', prefix .. 'claims', id)
  if claim and string.find(claim, '^%d+ %d+ %d+ ') then return false, claim end
  return claim, false
end
