-- Ends a job for good: a dead letter that keeps everything needed to judge and revive it. Never trimmed by itself.
local function bury_job(prefix, id, group, code, message, now)
  local key, group_key = prefix .. 'job:' .. id, prefix .. 'group:' .. group
  local run = redis.call('HGET', group_key .. ':meta', 'run') or '0'
  redis.call('HSET', key, 'status', 'FAILED', 'finishedAt', now, 'run', run)
  add_dead_letter(prefix, id, group, code, redis.call('HGET', key, 'processorType') or '', now)
  redis.call('HINCRBY', group_key .. ':meta', 'deadLetters', 1) -- of all runs: the group stays as long as they do
  redis.call('HINCRBY', prefix .. 'stats', 'buried', 1)
  redis.call('HINCRBY', group_key .. ':errors', code, 1)
  redis.call('HSETNX', group_key .. ':errors', 'example:' .. code, id .. ' ' .. string.sub(message, 1, 200))
end

-- The queue stops with the burial itself, so that no later job can start in between.
local function pause_on_failure(prefix, id, reason, now)
  local state = prefix .. 'state'
  if redis.call('HGET', state, 'paused') == '1' then return end
  redis.call('HSET', state, 'paused', '1', 'pausedAt', now, 'pauseReason', reason, 'pausedBy', 'bulk-action',
    'failedJobId', id)
end
