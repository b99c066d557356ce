-- Records an attempt that failed: its error as the last one in the job's hash, and as one of many in its history.
local MAX_HISTORY = 20

-- facts: the attempt, its start and its claim, which names the instance. failure: its code, message and stack trace.
local function record_failed_attempt(queue, name, facts, failure)
  local history = queue.prefix .. 'job-attempts:' .. name
  redis.call('HSET', queue.prefix .. 'job:' .. name, 'errorCode', failure.code, 'error', failure.message, 'stackTrace',
    failure.stack)
  redis.call('RPUSH', history, facts.attempt, queue.now, failure.code, failure.message, facts.started or '',
    string.match(facts.claim or '', '^[^.]*'))
  redis.call('LTRIM', history, -6 * MAX_HISTORY, -1)
end
