-- Claims holds 'attempt startedAt' of each job in flight, and 'attempt startedAt finishedAt' of each that succeeded until
-- its retention is over: a batch ends with one write, and no job's own hash is touched. Whatever that says, it has ended.
-- Returns what the job has of the two: its claim in flight, its claim that succeeded.
local function claim_of(prefix, id)
  local claim = redis.call('HGET', prefix .. 'claims', id)
  if claim and string.find(claim, ' %d+ ') then return false, claim end
  return claim, false
end
