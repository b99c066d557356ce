-- Jobs of a group that is being cancelled: what would wait or run again is cancelled instead.
local any_cancelling

local function is_cancelling(queue, group)
  if any_cancelling == nil then any_cancelling = redis.call('SCARD', queue.prefix .. 'cancelling-groups') > 0 end
  return any_cancelling and redis.call('SISMEMBER', queue.prefix .. 'cancelling-groups', group) == 1
end

local function cancel_job(queue, name, retention_ms)
  redis.call('HSET', queue.prefix .. 'job:' .. name, 'status', 'CANCELLED', 'finishedAt', queue.now)
  redis.call('PEXPIRE', queue.prefix .. 'job:' .. name, retention_ms)
  redis.call('PEXPIRE', queue.prefix .. 'job-attempts:' .. name, retention_ms)
end
