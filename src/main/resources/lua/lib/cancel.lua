-- A group that is being cancelled takes no job back: what would wait or run again is cancelled instead.
local any_cancelling

local function is_cancelling(prefix, group)
  if any_cancelling == nil then any_cancelling = redis.call('SCARD', prefix .. 'cancelling-groups') > 0 end
  return any_cancelling and redis.call('SISMEMBER', prefix .. 'cancelling-groups', group) == 1
end

local function cancel_job(prefix, id, retention_ms, now)
  redis.call('HSET', prefix .. 'job:' .. id, 'status', 'CANCELLED', 'finishedAt', now)
  redis.call('PEXPIRE', prefix .. 'job:' .. id, retention_ms)
  redis.call('PEXPIRE', prefix .. 'job-attempts:' .. id, retention_ms)
end
