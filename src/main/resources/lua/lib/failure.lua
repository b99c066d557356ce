-- Keeps what a failed attempt said: with the job what the last one said, in the history what each said.
local HISTORY = 20

local function record_failure(prefix, id, attempt, code, message, stack, now)
  local history = prefix .. 'job-attempts:' .. id
  redis.call('HSET', prefix .. 'job:' .. id, 'errorCode', code, 'error', message, 'stackTrace', stack)
  redis.call('RPUSH', history, attempt, now, code, message)
  redis.call('LTRIM', history, -4 * HISTORY, -1)
end
