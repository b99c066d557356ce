-- Records an attempt that failed: its error as the last one in the job's hash, and as one of many in its history.
local MAX_HISTORY = 20

-- failure: its code, message and stack trace.
local function record_failed_attempt(queue, name, attempt, failure)
  local history = queue.prefix .. 'job-attempts:' .. name
  redis.call('HSET', queue.prefix .. 'job:' .. name, 'errorCode', failure.code, 'error', failure.message, 'stackTrace',
    failure.stack)
  redis.call('RPUSH', history, attempt, queue.now, failure.code, failure.message)
  redis.call('LTRIM', history, -4 * MAX_HISTORY, -1)
end
