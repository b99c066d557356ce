#!lua flags=allow-oom
--[[
  Retries dead letters: each goes to Non-ready, due now, with its retries and recoveries reset to zero, in the order given.
  The run in which a job failed reopens; if a later run has begun, the job joins that one.

  KEYS   1 non_ready ZSET non-ready-queue    2 active SET active-groups    3 stats HASH stats
         4 wake_dispatcher LIST wake:dispatcher
  ARGV   1 prefix    2 order (lib/fair)    3 now ms, '' = Redis TIME    then for each job: id
  RETURNS for each job: id; those that are retried. The others are not dead letters any more, or their group is gone
         or being cancelled
]]
local non_ready, active, stats, wake_dispatcher = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local FIRST_JOB = 4
-- include fair
-- include clock
local queue = { prefix = ARGV[1], order = fair_order(ARGV[2]), now = clock(ARGV[3]) }
-- include wake
-- include status
-- include group_changes
-- include dead_letter

local prefix = queue.prefix
local function reopen(group, key, status)
  index_status(queue, group, status, 'RUNNING')
  redis.call('HSET', key .. ':meta', 'status', 'RUNNING')
  redis.call('HDEL', key .. ':meta', 'finishedAt', 'outcome')
  redis.call('SADD', active, group)
  redis.call('ZREM', prefix .. 'aggregating-groups', group)
  redis.call('ZREM', prefix .. 'finished-groups', group)
end

local function uncount_error(errors, code)
  if redis.call('HINCRBY', errors, code, -1) <= 0 then redis.call('HDEL', errors, code, 'example:' .. code) end
end

local retried, due, changes = {}, {}, new_changes()
for i = FIRST_JOB, #ARGV do
  local id = ARGV[i]
  local key = prefix .. 'job:' .. id
  local job = redis.call('HMGET', key, 'status', 'groupId', 'run', 'errorCode', 'processorType')
  local group, code = job[2], job[4] or ''
  local meta = group and redis.call('HMGET', prefix .. 'group:' .. group .. ':meta', 'status', 'run') or {}
  -- why not into a group that is being cancelled: it would be cancelled at once
  if job[1] == 'FAILED' and meta[1] and meta[1] ~= 'CANCELLING' then
    local group_key = prefix .. 'group:' .. group
    if redis.call('SISMEMBER', active, group) == 0 then reopen(group, group_key, meta[1]) end
    redis.call('HSET', key, 'status', 'WAITING', 'waitReason', 'RETRY', 'retryCount', 0, 'recoveries', 0)
    redis.call('HDEL', key, 'finishedAt')
    remove_dead_letter(queue, id, { group = group, code = code, processor = job[5] or '' })
    redis.call('HINCRBY', group_key .. ':meta', 'deadLetters', -1)
    if job[3] == meta[2] then
      uncount_error(group_key .. ':errors', code)
      add_change(changes, group, { doneJobs = -1, failedCount = -1, nonReady = 1 })
    else
      add_change(changes, group, { totalJobs = 1, nonReady = 1 })
    end
    retried[#retried + 1] = id
    -- why a millisecond back: due at once, and the fractions keep the order
    due[#due + 1], due[#due + 2] = exact(queue.now - 1 + #retried * STEP), id
  end
end
if #retried > 0 then
  redis.call('ZADD', non_ready, unpack(due))
  redis.call('HINCRBY', stats, 'retried', #retried)
  apply_changes(queue, changes)
  wake(wake_dispatcher)
end
return retried
