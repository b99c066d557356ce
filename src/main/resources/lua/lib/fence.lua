-- The fence: an acknowledgement counts only for the attempt that is in flight. Returns 'ok', 'again' when this very
-- acknowledgement was carried out before (its reply was lost), or 'fenced'.
local function fence(job_key, attempt, done_status)
  local job = redis.call('HMGET', job_key, 'attempts', 'status')
  if job[1] ~= attempt then return 'fenced' end
  if job[2] == 'PROCESSING' then return 'ok' end
  return job[2] == done_status and 'again' or 'fenced'
end
